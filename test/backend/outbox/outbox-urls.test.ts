/** Pre-signed URLs of scripts in a bucket are never written to disk. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import { openZip } from "../../../main/script-formats/files/zip";
import { createLog } from "../../../main/common/log";
import { startBucketServer, type BucketServer } from "../../helpers/bucket-server";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let bucket: BucketServer;
let harness: OutboxHarness;
const lines: string[] = [];

beforeAll(async () => {
  bucket = await startBucketServer();
  harness = await startOutboxHarness(scriptWorkerFile, {
    log: createLog((_level, line) => lines.push(line)),
  });
});
afterAll(async () => {
  await harness.remove();
  await bucket.close();
});

const profile = () => path.join(harness.folder, "profile");
const outbox = () => path.join(profile(), "outbox");
// Synchronous, so that nothing else runs between two steps of sending.
function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => path.join(folder, name)).filter((file) => statSync(file).isFile());
}
/** The text of a file; for a zip file, the text of its entries. */
function textOf(file: string): string {
  const bytes = readFileSync(file);
  if (bytes.subarray(0, 2).toString("latin1") !== "PK") return bytes.toString("latin1");
  const zip = openZip(bytes);
  return zip.names.map((name) => zip.read(name).toString("latin1")).join("\n");
}
const signedOnDisk = () =>
  filesBelow(profile()).filter((file) => /X-Amz-|Signature/i.test(textOf(file)));

/** Configures a bucket for the workspace: its service no longer announces a script store. */
async function useBucket(): Promise<void> {
  const { workspaceId } = harness;
  void harness.proxy.injectFault({
    method: "GET",
    path: /\/local(\?|$)/,
    fault: { kind: "respond", status: 404 },
    times: Infinity,
  });
  await harness.restart();
  const { secretAccessKey, ...settings } = bucket.connection;
  await harness.test.handlers.scriptStore.setBucket({
    workspaceId,
    bucket: settings,
    secretAccessKey,
  });
  await expect
    .poll(async () => (await harness.test.handlers.scriptStore.get({ workspaceId })).kind)
    .toBe("bucket");
}

it("signed URLs are in no file while a bulk request is sent, and no copies remain afterwards", async () => {
  const project = await harness.project("line-dubbing");
  await useBucket();
  const { workspaceId } = harness;
  await harness.file("one.wav", bytesOf(100, 1));
  const script = await harness.file(
    "lines.csv",
    "Character,Text_FR-FR,Source_Audio\nAnna,Un,one.wav\n",
  );
  const row: BulkRow = {
    id: 1,
    name: "Row 1",
    video: "",
    script,
    language: "",
    settings: {},
  };
  const duringSending: { signed: string[]; copies: string[] }[] = [];
  await harness.restart({
    onSendingStep(step) {
      if (step !== "attempted") return;
      duringSending.push({ signed: signedOnDisk(), copies: filesBelow(outbox()) });
    },
  });
  const { bulk } = harness.test.handlers;
  const { id: draftId } = await bulk.createDraft({ workspaceId, projectId: project, name: "S1" });
  await bulk.saveRows({ workspaceId, draftId, rows: [row], order: null });
  const { entryId } = await bulk.start({ workspaceId, draftId, rowIds: null });
  await harness.waitForState(entryId, "sent");
  expect(bucket.requests.filter((line) => line.startsWith("PUT"))).toHaveLength(2);
  // The copy of the script exists until the request is sent.
  expect(duringSending).toEqual([{ signed: [], copies: [expect.stringMatching(/lines\.csv$/)] }]);
  await expect.poll(() => filesBelow(outbox())).toEqual([]);
  expect(signedOnDisk()).toEqual([]);
  expect(lines.join("\n")).not.toMatch(/X-Amz-/);
});
