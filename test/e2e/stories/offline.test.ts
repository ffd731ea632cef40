/** Cached data without a network, also after a restart. */
import { expect, test } from "vitest";
import {
  bodyOf,
  createBatch,
  createProject,
  createUser,
  uploadScript,
} from "../../helpers/local-workspace";
import {
  fillConnectForm,
  isOpensslInstalled,
  startRemoteProxy,
  startHostedService,
  type HostedService,
} from "./hosted-service";
import { longStory } from "./story";
import type { AppDriver } from "./app-driver";
import { goTo, goToTab, disabledReason } from "./user-actions";

/** A project with items in every list. */
async function fill({ client }: HostedService): Promise<void> {
  const projectId = await createProject(client, {
    name: "Night Ferry",
    type: "audio-production",
    targetLanguages: ["de-de", "it-it"],
  });
  const scriptPath = await uploadScript(
    client,
    "ferry.csv",
    "Character,Text_DE-DE,Text_IT-IT\nPilot,Leinen los,Molla gli ormeggi\nStoker,Jawohl,Sissignore\n",
  );
  await createBatch(client, projectId, { name: "Departure", scriptPath });
  const userId = await createUser(client, "Ingrid");
  const teamMembers = [{ userId, role: "project-owner" }];
  bodyOf(await client.post(`/projects/${projectId}/team`, { teamMembers }), 204);
  const line = { word: "Kattegat", languageId: "de-de", pronounceAs: "Kattegatt" };
  bodyOf(await client.post(`/local/projects/${projectId}/glossary`, line), 201);
  bodyOf(await client.upload("ferry/horn.mp4", new Uint8Array(100)));
}

const listOf = ({ page }: AppDriver, name: string) => page.getByRole("grid", { name });

/** Opens every screen and calls `inspect` there. */
async function visitScreens(
  app: AppDriver,
  inspect: (screen: string) => Promise<void>,
): Promise<void> {
  const { page } = app;
  await goTo(page, "Media");
  await listOf(app, "Files and folders").getByText("ferry").first().waitFor();
  await inspect("Media");
  await goTo(page, "Projects");
  await listOf(app, "Projects").getByText("Night Ferry").waitFor();
  await inspect("Projects");
  await listOf(app, "Projects").getByText("Night Ferry").dblclick();
  await listOf(app, "Batches").getByText("Departure").waitFor();
  await inspect("Batches");
  await goToTab(page, "Casting");
  await listOf(app, "Characters").getByText("Stoker").click();
  await listOf(app, "Voices").getByRole("row").first().waitFor();
  await inspect("Casting");
  await goToTab(page, "Glossary");
  await listOf(app, "Glossary lines").getByText("Kattegat", { exact: true }).waitFor();
  await inspect("Glossary");
  await goToTab(page, "Team");
  await listOf(app, "Members").getByText("Ingrid Example").waitFor();
  await inspect("Team");
  await goToTab(page, "Languages");
  await listOf(app, "Languages").getByText("Italian").waitFor();
  await inspect("Languages");
  await goToTab(page, "Batches");
  await listOf(app, "Batches").getByText("Departure").dblclick();
  await page.getByRole("heading", { name: "Departure", level: 1 }).waitFor();
  await page.getByRole("region", { name: "Languages" }).getByText("Italian").waitFor();
  await inspect("Batch");
  await goTo(page, "Voices");
  await listOf(app, "Voices").getByRole("row").first().waitFor();
  await inspect("Voices");
  await goTo(page, "Users");
  await listOf(app, "Users").getByText("Ingrid Example").waitFor();
  await inspect("Users");
}

/** The actions of each screen that require the service. */
const onlineActions: Readonly<Record<string, string>> = {
  Projects: "New project…",
  Casting: "Assign",
  Glossary: "Add line…",
  Team: "Add members…",
  Languages: "Add languages…",
  Users: "New user…",
};

const run = async (app: AppDriver) => {
  const service = await startHostedService();
  await fill(service);
  const remote = await startRemoteProxy(app, service);
  const { page } = app;
  await fillConnectForm(page, remote.address, "Far away");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await page.locator("footer").getByText("Online").waitFor();
  await visitScreens(app, async () => {
    await page
      .getByText(/^as of /)
      .first()
      .waitFor();
  });

  // Without a network from the next start on.
  await remote.refuseConnections();
  await app.setOnline(false);
  await app.restart();
  const after = app.page;
  await after.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await after
    .locator("footer")
    .getByText(/^Offline/)
    .waitFor();
  await visitScreens(app, async (screen) => {
    // The age of the data, why it is not synced, and why nothing can be changed.
    await after
      .getByText(/^as of /)
      .first()
      .waitFor();
    expect(
      await disabledReason(after.getByRole("button", { name: "Refresh" }).first()),
      screen,
    ).toBe("This computer is offline");
    const offer = onlineActions[screen];
    if (offer === undefined) return;
    const button = after.getByRole("button", { name: offer, exact: true }).first();
    expect(await disabledReason(button), screen).toBe(
      "Requires the service, which is not reachable",
    );
  });
  // No calls for missing data were sent meanwhile.
  const requested = remote.requests.length;
  await goTo(after, "Projects");
  await listOf(app, "Projects").getByText("Night Ferry").click();
  await after.keyboard.press("Delete");
  expect(await after.getByRole("dialog").count()).toBe(0);
  expect(remote.requests.length).toBe(requested);

  // Online again: changes at the service appear automatically.
  await createProject(service.client, { name: "Day Ferry", type: "audio-production" });
  await remote.acceptConnections();
  await app.setOnline(true);
  await after.locator("footer").getByText("Online").waitFor();
  await listOf(app, "Projects").getByText("Day Ferry").waitFor();
  const create = after.getByRole("button", { name: "New project…" }).first();
  await expect.poll(() => create.getAttribute("aria-disabled")).toBe(null);
};

if (isOpensslInstalled) longStory("shows cached data without a network", run);
else test.skip("shows cached data without a network (no openssl)", () => undefined);
