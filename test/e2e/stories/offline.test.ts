/** What was read once is there without a network, also after a restart. */
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
import { story, type AppDriver } from "./story";
import { goTo, goToTab, disabledReason } from "./user-actions";

/** A project with something in every list. */
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

/** Goes everywhere; `look` is called where each thing is on screen. */
async function visitAll(place: AppDriver, look: (screen: string) => Promise<void>): Promise<void> {
  const { page } = place;
  await goTo(page, "Media");
  await listOf(place, "Files and folders").getByText("ferry").first().waitFor();
  await look("Media");
  await goTo(page, "Projects");
  await listOf(place, "Projects").getByText("Night Ferry").waitFor();
  await look("Projects");
  await listOf(place, "Projects").getByText("Night Ferry").dblclick();
  await listOf(place, "Batches").getByText("Departure").waitFor();
  await look("Batches");
  await goToTab(page, "Casting");
  await listOf(place, "Characters").getByText("Stoker").click();
  await listOf(place, "Voices").getByRole("row").first().waitFor();
  await look("Casting");
  await goToTab(page, "Glossary");
  await listOf(place, "Glossary lines").getByText("Kattegat", { exact: true }).waitFor();
  await look("Glossary");
  await goToTab(page, "Team");
  await listOf(place, "Members").getByText("Ingrid Example").waitFor();
  await look("Team");
  await goToTab(page, "Languages");
  await listOf(place, "Languages").getByText("Italian").waitFor();
  await look("Languages");
  await goToTab(page, "Batches");
  await listOf(place, "Batches").getByText("Departure").dblclick();
  await page.getByRole("heading", { name: "Departure", level: 1 }).waitFor();
  await page.getByRole("region", { name: "Languages" }).getByText("Italian").waitFor();
  await look("Batch");
  await goTo(page, "Voices");
  await listOf(place, "Voices").getByRole("row").first().waitFor();
  await look("Voices");
  await goTo(page, "Users");
  await listOf(place, "Users").getByText("Ingrid Example").waitFor();
  await look("Users");
}

/** What each screen offers that needs the service. */
const offers: Readonly<Record<string, string>> = {
  Projects: "New project…",
  Casting: "Assign",
  Glossary: "Add line…",
  Team: "Add members…",
  Languages: "Add languages…",
  Users: "New user…",
};

const tell = async (place: AppDriver) => {
  const service = await startHostedService();
  await fill(service);
  const far = await startRemoteProxy(place, service);
  const { page } = place;
  await fillConnectForm(page, far.address, "Far away");
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await page.locator("footer").getByText("Online").waitFor();
  await visitAll(place, async () => {
    await page
      .getByText(/^as of /)
      .first()
      .waitFor();
  });

  // No network, from the next start on.
  await far.refuseConnections();
  await place.setOnline(false);
  await place.restart();
  const after = place.page;
  await after.getByRole("button", { name: "Workspace: Far away" }).waitFor();
  await after
    .locator("footer")
    .getByText(/^Offline/)
    .waitFor();
  await visitAll(place, async (screen) => {
    // Its age, why it is not read again, and why nothing can be changed.
    await after
      .getByText(/^as of /)
      .first()
      .waitFor();
    expect(
      await disabledReason(after.getByRole("button", { name: "Refresh" }).first()),
      screen,
    ).toBe("This computer is offline");
    const offer = offers[screen];
    if (offer === undefined) return;
    const button = after.getByRole("button", { name: offer, exact: true }).first();
    expect(await disabledReason(button), screen).toBe(
      "Requires the service, which is not reachable",
    );
  });
  // Nothing was asked of the service meanwhile that is not there.
  const asked = far.requests.length;
  await goTo(after, "Projects");
  await listOf(place, "Projects").getByText("Night Ferry").click();
  await after.keyboard.press("Delete");
  expect(await after.getByRole("dialog").count()).toBe(0);
  expect(far.requests.length).toBe(asked);

  // Back again: what has changed there meanwhile comes by itself.
  await createProject(service.client, { name: "Day Ferry", type: "audio-production" });
  await far.acceptConnections();
  await place.setOnline(true);
  await after.locator("footer").getByText("Online").waitFor();
  await listOf(place, "Projects").getByText("Day Ferry").waitFor();
  const create = after.getByRole("button", { name: "New project…" }).first();
  await expect.poll(() => create.getAttribute("aria-disabled")).toBe(null);
};

if (isOpensslInstalled) story("everything that was read is there without a network", tell);
else test.skip("everything that was read is there without a network (no openssl)", () => undefined);
