/** Scripts for line dubbing: no uploaded script contains paths of this computer. */
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, waitForIngestion, type Json } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let here: OutboxHarness;
beforeEach(async () => {
  here = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => here.remove());

const header = "Character,Text_FR-FR,Source_Audio\n";
/** An entry whose audio is uploaded while the project's list cannot be read: its script is not uploaded yet. */
async function waiting() {
  void here.proxy.injectFault({
    method: "GET",
    path: /\/batches(\?|$)/,
    fault: { kind: "answer", status: 503 },
    times: Infinity,
  });
  const project = await here.project("line-dubbing");
  const audio = await here.file("audio/one.wav", bytesOf(100, 1));
  const script = await here.file("lines.csv", `${header}Anna,Un,audio/one.wav\n`);
  const id = await here.add(project, { script: { kind: "file", path: script } }, "show/");
  await expect.poll(() => here.service.client.files()).toEqual(["show/audio/one.wav"]);
  await expect.poll(async () => (await here.entry(id)).waitsFor.uploads).toBe(0);
  return { project, audio, script, id };
}
const resume = async (id: number) => {
  here.proxy.clearFaults();
  await here.test.handlers.outbox.retry({ workspaceId: here.workspaceId, entryIds: [id] });
};

it("uses the gallery path of uploaded audio, also after the local file was deleted", async () => {
  const { audio, id } = await waiting();
  await rm(path.dirname(audio), { recursive: true });
  await here.restart();
  await resume(id);
  const { resultId } = await here.waitForState(id, "sent");
  await waitForIngestion(here.service.client, resultId);
  const answer = await here.service.client.get(`/local/batches/${resultId}/lines?limit=100`);
  const { lines } = bodyOf<{ lines: Json[] }>(answer);
  expect(lines.map(({ sourceAudio }) => sourceAudio)).toEqual(["show/audio/one.wav"]);
});

it.each([
  ["names audio that does not exist", `${header}Anna,Un,audio/two.wav\n`, "source-audio-not-found"],
  ["can no longer be read", "\0\0\0\0", "file-unreadable"],
])("is refused where the script %s", async (_why, content, message) => {
  const { project, script, id } = await waiting();
  await here.restart();
  await writeFile(script, content);
  await resume(id);
  expect(await here.waitForState(id, "refused")).toMatchObject({
    problem: { code: "invalid-input" },
    fields: [{ field: "scriptPath", message }],
  });
  expect(await here.batches(project)).toEqual([]);
});
