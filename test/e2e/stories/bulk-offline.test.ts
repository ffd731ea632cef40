/** A season that is started without a network, over a way that breaks and a program that is killed: each batch once. */
import { expect, test } from "vitest";
import {
  fillConnectForm,
  isOpensslInstalled,
  startRemoteProxy,
  startHostedService,
} from "./hosted-service";
import { story, type AppDriver } from "./story";
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

const tell = async (place: AppDriver) => {
  const folder = writePairs(place.profile, names);
  const service = await startHostedService();
  const far = await startRemoteProxy(place, service);
  const { page } = place;
  await fillConnectForm(page, far.address, "Far away");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await createProject(page, {
    name: "Night Ferry",
    type: "Media dubbing",
    source: "English (United States)",
    targets: ["German"],
  });
  const projectId = openProjectId(page);

  // No network: the table is filled, checked and started all the same.
  await far.refuseConnections();
  await place.setOnline(false);
  const footer = page.locator("footer");
  await footer.getByText(/^Offline/).waitFor();
  await goToBulk(page);
  await createTable(page, "Season 1");
  const match = await fillTableFromFolder(place, folder);
  await match.getByRole("radio", { name: /Yes, use it/ }).check();
  await match.getByRole("button", { name: "Add 25 rows" }).click();
  await match.waitFor({ state: "detached" });
  await startTable(page, "Start 25 batches", async (dialog) => {
    await dialog.getByText("25 files from this computer are uploaded").waitFor();
    await dialog
      .getByText("This computer is offline. Sent automatically when the network is back.")
      .waitFor();
    await expectAccessible(page, "the start");
  });
  const orderIn = (place: AppDriver) =>
    place.page.getByRole("grid", { name: "Outbox" }).getByRole("row", { name: "Season 1" });
  await goTo(page, "Outbox");
  await orderIn(place).getByText("Waiting for 25 uploads").waitFor();
  await expectAccessible(page, "the outbox without a network");

  // Killed as it waits: nothing of it is lost.
  await place.kill();
  await goTo(place.page, "Outbox");
  await orderIn(place).getByText("Waiting for 25 uploads").waitFor();
  expect(await service.client.files()).toEqual([]);

  // The network is back; killed while files are on their way.
  const taken = (method: string, path: RegExp) =>
    far.requests.filter(
      (one) => one.method === method && path.test(one.path) && one.serviceStatus !== 0,
    ).length;
  const filesTaken = () => taken("PUT", /^\/objects\//);
  const requestsTaken = () => taken("POST", /\/bulk$/);
  void far.injectFault({
    ...{ method: "POST", path: /\/bulk$/, times: 1 },
    fault: { kind: "drop-response" },
  });
  await far.acceptConnections();
  await place.setOnline(true);
  await expect.poll(filesTaken, { timeout: 30_000, interval: 5 }).toBeGreaterThan(5);
  await place.kill();

  // Killed once more when the service has taken it, and nobody here was told.
  await expect.poll(requestsTaken, { timeout: 30_000, interval: 5 }).toBe(1);
  await place.kill();
  await goTo(place.page, "Outbox");
  await orderIn(place).getByText("Sent", { exact: true }).waitFor({ timeout: 60_000 });
  await expectAccessible(place.page, "the outbox when it is sent");

  expect(requestsTaken()).toBe(1);
  expectBatches(await batchesOf(service.client, projectId, names.length), names);
  expect((await service.client.files()).sort()).toEqual(names.map((name) => `${name}.mp4`));

  // Nobody was told the request's id: its rows are known by their batches.
  await orderIn(place).dblclick();
  const rows = place.page.getByRole("grid", { name: "Rows of “Season 1”" });
  await rows.getByText("S01E01").waitFor();
  await place.page.getByText("The service’s response to this request was lost.").waitFor();
  await place.page.getByRole("radio", { name: /^Done 25$/ }).waitFor({ timeout: 60_000 });
  await expectAccessible(place.page, "a request whose answer was lost");
  await goTo(place.page, "Projects");
  await place.page.getByRole("grid", { name: "Projects" }).getByText("Night Ferry").dblclick();
  const batches = place.page.getByRole("grid", { name: "Batches" });
  await expect.poll(() => batches.getAttribute("aria-rowcount")).toBe("26");
};

const name = "a season without a network, killed on its way: each batch once";
if (isOpensslInstalled) story(name, tell);
else test.skip(`${name} (no openssl)`, () => undefined);
