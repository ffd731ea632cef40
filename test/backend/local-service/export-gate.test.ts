/** What stops an export: lines without a text, a take or an approval, and errors of checks. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../helpers/backend";
import { castByName, waitForDub } from "../../helpers/dub-material";
import { createDubbedBatch, planOf, startExport, untilEnded } from "../../helpers/exports";
import { startLocalService, type RunningLocalService } from "../../helpers/local-service";
import { bodyOf, createBatch, createProject, uploadScript } from "../../helpers/local-workspace";
import { scriptWorkerFile } from "../../helpers/programs";
import { startSpokenEngine } from "../../helpers/spoken-engine";

let local: RunningLocalService;
let target: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  target = await temporaryFolder();
  local = await startLocalService({ scriptWorkerFile, startEngine: () => startSpokenEngine() });
});
afterAll(async () => {
  await local.remove();
  await target.remove();
});

const languageId = "es-es";
const parts = ["takes", "reports"];
const requestOf = (language = languageId) => ({ languages: [language], parts, preset: "online" });

/** Two lines in Spanish, and a third one that is not translated. */
async function createTranslatedBatch(): Promise<string> {
  const project = await createProject(local.client, {
    type: "audio-production",
    sourceLanguage: undefined,
    targetLanguages: [languageId],
  });
  const rows = [
    "1,ANNA,Hola.,Hello.",
    "2,BOB,Hasta mañana.,Until tomorrow.",
    "3,ANNA,,Good night.",
  ];
  const content = `ID,Character,Text_ES-ES,Text_EN-US\n${rows.join("\n")}\n`;
  const scriptPath = await uploadScript(local.client, "script.csv", content);
  const { id } = await createBatch(local.client, project, { scriptPath });
  await castByName(local.client, project, { ANNA: "Brandon", BOB: "Brandon" });
  await waitForDub(() => local.client, String(id), "incomplete");
  return String(id);
}

async function apply(
  batch: string,
  lines: readonly number[],
  change: object,
  language = languageId,
) {
  const body = { languageId: language, lines, change };
  bodyOf(await local.client.post(`/local/batches/${batch}/review/apply`, body));
}
const approve = (batch: string, lines: readonly number[], language = languageId) =>
  apply(batch, lines, { decision: "approved", by: "Mia" }, language);

async function expectRefused(batch: string, language = languageId): Promise<void> {
  const body = { ...requestOf(language), folder: target.path };
  const { status, text } = await local.client.post(`/local/batches/${batch}/exports`, body);
  expect([status, text]).toEqual([409, expect.stringContaining("includeUnapproved")]);
}

/** The languages of the manifest of a batch that is delivered anyway. */
async function deliveredAnyway(batch: string, language = languageId) {
  const started = await startExport(local.client, batch, {
    ...requestOf(language),
    folder: target.path,
    includeUnapproved: true,
  });
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
  const text = await readFile(path.join(started.folder, "manifest.json"), "utf8");
  return (JSON.parse(text) as { languages: unknown[] }).languages;
}

it("is stopped by lines without a text and without a take, which the manifest lists", async () => {
  const batch = await createTranslatedBatch();
  await approve(batch, [1, 2]);
  const withoutText = { withoutText: [3], withoutTake: [], unapproved: [] };
  const errors = [{ number: 3, check: "missing" }];
  expect((await planOf(local.client, batch, requestOf())).missing).toEqual([
    {
      languageId,
      ...withoutText,
      errors,
      counts: { withoutText: 1, withoutTake: 0, unapproved: 0, errors: 1 },
    },
  ]);
  await expectRefused(batch);
  expect(await deliveredAnyway(batch)).toMatchObject([{ ...withoutText, errors, approved: 2 }]);

  // Another text: its take is of other words.
  const line = `/local/batches/${batch}/lines/2/${languageId}`;
  const { line: found } = bodyOf<{ line: { revision: number } }>(await local.client.get(line));
  bodyOf(
    await local.client.call("PUT", line, {
      revision: found.revision,
      target: "Hasta luego.",
    }),
  );
  const both = { withoutText: [3], withoutTake: [2], unapproved: [] };
  // The plan waits until the takes are compared with the text.
  expect((await planOf(local.client, batch, requestOf())).missing).toMatchObject([
    { ...both, errors: [{ number: 2 }, { number: 3 }] },
  ]);
  await expectRefused(batch);
  expect(await deliveredAnyway(batch)).toMatchObject([{ ...both, approved: 1 }]);
});

it("is not stopped by a line whose check is ignored", async () => {
  const batch = await createTranslatedBatch();
  await approve(batch, [1, 2]);
  const body = { check: "missing", isIgnored: true, by: "Mia" };
  const at = `/local/batches/${batch}/lines/3/${languageId}/checks`;
  bodyOf(await local.client.call("PUT", at, body));
  const started = await startExport(local.client, batch, {
    ...requestOf(),
    folder: target.path,
  });
  expect(await untilEnded(() => local.client, started)).toMatchObject({ state: "made" });
  const report = path.join(started.folder, "es-ES/report/checks.csv");
  expect(await readFile(report, "utf8")).toContain("missing,error,,Mia");
});

it("is stopped by an error of a check, which the manifest lists", async () => {
  const language = "en-us";
  const batch = await createDubbedBatch(local.client);
  await approve(batch, [1, 2, 3, 4], language);
  expect((await planOf(local.client, batch, requestOf(language))).missing).toMatchObject([
    { counts: { withoutText: 0, withoutTake: 0, unapproved: 0, errors: 0 } },
  ]);
  // Two takes of one character at the same time.
  await apply(batch, [3], { offsetMs: -4_000 }, language);
  await approve(batch, [3], language);
  const errors = [{ number: 3, check: "overlap" }];
  expect((await planOf(local.client, batch, requestOf(language))).missing).toMatchObject([
    { withoutText: [], withoutTake: [], unapproved: [], errors },
  ]);
  await expectRefused(batch, language);
  expect(await deliveredAnyway(batch, language)).toMatchObject([{ errors, unapproved: [] }]);
});
