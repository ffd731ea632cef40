/**
 * The texts of a language as a file, which other programs change, and the changes in such a file.
 */
import { basename } from "node:path";
import type { ReadTexts, ReviewedLine } from "../../../preload/contract/review";
import type { TextsProblem } from "../../../preload/facts/review";
import { textsFormats } from "../../../preload/facts/script-formats";
import type { TextEncoding } from "../../../preload/facts/text-encodings";
import { reportedEncoding } from "../scripts/script-report";
import { invalidFields } from "../../common/errors";
import { toCsv, toXlsx } from "../../script-formats/files/data-table";
import { toSrtText, type SrtCue } from "../../script-formats/files/srt-write";
import { matchTexts } from "../../script-formats/matching/match-texts";
import type { Script } from "../../script-formats/model";
import type { ScriptReader } from "../../script-formats/process/reader";
import { scriptSheet } from "../../script-formats/vocabulary";

export type TextsFormat = (typeof textsFormats)[number];
/** Milliseconds of a subtitle whose line has no end. */
const defaultMs = 2_000;
const maxProblems = 1_000;
/** Problems of a script that are none of such a file, or that are found here. */
const ignoredCodes = new Set(["sheet-missing", "text-missing", "id-twice", "lines-missing"]);

/** The format by the name's ending, .xlsx for any other. */
export const textsFormatOf = (file: string): TextsFormat =>
  textsFormats.find((format) => file.toLowerCase().endsWith(`.${format}`)) ?? "xlsx";

/**
 * The id of a line in a file: that of the script, so that the script itself can be read too, or its
 * number if some lines have none or the same one.
 */
function idsOf(lines: readonly ReviewedLine[]): (line: ReviewedLine) => string {
  const ids = new Set(lines.map(({ lineId }) => lineId));
  return ids.size === lines.length && !ids.has("")
    ? ({ lineId }) => lineId
    : ({ number }) => String(number);
}

/**
 * A workbook or .csv is also a script for this language: with the columns of its template, and the
 * source.
 */
function tableOf(lines: readonly ReviewedLine[], languageId: string) {
  const idOf = idsOf(lines);
  return {
    name: scriptSheet,
    columns: [
      { name: "ID", width: 12 },
      { name: "Character", width: 20 },
      { name: "Source", width: 60 },
      { name: `Text_${languageId.toUpperCase()}`, width: 60 },
    ],
    rows: lines.map((line) => [idOf(line), line.character, line.source, line.target]),
  };
}

/** The subtitle of a line, with its number; null for a line without a time. */
function cueOf({ number, startMs, endMs, target }: ReviewedLine): SrtCue | null {
  if (startMs === null) return null;
  const isLong = endMs !== null && endMs > startMs;
  return { number, startMs, endMs: isLong ? endMs : startMs + defaultMs, text: target };
}
const cuesOf = (lines: readonly ReviewedLine[]) => lines.map(cueOf).filter((cue) => cue !== null);

/** Throws "invalid-input" with the field "format" for subtitles of lines without times. */
export async function toTextsFile(
  lines: readonly ReviewedLine[],
  languageId: string,
  format: TextsFormat,
): Promise<Uint8Array> {
  if (format === "srt") {
    const without = lines.find((line) => cueOf(line) === null);
    if (without)
      throw invalidFields([{ field: "format", message: `line ${without.number} has no time` }]);
    return Buffer.from(toSrtText(cuesOf(lines)));
  }
  const table = tableOf(lines, languageId);
  return format === "csv" ? Buffer.from(toCsv(table)) : toXlsx(table);
}

export interface TextsFile {
  path: string;
  bytes: Uint8Array;
  /** The one that the user chose. */
  encoding?: TextEncoding | undefined;
}

/**
 * Compares a file with the lines. A text is changed if it is another one than that which is read
 * from a file of the present texts: what a format does not contain (rows of a subtitle, spaces at
 * an end) is no change.
 */
export async function compareTexts(
  { path, bytes, encoding: chosen }: TextsFile,
  { lines, languageId }: { lines: readonly ReviewedLine[]; languageId: string },
  reader: Pick<ScriptReader, "readScript">,
): Promise<ReadTexts> {
  const name = basename(path);
  const options = {
    purpose: "audio-production",
    languageCode: languageId,
    hasEscapes: true,
    isLinePerCue: true,
  } as const;
  const read = (content: Uint8Array, file: string) => reader.readScript(content, file, options);
  const script = await reader.readScript(bytes, name, {
    ...options,
    ...(chosen === undefined ? {} : { encoding: chosen }),
  });
  const encoding = reportedEncoding(script, chosen !== undefined);
  const problems: ReadTexts["problems"] = script.problems
    .filter(({ code, severity }) => severity === "error" && !ignoredCodes.has(code))
    .map(({ row, code, message }) => ({ row, code, message }));
  const notes: ReadTexts["notes"] = script.problems
    .filter(({ severity, code }) => severity !== "error" && !ignoredCodes.has(code))
    .map(({ row, code, message }) => ({ row, code, message }));
  const report = (row: number | null, code: TextsProblem, message: string) =>
    problems.push({ row, code, message });

  if (!script.languages.includes(languageId) && problems.length === 0)
    report(null, "texts-language", `The file has no texts in ${languageId.toUpperCase()}.`);
  const given = await matchTexts(withEmptyTexts(script), lines, languageId, {
    areNumbersIds: true,
  });
  for (const { severity, row, code, message } of given.problems)
    (severity === "note" ? notes : problems).push({ row, code, message });

  const changes: ReadTexts["changes"] = [];
  let unchanged = 0;
  const present = await presentTexts(lines, { languageId, isSrt: script.format === "srt" }, read);
  for (const { row, line, by, text } of given.texts) {
    if (text === "" && line.target.trim() !== "") report(row, "texts-empty", "The text is empty.");
    else if (text === (present.get(line.number) ?? "")) unchanged += 1;
    else {
      const { number, revision, character, target } = line;
      changes.push({ number, revision, character, before: target, target: text, row, by });
    }
  }
  const missing = lines.length - given.texts.length;
  return {
    path,
    name,
    encoding,
    changes,
    unchanged,
    missing,
    problems: problems.slice(0, maxProblems),
    notes,
  };

  /** A row without a text in the language is for a line whose text becomes empty. */
  function withEmptyTexts({ languages, lines: rows }: Script): Pick<Script, "lines"> {
    if (!languages.includes(languageId)) return { lines: [] };
    return { lines: rows.map((row) => ({ ...row, text: { [languageId]: "", ...row.text } })) };
  }
}

/** The present texts by the numbers of their lines, as they are read from a file of this format. */
async function presentTexts(
  lines: readonly ReviewedLine[],
  { languageId, isSrt }: { languageId: string; isSrt: boolean },
  read: (content: Uint8Array, file: string) => Promise<Script>,
): Promise<Map<number, string>> {
  const script = isSrt
    ? await read(Buffer.from(toSrtText(cuesOf(lines))), "present.srt")
    : await read(Buffer.from(toCsv(tableOf(lines, languageId))), "present.csv");
  // A row of a table is below its header; a subtitle has the number of its line.
  const numberOf = (row: number) => (isSrt ? row : lines[row - 2]?.number);
  return new Map(script.lines.map(({ row, text }) => [numberOf(row) ?? 0, text[languageId] ?? ""]));
}
