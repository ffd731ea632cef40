/** Endless responses: reading stops at a limit, and the response does not count as complete. */
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  waitForUploads,
  connectWorkspace,
  uploadPaths,
  writeMediaFile,
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
let sent: number;

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startHostileService();
  sent = 0;
  service.respondTo("GET /media/files", { body: [] });
  test = startBackend(path.join(folder.path, "profile"));
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

const mebibyte = 1024 ** 2;
/** A body that ends only with its connection. */
function* endless(): Generator<string> {
  const piece = "x".repeat(64 * 1024);
  for (;;) {
    sent += piece.length;
    yield piece;
  }
}

it("endless responses of a PUT are read up to 64 KiB, and the file is in the gallery", async () => {
  service.respondTo("POST /media/upload-url", { body: { uploadUrl: `${service.baseUrl}/put` } });
  service.respondTo("PUT /put", ({ md5 }: ReceivedRequest) => ({
    headers: { etag: `"${md5}"` },
    pieces: endless(),
  }));
  await uploadPaths(test, workspaceId, [await writeMediaFile(folder.path, "a.wav", 1000)]);
  const [upload] = await waitForUploads(test, workspaceId);
  expect(upload?.state).toBe("done");
  // Plus the socket buffers of both sides.
  expect(sent).toBeLessThan(32 * mebibyte);
});

it("endless responses with an error status are read up to 64 KiB, and the message is preserved", async () => {
  service.respondTo("GET /users", { status: 422, pieces: endless() });
  await expect(
    test.handlers.lists.refresh({ workspaceId, list: { kind: "users" } }),
  ).rejects.toMatchObject({ code: "invalid-input", message: "x".repeat(500) });
  expect(sent).toBeLessThan(32 * mebibyte);
});

it("endless responses that are not a list are aborted at once", async () => {
  service.respondTo("GET /users", { pieces: endless() });
  await expect(
    test.handlers.lists.refresh({ workspaceId, list: { kind: "users" } }),
  ).rejects.toMatchObject({ code: "unexpected-answer" });
  expect(sent).toBeLessThan(32 * mebibyte);
});
