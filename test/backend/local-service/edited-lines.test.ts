/** Lines that were edited are delivered as they are now, and a backup contains them. */
import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { castByName } from "../../helpers/dub-material";
import { startEngine } from "../../helpers/engine";
import { hashesBelow, startExport, untilEnded } from "../../helpers/exports";
import {
  startLocalService,
  type LocalClient,
  type RunningLocalService,
} from "../../helpers/local-service";
import {
  bodyOf,
  createBatch,
  createProject,
  uploadScript,
  type Json,
} from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";

interface Line {
  number: number;
  identity: number;
  target: string;
  character: string;
  startMs: number;
  endMs: number;
  state: string;
  revision: number;
  decision: string | null;
  takes: number;
}

const languageId = "en-us";
const script = `1
00:00:01,000 --> 00:00:03,000
ANNA: The first line is long

2
00:00:04,000 --> 00:00:06,000
BOB: The second line

3
00:00:07,000 --> 00:00:09,000
ANNA: The third line

4
00:00:10,000 --> 00:00:12,000
BOB: The fourth line
`;

let local: RunningLocalService;
let other: RunningLocalService;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let project = "";
let batch = "";
const start = () => startLocalService({ scriptWorkerFile, startEngine });
beforeAll(async () => {
  [local, other, folder] = await Promise.all([start(), start(), temporaryFolder()]);
  project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [languageId],
  });
  const scriptPath = await uploadScript(local.client, "episode.srt", script);
  const settings = { sourceSpeakerSeparator: ":" };
  const created = await createBatch(local.client, project, {
    name: "Episode",
    scriptPath,
    languageCode: languageId,
    settings,
  });
  batch = String(created.id);
  await castByName(local.client, project, { ANNA: "Savannah", BOB: "Brandon" });
}, 60_000);
afterAll(() => Promise.all([local.remove(), other.remove(), folder.remove()]));

const linesOf = async (client: LocalClient) =>
  bodyOf<{ lines: Line[] }>(
    await client.get(`/local/batches/${batch}/review?languageId=${languageId}`),
  ).lines;
const lineAt = (number: number) => `/local/batches/${batch}/lines/${number}/${languageId}`;
const revisionOf = async (client: LocalClient, number: number) =>
  (await linesOf(client))[number - 1]?.revision ?? 0;
/** All lines have a present take, and their checks are made. */
const untilMade = (client: LocalClient) =>
  expect
    .poll(
      async () => {
        const lines = await linesOf(client);
        const { status } = bodyOf(await client.get(`/batches/${batch}`));
        const { languages } = bodyOf<{ languages: { areChecksDue: boolean }[] }>(
          await client.get(`/local/batches/${batch}/review/summary`),
        );
        const areChecked = languages.every(({ areChecksDue }) => !areChecksDue);
        const areMade = lines.every(({ takes, state }) => takes > 0 && state !== "stale");
        return [status, areMade, areChecked];
      },
      { timeout: 60_000 },
    )
    .toEqual(["completed", true, true]);
async function change(client: LocalClient, number: number, values: Json): Promise<void> {
  const revision = await revisionOf(client, number);
  bodyOf(await client.call("PUT", lineAt(number), { revision, ...values }));
}
async function edit(client: LocalClient, values: Json): Promise<number> {
  const body = { languageId, edit: values, by: "Rosa" };
  return bodyOf<{ id: number }>(await client.post(`/local/batches/${batch}/line-edits`, body)).id;
}
const approveAll = (client: LocalClient) =>
  client.post(`/local/batches/${batch}/review/apply`, {
    languageId,
    filter: "",
    change: { decision: "approved", by: "Rosa" },
  });
/** Delivers the batch; returns the folder of its language, and its files with their hashes. */
async function deliver(client: LocalClient, name: string) {
  const target = path.join(folder.path, name);
  await mkdir(target);
  const request = { languages: [languageId], parts: ["takes", "subtitles", "cues"] };
  const started = await startExport(client, batch, {
    ...request,
    preset: "online",
    folder: target,
  });
  expect(await untilEnded(() => client, started)).toMatchObject({ state: "made", problem: "" });
  return { at: started.folder, hashes: await hashesBelow(started.folder) };
}
const takeFiles = (hashes: Record<string, string>) =>
  Object.keys(hashes)
    .filter((file) => file.endsWith(".wav"))
    .sort();
const subtitlesOf = async ({ at, hashes }: Awaited<ReturnType<typeof deliver>>) => {
  const file = Object.keys(hashes).find((one) => one.endsWith(".srt")) ?? "";
  return (await readFile(path.join(at, file), "utf8")).replaceAll("\r\n", "\n");
};

it("edited lines are delivered with their new times, texts and numbers, also from a restored backup", async () => {
  const { client } = local;
  await untilMade(client);
  // Line 1 becomes two lines, line 2 is deleted, line 3 moved, and line 4 deleted and restored.
  const revision = await revisionOf(client, 1);
  await edit(client, { kind: "split", number: 1, revision, textEnd: 14, atMs: 2_000 });
  await edit(client, { kind: "delete", number: 3, revision: await revisionOf(client, 3) });
  await change(client, 3, { startMs: 7_400, endMs: 9_400 });
  const deleted = await edit(client, {
    kind: "delete",
    number: 4,
    revision: await revisionOf(client, 4),
  });
  await edit(client, { kind: "undo", id: deleted });
  const dub = { languageIds: [languageId] };
  bodyOf(await client.post(`/local/batches/${batch}/dubs/start`, dub));
  await untilMade(client);
  await approveAll(client);
  const lines = await linesOf(client);
  expect(
    lines.map(({ number, character, target, startMs, endMs, state }) => [
      number,
      character,
      target,
      startMs,
      endMs,
      state,
    ]),
  ).toEqual([
    [1, "ANNA", "The first line", 1_000, 2_000, "approved"],
    [2, "ANNA", "is long", 2_000, 3_000, "approved"],
    [3, "ANNA", "The third line", 7_400, 9_400, "approved"],
    [4, "BOB", "The fourth line", 10_000, 12_000, "approved"],
  ]);
  const delivered = await deliver(client, "first");
  expect(takeFiles(delivered.hashes)).toHaveLength(4);
  const subtitles = await subtitlesOf(delivered);
  expect(subtitles).toContain("00:00:07,400 --> 00:00:09,400\nThe third line");
  expect(subtitles).not.toContain("The second line");
  expect(subtitles).toContain("The fourth line");

  const backup = path.join(folder.path, "backup");
  bodyOf(await client.post("/local/backup", { folder: backup }));
  expect((await other.client.post("/local/restore", { folder: backup })).status).toBe(200);
  await untilMade(other.client);
  const content = ({ revision: _revision, ...line }: Line) => line;
  expect((await linesOf(other.client)).map(content)).toEqual(lines.map(content));
  const again = await deliver(other.client, "second");
  expect(takeFiles(again.hashes)).toEqual(takeFiles(delivered.hashes));
  for (const file of takeFiles(again.hashes))
    expect([file, again.hashes[file]]).toEqual([file, delivered.hashes[file]]);
  expect(await subtitlesOf(again)).toBe(subtitles);
  // A restored workspace can undo what was edited before the backup, and edits go on.
  const next = await edit(other.client, {
    kind: "merge",
    number: 1,
    revision: await revisionOf(other.client, 1),
    nextRevision: await revisionOf(other.client, 2),
  });
  expect((await linesOf(other.client)).map(({ target }) => target)).toEqual([
    "The first line is long",
    "The third line",
    "The fourth line",
  ]);
  await edit(other.client, { kind: "undo", id: next });
  expect((await linesOf(other.client)).map(content)).toEqual(lines.map(content));
});
