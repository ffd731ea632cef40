/** Scripts for line dubbing: no uploaded script contains paths of this computer. */
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { scriptWorkerFile } from "../../helpers/programs";
import { bytesOf } from "../../helpers/local-service";
import { bodyOf, waitForIngestion, type Json } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";

let harness: OutboxHarness;
beforeEach(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterEach(() => harness.remove());

const header = "Character,Text_FR-FR,Source_Audio\n";
/**
 * An entry whose audio is uploaded while the project's list cannot be read: its script is not
 * uploaded yet.
 */
async function waiting() {
  void harness.proxy.injectFault({
    method: "GET",
    path: /\/batches(\?|$)/,
    fault: { kind: "respond", status: 503 },
    times: Infinity,
  });
  const project = await harness.project("line-dubbing");
  const audio = await harness.file("audio/one.wav", bytesOf(100, 1));
  const script = await harness.file("lines.csv", `${header}Anna,Un,audio/one.wav\n`);
  const id = await harness.add(project, { script: { kind: "file", path: script } }, "show/");
  await expect.poll(() => harness.service.client.files()).toEqual(["show/audio/one.wav"]);
  await expect.poll(async () => (await harness.entry(id)).waitsFor.uploads).toBe(0);
  return { project, audio, script, id };
}
const resume = async (id: number) => {
  harness.proxy.clearFaults();
  await harness.test.handlers.outbox.retry({ workspaceId: harness.workspaceId, entryIds: [id] });
};

it("uses the gallery path of uploaded audio, also after the local file was deleted", async () => {
  const { audio, id } = await waiting();
  await rm(path.dirname(audio), { recursive: true });
  await harness.restart();
  await resume(id);
  const { resultId } = await harness.waitForState(id, "sent");
  await waitForIngestion(harness.service.client, resultId);
  const response = await harness.service.client.get(`/local/batches/${resultId}/lines?limit=100`);
  const { lines } = bodyOf<{ lines: Json[] }>(response);
  expect(lines.map(({ sourceAudio }) => sourceAudio)).toEqual(["show/audio/one.wav"]);
});

it.each([
  [
    "references missing audio",
    `${header}Anna,Un,audio/two.wav\n`,
    "source-audio-not-found C2 two.wav",
  ],
  ["can no longer be read", "\0\0\0\0", "file-unreadable"],
])("a request is rejected if the script %s", async (_why, content, message) => {
  const { project, script, id } = await waiting();
  await harness.restart();
  await writeFile(script, content);
  await resume(id);
  expect(await harness.waitForState(id, "refused")).toMatchObject({
    problem: { code: "invalid-input" },
    fields: [{ field: "scriptPath", message }],
  });
  expect(await harness.batches(project)).toEqual([]);
});

it("a hosted service gets foreign tables and subtitles in a format that it knows", async () => {
  const project = await harness.project("audio-production");
  const table = "Show;;\nNr;Rolle;Dialog\n001;Anna;Bonjour.\n002;Ben;Salut, Anna.\n";
  const subtitles = "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Anna>Bonjour.\n";
  for (const [name, content] of [
    ["liste.csv", table],
    ["film.vtt", subtitles],
  ] as const) {
    const file = await harness.file(name, content);
    const id = await harness.add(project, {
      name,
      script: { kind: "file", path: file },
      languageCode: "FR-FR",
    });
    const { resultId } = await harness.waitForState(id, "sent");
    await waitForIngestion(harness.service.client, resultId);
    const response = await harness.service.client.get(`/local/batches/${resultId}/lines?limit=9`);
    const { lines, format } = bodyOf<{ lines: Json[]; format?: string }>(response);
    expect(lines[0]).toMatchObject({ character: "Anna", texts: { "fr-fr": "Bonjour." } });
    expect(format ?? "xlsx").toBe("xlsx");
    expect(await readFile(file, "utf8")).toBe(content);
  }
});
