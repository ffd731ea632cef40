/**
 * A 401 or 403 of a service: when it concerns the credentials of the workspace, and when a single
 * request.
 */
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  writeMediaFile,
  memoryVault,
  startBackend,
  temporaryFolder,
  type TestBackend,
} from "../../helpers/backend";
import {
  startHostileService,
  type ReceivedRequest,
  type HostileService,
} from "../../helpers/hostile-service";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: HostileService;
let test: TestBackend;
let workspaceId: string;
let issued: number;

const rejection = { status: 403, body: { message: "no access to this folder" } };

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startHostileService();
  issued = 0;
  service.respondTo("POST /auth/token", () => {
    issued += 1;
    return { body: { accessToken: `token ${issued}`, refreshToken: "refresh" } };
  });
  service.respondTo("POST /auth/refresh", { status: 400 });
  service.respondTo("GET /media/files", { body: [] });
  test = startBackend(path.join(folder.path, "profile"));
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const readUsers = () => test.handlers.lists.refresh({ workspaceId, list: { kind: "users" } });
const state = async () => (await test.handlers.workspaces.list(undefined))[0]?.state;

/**
 * Signs uploads of every file except those with "secret" in their name, and accepts their bytes.
 */
function acceptUploads(): void {
  service.respondTo("POST /media/upload-url", ({ body }: ReceivedRequest) => {
    const { fileName } = JSON.parse(body) as { fileName: string };
    if (fileName.includes("secret")) return rejection;
    return { body: { uploadUrl: `${service.baseUrl}/put` } };
  });
  service.respondTo("PUT /put", ({ md5 }: ReceivedRequest) => ({ headers: { etag: `"${md5}"` } }));
}

describe("403 for one request", () => {
  it("fails that file with the message of the service, and all others continue", async () => {
    acceptUploads();
    await writeMediaFile(path.join(folder.path, "a"), "1.wav", 1000);
    await writeMediaFile(path.join(folder.path, "a"), "2 secret.wav", 1000);
    await writeMediaFile(path.join(folder.path, "a"), "3.wav", 1000);
    await uploadPaths(test, workspaceId, [path.join(folder.path, "a")]);
    const uploads = await waitForUploads(test, workspaceId);
    const inOrder = uploads.sort((a, b) => a.name.localeCompare(b.name));
    expect(inOrder.map(({ name, state: end, problem }) => [name, end, problem])).toEqual([
      ["1.wav", "done", null],
      ["2 secret.wav", "failed", { code: "request-refused", message: "no access to this folder" }],
      ["3.wav", "done", null],
    ]);
    expect((await test.handlers.uploads.summary({ workspaceId })).suspension).toBeNull();
    expect(await state()).toBe("online");
  });

  it("is recognised by a check request if no other call has succeeded yet", async () => {
    await test.stop();
    service.respondTo("GET /users", rejection);
    test = startBackend(path.join(folder.path, "second"), { vault: memoryVault(true) });
    workspaceId = await connectWorkspace(test, service.baseUrl, service);
    const before = service.count("GET", "/models");
    const tokens = issued;
    await expect(readUsers()).rejects.toMatchObject({
      code: "request-refused",
      message: "no access to this folder",
    });
    expect(service.count("GET", "/models")).toBe(before + 1);
    // At most one token: the first one of the new connection.
    expect(issued - tokens).toBeLessThanOrEqual(1);
    expect(await state()).toBe("online");
  });
});

describe("rejected credentials", () => {
  it("are a 403 for every call, also for the check request", async () => {
    service.respondTo("GET /users", rejection);
    service.respondTo("GET /models", rejection);
    await expect(readUsers()).rejects.toMatchObject({ code: "token-refused" });
    expect(await state()).toBe("token-refused");
  });

  it("are a 401 after a new token, while other calls succeed", async () => {
    service.respondTo("GET /users", { status: 401, body: { message: "who are you" } });
    const tokens = issued;
    await expect(readUsers()).rejects.toMatchObject({ code: "token-refused" });
    expect(issued).toBeGreaterThan(tokens);
    expect(await state()).toBe("token-refused");
  });

  it("are not assumed if the check request gets no response", async () => {
    service.respondTo("GET /users", rejection);
    service.respondTo("GET /models", { status: 500 });
    await expect(readUsers()).rejects.toMatchObject({ code: "service-error" });
    expect(await state()).toBe("online");
  });
});

it("an expired token that gets a 403 is replaced, and no request fails", async () => {
  service.respondTo("GET /users", ({ token }: ReceivedRequest) =>
    token === "token 1" ? rejection : { body: [{ id: "u1" }] },
  );
  service.respondTo("GET /models", ({ token }: ReceivedRequest) =>
    token === "token 1" ? rejection : { body: [] },
  );
  await test.stop();
  issued = 0;
  test = startBackend(path.join(folder.path, "second"), { vault: memoryVault(true) });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
  await readUsers();
  expect(await state()).toBe("online");
});

describe("a client secret that cannot be read", () => {
  const restartWith = async (vault: ReturnType<typeof memoryVault>) => {
    await test.stop();
    service.requests.length = 0;
    issued = 0;
    test = startBackend(path.join(folder.path, "profile"), { vault });
    return test.waitUntil(async () => {
      const [found] = await test.handlers.workspaces.list(undefined);
      return found && found.state !== "unknown" ? found : null;
    }, "the state of the workspace");
  };

  it("was stored only until the application quit: the service is not contacted", async () => {
    const after = await restartWith(memoryVault());
    expect(after).toMatchObject({
      state: "secret-missing",
      problem: { code: "secret-missing" },
      isSecretPersistent: false,
    });
    expect([service.requests, issued]).toEqual([[], 0]);
    await test.handlers.workspaces.replaceSecret({
      workspaceId,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      authScheme: "raw",
    });
    expect(await state()).toBe("online");
  });

  it("is in a lockedKeychain keychain: the service is not contacted", async () => {
    const lockedKeychain = { ...memoryVault(true), has: () => true };
    expect(await restartWith(lockedKeychain)).toMatchObject({
      state: "secret-missing",
      problem: { code: "secret-unreadable" },
    });
    expect([service.requests, issued]).toEqual([[], 0]);
  });

  it("suspends the queue until it is entered", async () => {
    await restartWith(memoryVault());
    acceptUploads();
    await uploadPaths(test, workspaceId, [await writeMediaFile(folder.path, "1.wav", 1000)]);
    const suspension = await test.waitUntil(
      async () => (await test.handlers.uploads.summary({ workspaceId })).suspension,
      "the suspended queue",
    );
    expect(suspension).toMatchObject({ code: "secret-missing", until: null });
  });
});
