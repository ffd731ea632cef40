/** Workspaces: several at a time, their credentials and connections. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Route } from "../../../preload/routes";
import type { LocalService } from "../../../main/local-service/server";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  listUploads,
  writeMediaFile,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import { nodeLocalServices } from "../../helpers/node-local-services";
import { signIn } from "../../helpers/local-service";
import { createProject } from "../../helpers/local-workspace";
import { startService } from "../../helpers/new-databases";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: LocalService;
let test: TestBackend;
const vault = memoryVault(true);
const localServices = nodeLocalServices();
/** The items that the menus of the system have. */
let recent: readonly { title: string }[] = [];
const start = () =>
  startBackend(path.join(folder.path, "profile"), {
    vault,
    localServices,
    offerRecent: (items) => (recent = items),
  });

beforeEach(async () => {
  vault.secrets.clear();
  folder = await temporaryFolder();
  service = await startService({ dataDir: path.join(folder.path, "service") });
  test = start();
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});
const credentials = () => ({
  name: "Hosted",
  baseUrl: service.baseUrl,
  clientId: service.clientId,
  clientSecret: service.clientSecret,
  authScheme: "raw" as const,
});
const only = async () => (await test.handlers.workspaces.list(undefined))[0]!;

describe("a hosted workspace", () => {
  it("is tested before it is stored, and its secret is only in the vault", async () => {
    const tested = await test.handlers.workspaces.test(credentials());
    expect(tested.milliseconds).toBeGreaterThanOrEqual(0);
    expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
    const id = await connectWorkspace(test, service.baseUrl, service);
    const workspace = await only();
    expect(workspace).toMatchObject({ id, state: "online", isSecretPersistent: true });
    expect(JSON.stringify(workspace)).not.toContain(service.clientSecret);
    expect([...vault.secrets.values()]).toEqual([service.clientSecret]);
  });

  it.each([
    ["wrong credentials", { clientSecret: "wrong" }, "token-refused"],
    ["no server", { baseUrl: "http://127.0.0.1:9/api" }, "unreachable"],
    ["an invalid URL", { baseUrl: "nonsense" }, "invalid-input"],
  ])("is not stored with %s", async (_name, invalid, code) => {
    const call = test.handlers.workspaces.connect({ ...credentials(), ...invalid });
    await expect(call).rejects.toMatchObject({ code });
    expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
    expect(vault.secrets.size).toBe(0);
  });

  it("is not stored if another kind of server responds at its address", async () => {
    const other = createServer((_request, response) => response.writeHead(404).end("nothing here"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}`;
    await expect(
      test.handlers.workspaces.test({ ...credentials(), baseUrl }),
    ).rejects.toMatchObject({ code: "unexpected-answer" });
    other.close();
  });

  it("is available after a restart, with its secret", async () => {
    await connectWorkspace(test, service.baseUrl, service);
    await test.stop();
    test = start();
    const workspace = await test.waitUntil(async () => {
      const found = await only();
      return found.state === "online" ? found : null;
    }, "the connection");
    expect(workspace.name).toBe("Test");
  });

  it("rejects a new secret that the service rejects, and preserves the old one", async () => {
    const workspaceId = await connectWorkspace(test, service.baseUrl, service);
    const { clientId } = service;
    await expect(
      test.handlers.workspaces.replaceSecret({
        workspaceId,
        clientId,
        clientSecret: "wrong",
        authScheme: "raw",
      }),
    ).rejects.toMatchObject({ code: "token-refused" });
    expect([...vault.secrets.values()]).toEqual([service.clientSecret]);
  });

  it("is renamed, and removed with its queue, cache, secret and items in the menus", async () => {
    const workspaceId = await connectWorkspace(test, service.baseUrl, service);
    const projectId = await createProject(await signIn(service));
    const route = { screen: "project", projectId, tab: "batches" } as const;
    await test.handlers.app.noteRecent({ workspaceId, title: "Pilot", route });
    expect(recent.map(({ title }) => title)).toEqual(["Pilot"]);
    await test.handlers.workspaces.rename({ workspaceId, name: "Studio" });
    expect((await only()).name).toBe("Studio");
    await uploadPaths(test, workspaceId, [await writeMediaFile(folder.path, "a.wav", 1000)]);
    await waitForUploads(test, workspaceId);
    await test.handlers.workspaces.remove({ workspaceId });
    expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
    expect(await listUploads(test, workspaceId)).toEqual([]);
    expect(vault.secrets.size).toBe(0);
    expect(recent).toEqual([]);
  });

  it("has no item in the menus for what was deleted, here or by others", async () => {
    const workspaceId = await connectWorkspace(test, service.baseUrl, service);
    const client = await signIn(service);
    const ids = [];
    for (const name of ["A", "B", "C"]) ids.push(await createProject(client, { name }));
    const [deletedHere = "", deletedThere = "", kept = ""] = ids;
    const note = (title: string, route: Route) =>
      test.handlers.app.noteRecent({ workspaceId, title, route });
    for (const [index, projectId] of ids.entries())
      await note(`${index}`, { screen: "project", projectId, tab: "batches" });
    await note("batch", { screen: "batch", projectId: kept, batchId: "deleted" });
    const isShown = (titles: string[]) => () =>
      recent.map(({ title }) => title).join() === titles.join() ? true : null;
    expect(isShown(["batch", "2", "1", "0"])()).toBe(true);

    await client.call("DELETE", `/projects/${deletedThere}`);
    await test.handlers.lists.refresh({ workspaceId, list: { kind: "projects" } });
    await test.waitUntil(isShown(["batch", "2", "0"]), "the project of others is gone");
    await test.handlers.projects.delete({ workspaceId, projectIds: [deletedHere] });
    await test.waitUntil(isShown(["batch", "2"]), "the own project is gone");
    const list = { kind: "batches", projectId: kept } as const;
    await test.handlers.lists.refresh({ workspaceId, list });
    await test.waitUntil(isShown(["2"]), "the batch is gone");
  });

  it("stores form drafts on disk until it is removed", async () => {
    const workspaceId = await connectWorkspace(test, service.baseUrl, service);
    const { forms } = test.handlers;
    const formName = '["batch","p1"]';
    expect(await forms.get({ workspaceId, key: formName })).toEqual({ text: null });
    await forms.set({ workspaceId, key: formName, text: '{"name":"Ep 1"}' });
    await forms.set({ workspaceId, key: formName, text: '{"name":"Ep 12"}' });
    expect(await forms.get({ workspaceId, key: '["batch","p2"]' })).toEqual({ text: null });
    expect(await forms.get({ workspaceId, key: formName })).toEqual({
      text: '{"name":"Ep 12"}',
    });
    expect(await test.handlers.workspaces.usage({ workspaceId })).toMatchObject({ formDrafts: 1 });
    await test.stop();
    test = start();
    expect(await test.handlers.forms.get({ workspaceId, key: formName })).toEqual({
      text: '{"name":"Ep 12"}',
    });
    await test.handlers.workspaces.remove({ workspaceId });
    // One that was being saved during the removal.
    await test.handlers.forms.set({ workspaceId, key: formName, text: "{}" });
    expect(await test.handlers.forms.get({ workspaceId, key: formName })).toEqual({
      text: null,
    });
  });

  it("on this computer stays online without a network", async () => {
    const local = await connectWorkspace(test, service.baseUrl, service);
    test.network.change(false);
    expect((await only()).state).toBe("online");
    await uploadPaths(test, local, [await writeMediaFile(folder.path, "a.wav", 1000)]);
    await waitForUploads(test, local);
  });
});

describe("a local workspace", () => {
  it("is created with one call, in a separate process, and its media remain when it is removed", async () => {
    const defaults = await test.handlers.workspaces.localDefaults(undefined);
    expect(defaults.freeBytes).toBeGreaterThan(0);
    const workspace = await test.handlers.workspaces.createLocal(defaults);
    expect(workspace).toMatchObject({ kind: "local", state: "online", name: "This computer" });
    await uploadPaths(test, workspace.id, [await writeMediaFile(folder.path, "a.wav", 1000)]);
    await waitForUploads(test, workspace.id);
    const again = await test.handlers.workspaces.createLocal(defaults);
    expect(again.id).toBe(workspace.id);
    await test.handlers.workspaces.remove({ workspaceId: workspace.id });
    expect(existsSync(path.join(defaults.dataDir, "media", "a.wav"))).toBe(true);
  });

  it("is restarted when its process is killed", async () => {
    const defaults = await test.handlers.workspaces.localDefaults(undefined);
    const { id } = await test.handlers.workspaces.createLocal(defaults);
    localServices.kill(defaults.dataDir);
    await test.waitUntil(
      async () => ((await only()).state === "online" ? null : true),
      "the end of the process",
    );
    await test.waitUntil(
      async () => ((await only()).state === "online" ? true : null),
      "the restart",
    );
    await uploadPaths(test, id, [await writeMediaFile(folder.path, "a.wav", 1000)]);
    await waitForUploads(test, id);
  });

  it("rejects a folder that contains other files, and does not change them", async () => {
    const userFile = path.join(folder.path, "mine");
    const photo = await writeMediaFile(userFile, "uploads/holiday/photo.jpg", 10);
    await expect(test.handlers.workspaces.createLocal({ dataDir: userFile })).rejects.toMatchObject(
      {
        code: "invalid-input",
      },
    );
    expect(existsSync(photo)).toBe(true);
    expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
  });

  it("reports an unusable folder", async () => {
    const file = await writeMediaFile(folder.path, "a.wav", 10);
    await expect(
      test.handlers.workspaces.createLocal({ dataDir: path.join(file, "data") }),
    ).rejects.toMatchObject({ code: "invalid-input", details: [{ field: "dataDir" }] });
    await expect(
      test.handlers.workspaces.createLocal({
        dataDir: path.join(folder.path, "service"),
        opensExisting: true,
      }),
    ).rejects.toMatchObject({ code: "folder-in-use" });
    expect(await test.handlers.workspaces.list(undefined)).toEqual([]);
  });
});
