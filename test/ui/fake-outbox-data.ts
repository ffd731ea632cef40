/** Realistic scripts, pending requests and bulk tables, with every state at least once. */
import type { BulkMatch, BulkRow } from "../../preload/contract/bulk";
import type { OutboxEntry } from "../../preload/contract/outbox";
import type { CheckedLine, ScriptReport } from "../../preload/contract/scripts";
import { scriptTypeOf } from "../../preload/facts/script-formats";
import type { FakeOutbox } from "./fake-outbox";

const minute = 60_000;
const ago = (minutes: number) => Date.now() - minutes * minute;

/** The report of a valid script. */
export function someReport(path: string): ScriptReport {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  return {
    path,
    name,
    size: 48_300,
    modifiedAt: ago(240),
    format: scriptTypeOf(name)?.format ?? "",
    lineCount: 240,
    characters: [
      { name: "Anna", lines: 120 },
      { name: "Bruno", lines: 80 },
      { name: "The Harbour Master", lines: 40 },
    ],
    languages: ["en-gb", "de-de"],
    isLanguageMissing: false,
    separator: null,
    sheet: "",
    counts: { errors: 0, warnings: 0 },
    problems: [],
    sourceAudio: { local: 0, missing: 0, gallery: 0, urls: 0 },
  };
}

/** A line of a script by its number, from 1. */
export function someLine(number: number): CheckedLine {
  return {
    number,
    row: number + 1,
    character: ["Anna", "Bruno", "The Harbour Master"][number % 3] ?? "",
    text: { "en-gb": `Line ${number}`, "de-de": `Zeile ${number}` },
    sourceAudio: "",
    emotion: number % 4 === 0 ? "joy" : "",
    intensity: "",
    startMs: number * 2500,
    endMs: number * 2500 + 2100,
  };
}

/** A row of a bulk table by its number, from 1. */
export function someRow(number: number, change: Partial<BulkRow> = {}): BulkRow {
  const episode = `S02E${String(number).padStart(2, "0")}`;
  return {
    id: number,
    name: `Ep ${number}`,
    video: `season-2/${episode}_conform.mov`,
    script: `/home/sam/scripts/${episode}.srt`,
    language: "de-de",
    settings: {},
    ...change,
  };
}

export function someMatch(change: Partial<BulkMatch> & Pick<BulkMatch, "name">): BulkMatch {
  return { video: "", script: "", candidates: [], kind: "none", language: "", ...change };
}

export function someEntry(
  change: Partial<OutboxEntry> & Pick<OutboxEntry, "id" | "name">,
): OutboxEntry {
  return {
    projectId: "home",
    projectName: "The Long Way Home · season 2",
    kind: "batch",
    state: "waiting",
    waitsFor: { uploads: 0, failedUploads: 0, script: false, network: false },
    problem: null,
    fields: [],
    createdAt: ago(12),
    sentAt: null,
    resultId: "",
    ...change,
  };
}

/** A pending request in every state. */
export function someEntries(): OutboxEntry[] {
  return [
    someEntry({
      id: 1,
      name: "Ep 8 · Low Tide",
      waitsFor: { uploads: 2, failedUploads: 0, script: true, network: false },
    }),
    someEntry({
      id: 2,
      name: "Ep 9 · Undertow",
      state: "refused",
      problem: { code: "invalid-input", message: "languageCode is unknown" },
      fields: [{ field: "languageCode", message: "not-a-language" }],
    }),
    someEntry({ id: 3, name: "Season 2, rest", kind: "bulk", state: "sending" }),
    someEntry({
      id: 4,
      name: "Ep 7 · The Lighthouse",
      state: "sent",
      sentAt: ago(20),
      resultId: "ep7",
    }),
  ];
}

/** The default data. */
export function someOutbox(): FakeOutbox {
  const folder = "/home/sam/season-2";
  const statuses = ["completed", "completed", "processing", "failed", "QUEUED_FOR_INGEST"];
  return {
    chosenScript: "/home/sam/scripts/S02E04.xlsx",
    isAtCell: false,
    reports: {},
    lines: [],
    store: { kind: "workspace", bucket: null, hasSecret: false, urlLifetime: null },
    stored: [
      { id: "s1", name: "S02E04.xlsx", size: 48_300, storedAt: ago(60) },
      { id: "s2", name: "S02E05.srt", size: 21_800, storedAt: ago(2000) },
    ],
    entries: [],
    languageRequests: {},
    batchRequests: {},
    drafts: [
      {
        id: 1,
        projectId: "home",
        name: "Season 2",
        rowCount: 0,
        settings: { noOfAlternativeTakes: 1 },
        columns: ["noOfAlternativeTakes"],
        targetFolder: "season-2/",
        updatedAt: ago(34),
      },
      {
        id: 2,
        projectId: "home",
        name: "Trailers for all markets",
        rowCount: 0,
        settings: {},
        columns: [],
        targetFolder: "",
        updatedAt: ago(4000),
      },
    ],
    rows: { 1: [1, 2, 3, 4].map((number) => someRow(number)), 2: [] },
    matches: [
      someMatch({
        name: "S02E01",
        video: `${folder}/S02E01.mov`,
        script: `${folder}/S02E01.de.srt`,
        kind: "same-name-and-language",
        language: "de-de",
      }),
      someMatch({
        name: "S02E02_final",
        video: `${folder}/S02E02_final.mov`,
        script: `${folder}/episode 202 script.xlsx`,
        candidates: [`${folder}/episode 202 old.xlsx`],
        kind: "same-number",
      }),
      someMatch({
        name: "S02E03",
        video: `${folder}/S02E03.mov`,
        script: `${folder}/S02E03.docx`,
        kind: "same-name",
        language: "fr-fr",
      }),
      someMatch({ name: "S02E04", video: `${folder}/S02E04.mov` }),
      someMatch({ name: "notes", script: `${folder}/notes.txt` }),
    ],
    ignored: [`${folder}/poster.png`, `${folder}/.DS_Store`],
    imported: {
      rows: [someRow(21), someRow(22)],
      problems: [],
    },
    issues: [],
    pendingDrafts: [],
    rejections: {},
    requests: [
      {
        projectId: "home",
        requestId: "r1",
        name: "Season 1",
        rowCount: 5,
        status: "processing",
        progress: 62,
        sentAt: ago(18),
        readAt: ago(0.5),
        problem: null,
        counts: { done: 2, failed: 1, open: 2 },
        isLost: false,
        isSentHere: true,
      },
      {
        projectId: "home",
        requestId: "r0",
        name: "Pilot and specials",
        rowCount: 2,
        status: "completed",
        progress: 100,
        sentAt: ago(9000),
        readAt: ago(8000),
        problem: null,
        counts: { done: 2, failed: 0, open: 0 },
        isLost: false,
        isSentHere: true,
      },
    ],
    requestRows: {
      r1: statuses.map((status, at) => ({
        id: status === "QUEUED_FOR_INGEST" || status === "failed" ? "" : "ep3",
        name: `Ep ${at + 1}`,
        status,
        message: status === "failed" ? "The script could not be fetched (HTTP 403)" : "",
      })),
      r0: ["Pilot", "Making of"].map((name) => ({
        id: "ep3",
        name,
        status: "completed",
        message: "",
      })),
    },
  };
}
