/** Invitations to a service for a team, which become workspaces with credentials of their own. */
import { hostname } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { memoryVault, startBackend, temporaryFolder } from "../../helpers/backend";
import {
  sendRequest,
  startLocalService,
  type RunningLocalService,
} from "../../helpers/local-service";
import { bodyOf } from "../../helpers/local-workspace";

let local: RunningLocalService;
let userId = "";
beforeAll(async () => {
  local = await startLocalService({ team: { name: "Studio <North>" } });
  const ada = { firstName: "Ada", lastName: "Moss", email: "ada@example.org" };
  userId = bodyOf<{ id: string }>(await local.client.post("/local/users", ada), 201).id;
});
afterAll(() => local.remove());

async function invite(): Promise<string> {
  const created = await local.client.post("/local/invitations", { userId });
  return `${local.client.baseUrl}/join#${bodyOf<{ code: string }>(created, 201).code}`;
}

/** A backend; `asked`: the addresses that the user is asked to confirm. */
async function start({ isConfirmed = true } = {}) {
  const folder = await temporaryFolder();
  const vault = memoryVault(true);
  const asked: string[] = [];
  const confirmations = {
    hosts: ({ addresses }: { addresses: readonly string[] }) => {
      asked.push(...addresses);
      return Promise.resolve(isConfirmed);
    },
    files: () => Promise.resolve(false),
  };
  const test = startBackend(path.join(folder.path, "profile"), { vault, confirmations });
  onTestFinished(async () => {
    await test.stop();
    await folder.remove();
  });
  const { workspaces } = test.handlers;
  const list = () => workspaces.list(undefined);
  const join = (invitation: string) => workspaces.join({ invitation, name: "North" });
  return { test, vault, asked, list, join };
}

it("an invitation gives credentials that only the vault has, once", async () => {
  const { test, vault, asked, list, join } = await start();
  const invitation = await invite();
  const joined = await join(invitation);
  expect(joined).toMatchObject({ name: "North", baseUrl: local.client.baseUrl, state: "online" });
  expect(asked).toEqual([new URL(local.client.baseUrl).origin]);
  const [secret = "", ...others] = vault.secrets.values();
  expect([others, secret.length]).toEqual([[], 43]);
  const workspace = await test.waitUntil(
    async () => (await list()).find(({ team }) => team !== null) ?? null,
    "what the service announces",
  );
  // Decisions of the review get this name, without a question.
  expect(workspace.team).toEqual({ name: "Studio <North>", person: { userId, name: "Ada Moss" } });
  expect(JSON.stringify([joined, workspace, test.events])).not.toContain(secret);
  const { credentials } = bodyOf<{ credentials: object[] }>(
    await local.client.get("/local/credentials"),
  );
  expect(credentials).toContainEqual(
    expect.objectContaining({ id: workspace.clientId, name: hostname(), userId, scope: "member" }),
  );

  const details = [{ field: "invitation", message: "invitation-refused" }];
  for (const refused of [invitation, `${local.client.baseUrl}/join#wrong`])
    await expect(join(refused)).rejects.toMatchObject({ code: "invalid-input", details });
  expect([(await list()).length, vault.secrets.size]).toEqual([1, 1]);
});

it("nothing is sent before the address is confirmed, and the invitation stays valid", async () => {
  const { vault, asked, list, join } = await start({ isConfirmed: false });
  const invitation = await invite();
  await expect(join(invitation)).rejects.toMatchObject({ code: "not-confirmed" });
  await expect(join("http://dub.example/join#abc")).rejects.toMatchObject({
    code: "invalid-input",
  });
  expect(asked).toEqual([new URL(local.client.baseUrl).origin]);
  expect([await list(), vault.secrets.size]).toEqual([[], 0]);
  const later = await start();
  expect(await later.join(invitation)).toMatchObject({ state: "online" });
});

it("a vault that cannot store credentials leaves the invitation unused", async () => {
  const first = await start();
  const invitation = await invite();
  const { set } = first.vault;
  first.vault.set = () => Promise.reject(new Error("the keychain is locked"));
  await expect(first.join(invitation)).rejects.toThrow("locked");
  first.vault.set = set;
  expect(await first.join(invitation)).toMatchObject({ state: "online" });
});

it("the link opens a page in a browser, without a script and without the code", async () => {
  const get = (language: string) =>
    sendRequest(`${local.client.baseUrl}/join`, { headers: { "accept-language": language } });
  const page = await get("en-US,en;q=0.9");
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
  expect(page.headers["referrer-policy"]).toBe("no-referrer");
  expect(page.text).toContain("<h1>Invitation to Studio &#60;North&#62;</h1>");
  const service = encodeURIComponent(local.client.baseUrl);
  expect(page.text).toContain(`href="dubyard://join?service=${service}"`);
  expect(page.text).not.toMatch(/<script|onload/i);
  expect((await get("de-AT,de;q=0.9,en;q=0.5")).text).toContain("Einladung zu Studio");
});
