/** The report on a script before it is sent: lines per character, languages, problems, source audio. */
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import type { CheckedLine, ScriptProblem, ScriptReport } from "../../../preload/contract/scripts";
import type * as Scripts from "../../script-formats/model";
import { proposeSeparator } from "../../script-formats/speaker-separator";
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
  deps: SourceAudioDeps,
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
  const counts = { errors: 0, warnings: 0 };
  const problems: ScriptProblem[] = [];
  const cellOf = cellNamer(script);
  for (const problem of [...script.problems, ...audioProblems]) {
    // The form has a field for the language; the lines are shown without it.
    if (isMissingLanguage(problem)) continue;
    counts[problem.severity === "error" ? "errors" : "warnings"] += problem.count ?? 1;
    if (problem.code === "more") continue;
    const { severity, row, column, code, message } = problem;
    problems.push({
      severity,
      row,
      column: column ?? "",
      cell: cellOf(row, column),
      code,
      message,
    });
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
      script.format === "srt" && speakers.size === 0 ? proposeSeparator(script.lines) : null,
    // Spreadsheet programs do not write longer names.
    sheet: script.sheet.length <= maxSheetName ? script.sheet : "",
    counts,
    problems: problems.sort(byUrgency).slice(0, maxProblems),
    sourceAudio,
  };
}

const isMissingLanguage = ({ column, code }: Scripts.ScriptProblem) =>
  column === "languageCode" && code === "languageCode";

/** Errors before warnings; problems of the whole file before those of a row. */
function byUrgency(a: ScriptProblem, b: ScriptProblem): number {
  const urgency = ({ severity }: ScriptProblem) => (severity === "error" ? 0 : 1);
  return urgency(a) - urgency(b) || (a.row ?? 0) - (b.row ?? 0);
}

interface AudioCheck {
  sourceAudio: ScriptReport["sourceAudio"];
  problems: Scripts.ScriptProblem[];
}

/** Checks the source audio: the report counts files, each once; the problems are those of every line. */
async function checkAudio(
  file: string,
  script: Scripts.Script,
  references: ReadonlySet<string>,
  deps: SourceAudioDeps,
): Promise<AudioCheck> {
  const locations = await locateAudio(references, path.dirname(file), deps);
  const column =
    Object.keys(script.columns).find((name) => name.toLowerCase() === "source_audio") ??
    "Source_Audio";
  const found = { error: 0, warning: 0 };
  const problems: Scripts.ScriptProblem[] = [];
  for (const [index, { sourceAudio: reference, row }] of script.lines.entries()) {
    if (index % linesPerSlice === linesPerSlice - 1) await setImmediate();
    const location = reference === null ? undefined : locations.get(reference);
    const problem = location && audioProblem(location);
    if (!problem) continue;
    found[problem.severity] += 1;
    // The first problems are listed, the others only counted.
    if (found[problem.severity] <= maxProblems) problems.push({ ...problem, row, column });
  }
  for (const severity of ["error", "warning"] as const) {
    const count = found[severity] - maxProblems;
    if (count > 0) problems.push({ severity, row: null, column, code: "more", message: "", count });
  }
  return { sourceAudio: countFiles(locations), problems };
}

/** The problem of a line with this source audio; null for none. */
function audioProblem(location: AudioLocation) {
  if (location.kind === "missing") {
    const { code, message } = location;
    return { severity: "error" as const, code, message };
  }
  if (location.kind === "local" && location.isOutside)
    return { severity: "warning" as const, ...outsideAudio(location.path) };
  return null;
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
export const outsideAudio = (file: string) => ({
  code: "source-audio-outside",
  message: `“${file}” is outside the script's folder. It is uploaded only after you confirm it.`,
});

/** Names cells as spreadsheets do: "D214"; "" for files without cells. */
function cellNamer({ format, columns }: Scripts.Script) {
  return (row: number | null, column: string | null): string => {
    if ((format !== "xlsx" && format !== "csv") || row === null || column === null) return "";
    const index = Object.hasOwn(columns, column) ? columns[column] : undefined;
    return index === undefined ? "" : `${columnLetters(index)}${row}`;
  };
}

/** "A" for 0, "Z" for 25, "AA" for 26. */
function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
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
