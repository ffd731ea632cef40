/**
 * Replacing the credentials of a workspace, and removing a workspace whose secret cannot be
 * deleted.
 */
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  connectWorkspace,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { startHostileService, type HostileService } from "../../helpers/hostile-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: HostileService;
let test: TestBackend;
let workspaceId: string;
let isVaultLocked = false;
let vault: ReturnType<typeof memoryVault>;

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startHostileService();
  isVaultLocked = false;
  vault = memoryVault(true);
  const lockable = {
    ...vault,
    delete: (key: string) =>
      isVaultLocked && key.startsWith("workspace/") && key.endsWith("/secret")
        ? Promise.reject(new Error("the keychain is locked"))
        : vault.delete(key),
  };
  test = startBackend(path.join(folder.path, "profile"), { vault: lockable });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const has = (...ids: string[]) =>
  service.respondTo("GET /projects", { body: ids.map((id) => ({ id, name: id })) });
const readProjects = () => test.handlers.lists.refresh({ workspaceId, list: { kind: "projects" } });
const replace = (clientId: string, clientSecret = "new") =>
  test.handlers.workspaces.replaceSecret({
    workspaceId,
    clientId,
    clientSecret,
    authScheme: "raw",
  });
const only = async () => (await test.handlers.workspaces.list(undefined))[0]!;

it("credentials of another workspace are rejected", async () => {
  has("ours", "gone");
  await readProjects();
  has("theirs");
  await expect(replace("other")).rejects.toMatchObject({
    code: "invalid-input",
    details: [{ field: "clientId", message: "other-workspace" }],
  });
  expect((await only()).clientId).toBe(service.clientId);
  expect([...vault.secrets.values()]).toEqual([service.clientSecret]);
});

it("credentials of another client of the same workspace are accepted", async () => {
  has("ours", "gone");
  await readProjects();
  has("new", "ours");
  await replace("other");
  expect((await only()).clientId).toBe("other");
  expect([...vault.secrets.values()]).toEqual(["new"]);
});

it("credentials are accepted if no project is cached, and if the client is the same", async () => {
  has("theirs");
  await replace("other");
  await readProjects();
  has();
  await replace("other", "newer");
  expect([...vault.secrets.values()]).toEqual(["newer"]);
});

it("a workspace whose secret cannot be deleted is unchanged and can be removed again", async () => {
  isVaultLocked = true;
  await expect(test.handlers.workspaces.remove({ workspaceId })).rejects.toThrow("locked");
  expect(await only()).toMatchObject({ id: workspaceId, state: "online" });
  has("ours");
  await readProjects();
  isVaultLocked = false;
  await test.handlers.workspaces.remove({ workspaceId });
  expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
  expect(vault.secrets.size).toBe(0);
});
