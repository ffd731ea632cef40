/**
 * The report on a script before it is sent: lines per character, languages, problems, source audio.
 */
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type {
  CheckedLine,
  FileEncoding,
  ScriptProblem,
  ScriptReport,
} from "../../../preload/contract/scripts";
import {
  bySeverity,
  problemSeverities,
  severityOfCode,
  type ScriptProblemCode,
} from "../../../preload/facts/script-problems";
import type { Conversion } from "./script-files";
import { scriptProblem } from "../../script-formats/problems";
import type * as Scripts from "../../script-formats/model";
import { columnLetters } from "../../script-formats/table";
import { proposeSeparator } from "../../script-formats/speaker-separator";
import { isSubtitles, isTable } from "../../../preload/facts/script-formats";
import type { FileStamp } from "../../common/files";
import { locateAudio, type AudioLocation, type SourceAudioDeps } from "./source-audio";

/** Problems listed in a report; the others are only counted. */
const maxProblems = 500;
const maxSheetName = 255;
/** Lines between two yields to the event loop. */
const linesPerSlice = 5_000;

/** Creates the report of a script that was read. Never rejects. */
export async function reportOf(
  file: string,
  { script, stamp }: { script: Scripts.Script; stamp: FileStamp },
  {
    isEncodingChosen,
    sentAs,
    ...deps
  }: SourceAudioDeps & { isEncodingChosen: boolean; sentAs: ScriptReport["sentAs"] },
): Promise<ScriptReport> {
  const speakers = new Map<string, number>();
  const references = new Set<string>();
  for (const [index, { character, sourceAudio }] of script.lines.entries()) {
    if (character !== null) speakers.set(character, (speakers.get(character) ?? 0) + 1);
    if (sourceAudio !== null) references.add(sourceAudio);
    if (index % linesPerSlice === linesPerSlice - 1) await setImmediate();
  }
  const { sourceAudio, problems: audioProblems } = await checkAudio(file, script, references, deps);

  const isLanguageMissing = script.problems.some(isMissingLanguage);
  const counts = { errors: 0, warnings: 0, notes: 0 };
  const problems: ScriptProblem[] = [];
  const cellOf = cellNamer(script);
  for (const problem of [...script.problems, ...audioProblems]) {
    // The form has a field for the language; the lines are shown without it.
    if (isMissingLanguage(problem)) continue;
    counts[`${problem.severity}s`] += problem.count ?? 1;
    if (problem.code === "more") continue;
    problems.push(toReported(problem, cellOf(problem.row, problem.column)));
  }
  return {
    path: file,
    name: path.basename(file),
    size: stamp.size,
    modifiedAt: Math.round(stamp.modifiedAt),
    format: script.format ?? "",
    lineCount: script.lines.length,
    characters: script.characters.map((name) => ({ name, lines: speakers.get(name) ?? 0 })),
    languages: script.languages,
    isLanguageMissing,
    separator:
      isSubtitles(script.format) && speakers.size === 0 ? proposeSeparator(script.lines) : null,
    encoding: reportedEncoding(script, isEncodingChosen),
    columns: columnsOf(script),
    sentAs,
    // Spreadsheet programs do not write longer names.
    sheet: script.sheet.length <= maxSheetName ? script.sheet : "",
    counts,
    problems: problems.sort(byUrgency).slice(0, maxProblems),
    sourceAudio,
  };
}

/** What a service gets for a file: `converted` as `convertScript` returns it. */
export function sentAsOf(file: string, { extension, refusal }: Conversion): ScriptReport["sentAs"] {
  if (refusal !== null) return refusal === "separator-needed" ? refusal : null;
  if (extension === "") return "file";
  if (extension === "xlsx") return "workbook";
  const isSame = extension === path.extname(file).slice(1).toLowerCase();
  return extension === "srt" && !isSame ? "srt" : "utf-8";
}

/** The encoding of a file, if it was assumed or chosen. */
export function reportedEncoding(
  { encoding }: { encoding?: Scripts.ScriptEncoding | null },
  isChosen: boolean,
): FileEncoding | null {
  if (!encoding || !(encoding.isAssumed || isChosen)) return null;
  return { name: encoding.name, isChosen, words: [...encoding.words] };
}

/** Problems that show that a person has to say what the columns contain. */
const uncertainCodes: ReadonlySet<string> = new Set<ScriptProblemCode>([
  "column-twice",
  "column-unknown",
  "columns-ignored",
  "columns-recognised",
  "document-columns-ignored",
  "document-table-cells",
  "document-table-columns",
  "document-table-guessed",
  "duration-unit",
  "frame-rate-differs",
  "frame-rate-missing",
  "language-unknown",
  "sheet-missing",
  "sheets-unclear",
  "table-second",
  "text-column-missing",
  "text-language-missing",
]);

function columnsOf({ areColumnsAssigned, problems }: Scripts.Script): ScriptReport["columns"] {
  if (areColumnsAssigned === undefined || areColumnsAssigned === null) return null;
  if (areColumnsAssigned) return "assigned";
  return problems.some(({ code }) => uncertainCodes.has(code)) ? "uncertain" : "certain";
}

const isMissingLanguage = ({ column, code }: Scripts.ScriptProblem) =>
  column === "languageCode" && code === "languageCode";

/** A problem as the window shows it; absent values are "". */
export function toReported(problem: Scripts.ScriptProblem, cell = ""): ScriptProblem {
  const { severity, row, column, code, message } = problem;
  const { rows = [], sheet = "", assumed = "", remedy = "", suggestion = "" } = problem;
  const values = { severity, row, rows: [...rows], column: column ?? "", cell, code, message };
  return { ...values, sheet, assumed, remedy, suggestion };
}

/** Order by severity; problems of the whole file are before those of a row. */
const byUrgency = (a: ScriptProblem, b: ScriptProblem) =>
  bySeverity(a, b) || (a.row ?? 0) - (b.row ?? 0);

interface AudioCheck {
  sourceAudio: ScriptReport["sourceAudio"];
  problems: Scripts.ScriptProblem[];
}

/**
 * Checks the source audio: the report counts files, each once; the problems are those of every
 * line.
 */
async function checkAudio(
  file: string,
  script: Scripts.Script,
  references: ReadonlySet<string>,
  deps: SourceAudioDeps,
): Promise<AudioCheck> {
  const locations = await locateAudio(references, path.dirname(file), deps);
  const column = audioColumn(script);
  const found = { error: 0, warning: 0, note: 0 };
  const problems: Scripts.ScriptProblem[] = [];
  for (const [index, { sourceAudio: reference, row }] of script.lines.entries()) {
    if (index % linesPerSlice === linesPerSlice - 1) await setImmediate();
    const location = reference === null ? undefined : locations.get(reference);
    const problem = location && audioProblem(location);
    if (!problem) continue;
    const severity = severityOfCode[problem.code];
    found[severity] += 1;
    // The first problems are listed, the others only counted.
    if (found[severity] <= maxProblems)
      problems.push(scriptProblem(problem.code, row, column, problem.message));
  }
  for (const severity of problemSeverities) {
    const count = found[severity] - maxProblems;
    if (count > 0) problems.push({ severity, row: null, column, code: "more", message: "", count });
  }
  return { sourceAudio: countFiles(locations), problems };
}

/** The problem of a line with this source audio; null for none. */
export function audioProblem(
  location: AudioLocation,
): { code: ScriptProblemCode; message: string } | null {
  if (location.kind === "missing") return location;
  return location.kind === "local" && location.isOutside ? outsideAudio(location.path) : null;
}

/** Counts distinct files: several lines can share one, also by different spellings of its path. */
function countFiles(locations: ReadonlyMap<string, AudioLocation>): ScriptReport["sourceAudio"] {
  const [local, gallery] = [new Set<string>(), new Set<string>()];
  const counts = { local: 0, missing: 0, gallery: 0, urls: 0 };
  for (const location of locations.values()) {
    if (location.kind === "local") local.add(location.path);
    else if (location.kind === "gallery") gallery.add(location.path);
    else if (location.kind === "url") counts.urls += 1;
    else counts.missing += 1;
  }
  return { ...counts, local: local.size, gallery: gallery.size };
}

/** The warning for source audio outside of the script's folder. */
const outsideAudio = (file: string) => ({
  code: "source-audio-outside" as const,
  message: `“${file}” is outside the script's folder. It is uploaded only after you confirm it.`,
});

const audioColumn = ({ columns }: Pick<Scripts.Script, "columns">) =>
  Object.keys(columns).find((name) => name.toLowerCase() === "source_audio") ?? "Source_Audio";

/**
 * The first line that names a recording: its cell, or its row in a file without cells; "" for none.
 */
export function cellOfAudio(script: Scripts.Script, reference: string): string {
  const line = script.lines.find(({ sourceAudio }) => sourceAudio === reference);
  return line ? cellNamer(script)(line.row, audioColumn(script)) || String(line.row) : "";
}

/** Names cells as spreadsheets do: "D214"; "" for files without cells. */
function cellNamer({ format, columns }: Scripts.Script) {
  return (row: number | null, column: string | null): string => {
    if (!isTable(format) || row === null || column === null) return "";
    const index = Object.hasOwn(columns, column) ? columns[column] : undefined;
    return index === undefined ? "" : `${columnLetters(index)}${row}`;
  };
}

/** A line as the window shows it; absent values are "". */
export function toCheckedLine(line: Scripts.ScriptLine): CheckedLine {
  const { number, row, text, startMs, endMs } = line;
  return {
    number,
    row,
    character: line.character ?? "",
    text,
    sourceAudio: line.sourceAudio ?? "",
    emotion: line.emotion ?? "",
    intensity: line.intensity ?? "",
    startMs,
    endMs,
  };
}
