/** The dry run rejects the same rows as the service: on generated drafts that cover all rules. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BulkRow } from "../../../preload/contract/bulk";
import { batchSettings, type ProjectType } from "../../../preload/model/resources";
import { writeBulk } from "../../../main/script-formats/bulk-write";
import { cellsOf } from "../../../main/backend/bulk/draft-rows";
import { scriptWorkerFile } from "../../helpers/programs";
import { bodyOf, uploadScript, type Json } from "../../helpers/local-workspace";
import { startOutboxHarness, type OutboxHarness } from "../../helpers/outbox-harness";
import { long } from "../../long";

let harness: OutboxHarness;
beforeAll(async () => {
  harness = await startOutboxHarness(scriptWorkerFile);
});
afterAll(async () => {
  await harness.remove();
});

/** Pseudorandom numbers from 0 to 1; the same seed gives the same sequence. */
function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const valid = "https://127.0.0.1:9/a.csv";
const names = [
  "",
  "  ",
  "One",
  "É",
  "x".repeat(500),
  "x".repeat(501),
  "a\u0007b",
  "\ud800",
  "a\nb",
  "=1",
  "_x0041_",
];
const locations = [
  "",
  valid,
  "https://127.0.0.1:9/a.srt",
  "https://127.0.0.1:9/a.docx?x=1",
  "https://127.0.0.1:9/%61.PDF",
  "show/a.mp4",
  "show/a.txt",
  "Scene 1: intro.mp4",
  "../a.mp4",
  "a\\b.mp4",
  "ftp://h/a.csv",
  "https://u:p@h/a.csv",
  "https://",
  "x".repeat(1100),
  `https://h/${"x".repeat(9000)}`,
  "a//b.csv",
];
const languages = ["", "FR-FR", "fr-fr", " de-de ", "XX", "français"];
const values: Record<string, readonly string[]> = {
  automaticInference: ["true", "no", "2", "WAHR"],
  noOfAlternativeTakes: ["0", "2", "3", "-1", "1.0", "1,5", "x"],
  autoCasting: ["TRUE", "off"],
  removeBackgroud: ["yes", "n"],
  automaticSpeakerDetection: ["1", "0"],
  noOfSpeakers: ["1", "1000", "1001", "0", "two"],
  sourceSpeakerSeparator: [":", " - ", "x".repeat(20), "x".repeat(21)],
  importText: ["y", "maybe"],
  importTiming: ["false"],
  importCharacters: ["FALSE"],
};
const types: ProjectType[] = ["media-dubbing", "line-dubbing", "audio-production"];

function draftOf(seed: number): { rows: BulkRow[]; settings: Json } {
  const next = random(seed);
  const pick = <T>(from: readonly T[], usual: T, probability = 0.4): T =>
    next() < probability ? from[Math.floor(next() * from.length)]! : usual;
  const rows = Array.from({ length: 1 + Math.floor(next() * 5) }, (_, index): BulkRow => ({
    id: index + 1,
    name: pick(names, `Row ${index}`),
    script: pick(locations, valid),
    video: pick(locations, next() < 0.5 ? "show/a.mp4" : ""),
    language: pick(languages, ""),
    settings: Object.fromEntries(
      Object.entries(values)
        .filter(() => next() < 0.12)
        .map(([name, some]) => [name, pick(some, some[0]!, 1)]),
    ),
  }));
  const common: Json = {};
  if (next() < 0.15) common["noOfAlternativeTakes"] = 1;
  if (next() < 0.05) common["importText"] = true;
  if (next() < 0.05) common["sourceSpeakerSeparator"] = "";
  return { rows, settings: common };
}

/** The numbers of the rows that the service rejects. */
async function rowsRejectedBy(projectId: string, rows: readonly BulkRow[], settings: Json) {
  const { client } = harness.service;
  const workbook = await writeBulk(rows.map((row) => cellsOf(row)));
  const scriptPath = await uploadScript(client, "bulk.xlsx", workbook);
  const response = await client.post(`/projects/${projectId}/batches/bulk`, {
    scriptPath,
    settings,
  });
  if (response.status === 400) return null;
  const at = `/batches/bulk/${String(bodyOf(response).requestId)}/status?limit=1000`;
  let page: Json[] = [];
  const isDecided = async () => {
    page = bodyOf<{ batches: Json[] }>(await client.get(at)).batches;
    return page.length > 0 && page.every(({ id, status }) => id !== "" || status === "failed");
  };
  await expect.poll(isDecided, { timeout: 60_000 }).toBe(true);
  const rejection = new Map<number, string>();
  for (const { id, message } of page) {
    const number = /^row (\d+):/.exec(String(message))?.[1];
    // The request as a whole, when all of its rows are empty.
    if (number === undefined) return null;
    if (id === "") rejection.set(Number(number), String(message));
  }
  return rejection;
}

const atOnce = 4;
it("agrees with the service on 20 drafts", () => compareDrafts(20));
it("agrees with the service on 500 drafts", { ...long, timeout: 600_000 }, () =>
  compareDrafts(500),
);

async function compareDrafts(drafts: number): Promise<void> {
  const projects = new Map<ProjectType, string>();
  for (const type of types) projects.set(type, await harness.project(type));
  const { workspaceId, test } = harness;
  await test.handlers.lists.refresh({ workspaceId, list: { kind: "languages" } });
  let rejections = 0;
  let rowsSeen = 0;
  const seeds = Array.from({ length: drafts }, (_, seed) => seed).values();
  const work = async () => {
    for (const seed of seeds) {
      const projectId = projects.get(types[seed % 3]!)!;
      const { rows, settings } = draftOf(seed);
      const draft = await test.handlers.bulk.createDraft({ workspaceId, projectId, name: "Grid" });
      const at = { workspaceId, draftId: draft.id };
      await test.handlers.bulk.changeDraft({ ...at, settings: batchSettings.parse(settings) });
      await test.handlers.bulk.saveRows({ ...at, rows, order: null });
      const { issues } = await test.handlers.bulk.dryRun(at);
      await test.handlers.bulk.deleteDraft(at);
      const dryRunResult = (id: number) =>
        issues.filter(
          ({ rowId, severity, rule }) =>
            rowId === id && severity === "error" && rule !== "not-in-gallery",
        );
      const serviceResult = await rowsRejectedBy(projectId, rows, settings);
      for (const [index, row] of rows.entries()) {
        const isEmpty = cellsOf(row).every((text) => text.trim() === "");
        if (isEmpty) continue;
        rowsSeen += 1;
        const isRejected = serviceResult === null || serviceResult.has(index + 2);
        if (isRejected) rejections += 1;
        expect(
          dryRunResult(row.id).length > 0,
          `seed ${seed}, ${types[seed % 3]}: ${JSON.stringify(row).slice(0, 500)} ${JSON.stringify(settings)}: service ${serviceResult?.get(index + 2) ?? (serviceResult ? "accepts it" : "rejects all")}, dry run ${JSON.stringify(dryRunResult(row.id))}`,
        ).toBe(isRejected);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // Both valid and invalid rows occurred.
  expect(rowsSeen).toBeGreaterThan(drafts * 2);
  expect(rejections / rowsSeen).toBeGreaterThan(0.2);
  expect(rejections / rowsSeen).toBeLessThan(0.95);
}
