/** Messages of a service may repeat what it received: secrets in them are removed. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createRemote } from "../../../main/remote/remote";
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
const projectId = "p1";

beforeEach(async () => {
  folder = await temporaryFolder();
  service = await startHostileService();
  test = startBackend(path.join(folder.path, "profile"), { vault: memoryVault(true) });
  workspaceId = await connectWorkspace(test, service.baseUrl, service);
});
afterEach(async () => {
  await test.stop();
  await service.close();
  await folder.remove();
});

describe("a signed URL in a message of the service", () => {
  const where = "https://bucket.test/take.wav";
  const signed = `${where}?X-Amz-Signature=5ec4e7&token=5ec4e7`;
  const words = `Source_Audio of row 3 cannot be fetched: ${signed}`;
  const secret = /5ec4e7/;

  it("about batches and projects reaches neither the window nor the disk", async () => {
    const translations = [{ languageId: "fr-fr", isCompleted: false, status: words }];
    const batch = { id: "a", projectId, name: "a", status: words, message: words, translations };
    service.respondTo(`GET /projects/${projectId}/batches`, { body: [batch] });
    service.respondTo("GET /projects", { body: [{ id: projectId, name: "One", status: words }] });
    for (const list of [{ kind: "projects" }, { kind: "batches", projectId }] as const)
      await test.handlers.lists.refresh({ workspaceId, list });
    const one = { workspaceId, projectId, batchId: "a" };
    const { batch: shown } = await test.handlers.batches.get(one);
    for (const text of [shown.status, shown.message, shown.translations[0]!.status])
      expect(text).toBe(`Source_Audio of row 3 cannot be fetched: ${where}?[redacted]`);
    const project = await test.handlers.projects.get({ workspaceId, projectId });
    expect(JSON.stringify(project)).not.toMatch(secret);
    await test.stop();
    const files = (await readdir(path.join(folder.path, "profile"))).filter((name) =>
      name.startsWith("dubyard.db"),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files)
      expect((await readFile(path.join(folder.path, "profile", name))).includes("5ec4e7")).toBe(
        false,
      );
  });

  it("about bulk requests, lines and failed uploads does not leave the client", async () => {
    const remote = createRemote({
      connection: () => Promise.resolve({ ...service, authScheme: "raw" as const }),
    });
    service.respondTo("GET /batches/bulk/r/status", ({ query }) => ({
      body: query.has("page")
        ? { batches: [{ id: "a", name: "a", status: words, message: words }] }
        : { status: words, progress: 50 },
    }));
    const line = {
      number: 1,
      lineId: "",
      characterId: "",
      character: "",
      startMs: null,
      endMs: null,
    };
    const lines = [signed, "anna@studio.test  1.wav"].map((sourceAudio) => ({
      ...line,
      sourceAudio,
      emotion: "",
      intensity: "",
      texts: {},
    }));
    const body = { page: 1, limit: 10, total: 2, lines };
    service.respondTo("GET /local/batches/a/lines", { body });
    service.respondTo("POST /local/projects/p1/glossary/import", {
      body: { added: 0, changed: 0, problems: [{ row: 2, message: words }] },
    });
    service.respondTo("POST /media/upload-url/multipart", { body: { error: { message: words } } });
    const file = { fileName: "a.wav", contentType: "audio/wav" };
    const reportedMessages = [
      await remote.bulk.status("r"),
      await remote.bulk.page("r", 1, 10),
      await remote.extensions.batches.lines("a", 1, 10),
      await remote.extensions.glossary.importCsv("p1", "word"),
      await remote.media
        .complete(file, { uploadId: "u", parts: [] })
        .catch((error: unknown) => (error as Error).message),
    ];
    await remote.close();
    for (const one of reportedMessages) {
      expect(JSON.stringify(one)).toContain(where);
      expect(JSON.stringify(one)).not.toMatch(secret);
    }
    // A gallery path is not a message.
    expect(JSON.stringify(reportedMessages[2])).toContain("anna@studio.test  1.wav");
  });
});
