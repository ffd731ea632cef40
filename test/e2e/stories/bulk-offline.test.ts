/**
 * A season started without a network, over a connection that fails and a process that is killed:
 * each batch once.
 */
import { expect, test } from "vitest";
import {
  fillConnectForm,
  isOpensslInstalled,
  startRemoteProxy,
  startHostedService,
} from "./hosted-service";
import { longStory } from "./story";
import type { AppDriver } from "./app-driver";
import {
  batchesOf,
  episodes,
  expectAccessible,
  expectBatches,
  fillTableFromFolder,
  goToBulk,
  createTable,
  startTable,
  writePairs,
} from "./bulk-actions";
import { createProject, goTo, openProjectId } from "./user-actions";

const names = episodes(25);

const run = async (app: AppDriver) => {
  const folder = writePairs(app.profile, names);
  const service = await startHostedService();
  const remote = await startRemoteProxy(app, service);
  const { page } = app;
  await fillConnectForm(page, remote.address, "Far away");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await createProject(page, {
    name: "Night Ferry",
    type: "Media dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const projectId = openProjectId(page);

  // Without a network the table can be filled, validated and started.
  await remote.refuseConnections();
  await app.setOnline(false);
  const footer = page.locator("footer");
  await footer.getByText(/^Offline/).waitFor();
  await goToBulk(page);
  await createTable(page, "Season 1");
  const match = await fillTableFromFolder(app, folder);
  await match.getByRole("radio", { name: /Yes, use it/ }).check();
  await match.getByRole("button", { name: "Add 25 rows" }).click();
  await match.waitFor({ state: "detached" });
  await startTable(page, "Start 25 batches", async (dialog) => {
    await dialog.getByText("25 files from this computer are uploaded").waitFor();
    await dialog
      .getByText("This computer is offline. Sent automatically when the network is back.")
      .waitFor();
    await expectAccessible(page, "the start dialog");
  });
  const requestIn = (app: AppDriver) =>
    app.page.getByRole("grid", { name: "Outbox" }).getByRole("row", { name: "Season 1" });
  await goTo(page, "Outbox");
  await requestIn(app).getByText("Waiting for 25 uploads").waitFor();
  await expectAccessible(page, "the outbox without a network");

  // Killed while the request waits: nothing is lost.
  await app.kill();
  await goTo(app.page, "Outbox");
  await requestIn(app).getByText("Waiting for 25 uploads").waitFor();
  expect(await service.client.files()).toEqual([]);

  // The network is available again; killed while files are being uploaded.
  const acceptedRequests = (method: string, path: RegExp) =>
    remote.requests.filter(
      (one) => one.method === method && path.test(one.path) && one.serviceStatus !== 0,
    ).length;
  const acceptedFiles = () => acceptedRequests("PUT", /^\/objects\//);
  const acceptedBulkRequests = () => acceptedRequests("POST", /\/bulk$/);
  void remote.injectFault({
    method: "POST",
    path: /\/bulk$/,
    times: 1,
    fault: { kind: "drop-response" },
  });
  await remote.acceptConnections();
  await app.setOnline(true);
  await expect.poll(acceptedFiles, { timeout: 30_000, interval: 5 }).toBeGreaterThan(5);
  await app.kill();

  // Killed again after the service received the request, before its response.
  await expect.poll(acceptedBulkRequests, { timeout: 30_000, interval: 5 }).toBe(1);
  await app.kill();
  await goTo(app.page, "Outbox");
  await requestIn(app).getByText("Sent", { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(app.page, "the outbox with a sent request");

  expect(acceptedBulkRequests()).toBe(1);
  expectBatches(await batchesOf(service.client, projectId, names.length), names);
  expect((await service.client.files()).sort()).toEqual(names.map((name) => `${name}.mp4`));

  // The id of the request is unknown: its rows are found by the names of their batches.
  await requestIn(app).dblclick();
  const rows = app.page.getByRole("grid", { name: "Rows of “Season 1”" });
  await rows.getByText("S01E01").waitFor();
  await app.page.getByText("The service’s response to this request was lost.").waitFor();
  await app.page.getByRole("radio", { name: /^Done 25$/ }).waitFor({ timeout: 60_000 });
  await expectAccessible(app.page, "a request without a response");
  await goTo(app.page, "Projects");
  await app.page.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").dblclick();
  const batches = app.page.getByRole("grid", { name: "Batches" });
  await expect.poll(() => batches.getAttribute("aria-rowcount")).toBe("26");
};

const name = "starts a season without a network, with kills at several steps: each batch once";
if (isOpensslInstalled) longStory(name, run);
else test.skip(`${name} (no openssl)`, () => undefined);
