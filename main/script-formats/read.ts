/** Reads script files and bulk workbooks: "interface-notes § Scripts". The functions do not throw or reject. */
import { factsOfType } from "../../preload/facts/project-types";
import { bulkFromTable } from "./bulk-table";
import { readCsv } from "./files/csv";
import { unescapeFormula } from "./files/csv-escapes";
import { docxParagraphs } from "./files/docx";
import { formatOf, unknownFormatProblem } from "./format";
import { maxFileBytes } from "./limits";
import type { BulkScript, ReadOptions, Script, ScriptFormat, ScriptLine } from "./model";
import { readParagraphs, textParagraphs } from "./files/paragraphs";
import { pdfParagraphs } from "./files/pdf";
import {
  createProblems,
  fileProblem,
  UnreadableFile,
  type FileProblemCode,
  type Problems,
  unreadableScript,
} from "./problems";
import { readScriptTable } from "./script-table";
import { readSrt } from "./files/srt";
import type { Table } from "./table";
import { decodeText } from "./files/text";
import { bulkSheet, languageId, scriptLanguages, scriptSheet } from "./vocabulary";
import { readXlsxTable } from "./files/xlsx";

export { formatOf } from "./format";

/** The result of a format reader; its problems are in the collector that was passed to the reader. */
type Content = Pick<Script, "languages" | "lines" | "columns" | "sheet">;

/** Distinct names, in order of first appearance. */
function charactersOf(lines: readonly ScriptLine[]): string[] {
  return [...new Set(lines.map(({ character }) => character))].filter((name) => name !== null);
}

/** Why a file cannot be read; null if it can. */
export function unreadableProblem(fileName: string, bytes: Uint8Array): FileProblemCode | null {
  if (bytes.length === 0) return "empty";
  if (bytes.length > maxFileBytes) return "too-large";
  return formatOf(fileName, bytes) === null ? unknownFormatProblem(fileName, bytes) : null;
}

/**
 * The problem for a thrown error. Any error other than `UnreadableFile` means that a library failed to parse the file.
 */
export function problemOf(error: unknown) {
  return error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
}

/** `hasEscapes`: as in `ReadOptions`. Throws `UnreadableFile`. */
export function tableOf(
  format: "xlsx" | "csv",
  bytes: Uint8Array,
  { sheet, hasEscapes }: { sheet: string; hasEscapes: boolean },
  problems: Problems,
): Table {
  if (format === "xlsx") return readXlsxTable(bytes, sheet);
  const table = readCsv(decodeText(bytes, problems), problems);
  if (hasEscapes) for (const row of table.rows) row.cells = row.cells.map(unescapeFormula);
  return table;
}

/** The language id for text in an unknown language (ISO 639-2): the lines can only be shown. */
export const undetermined = "und";

/** The language of a file whose format does not contain it, or `null` with a problem. */
function languageOf(format: ScriptFormat, options: ReadOptions, problems: Problems): string | null {
  const code = options.languageCode?.trim() ?? "";
  if (code === "") {
    problems.error(
      null,
      "languageCode",
      "languageCode",
      `A .${format} script does not name its language: languageCode is required.`,
    );
    return null;
  }
  const language = languageId(code);
  if (language === null) {
    const message = `“${code.slice(0, 60)}” is not known. Known are ${scriptLanguages.join(", ")}.`;
    problems.error(null, "languageCode", "language-unknown", message);
  }
  return language;
}

async function readDocument(
  format: "srt" | "txt" | "docx" | "pdf",
  bytes: Uint8Array,
  options: ReadOptions,
  problems: Problems,
): Promise<Content> {
  const known = languageOf(format, options, problems);
  const language = known ?? undetermined;
  if (factsOfType(options.purpose).sourceAudio === "required") {
    const message =
      "Line dubbing needs source audio for each line: use a workbook or .csv with the column Source_Audio.";
    problems.error(null, "Source_Audio", "source-audio-missing", message);
  }
  const read = async (): Promise<ScriptLine[]> => {
    switch (format) {
      case "srt":
        return readSrt(
          decodeText(bytes, problems),
          language,
          options.speakerSeparator ?? "",
          problems,
        );
      case "txt":
        return readParagraphs(textParagraphs(decodeText(bytes, problems)), language, problems);
      case "docx":
        return readParagraphs(docxParagraphs(bytes), language, problems);
      case "pdf":
        return readParagraphs(await pdfParagraphs(bytes), language, problems);
    }
  };
  const lines = await read();
  if (lines.length === 0 && format === "pdf") {
    problems.warning(
      null,
      null,
      "pdf-without-text",
      "The .pdf contains no text; it may be a scan.",
    );
  }
  return { languages: known === null ? [] : [known], lines, columns: {}, sheet: "" };
}

/**
 * Reads a script of any format. Never rejects: errors are reported in `problems`, and an unreadable file has no lines.
 * A script without lines has the error "lines-missing".
 */
export async function readScript(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
): Promise<Script> {
  const problems = createProblems();
  const format = bytes.length > maxFileBytes ? null : formatOf(fileName, bytes);
  let content: Content;
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null || format === null) throw new UnreadableFile(why ?? "format-unknown");
    if (format === "xlsx" || format === "csv") {
      const { purpose, hasEscapes = false } = options;
      const table = tableOf(format, bytes, { sheet: scriptSheet, hasEscapes }, problems);
      content = readScriptTable(table, purpose, problems);
    } else content = await readDocument(format, bytes, options, problems);
    if (content.lines.length === 0 && !problems.hasErrors()) {
      problems.error(null, null, "lines-missing", "The script has no lines.");
    }
  } catch (error) {
    problems.add(problemOf(error));
    content = unreadableScript([]);
  }
  const characters = charactersOf(content.lines);
  return { ...content, format, characters, problems: problems.list() };
}

/** Reads a bulk workbook (.xlsx or .csv). Never rejects, like `readScript`. */
export function readBulk(
  bytes: Uint8Array,
  fileName: string,
  { hasEscapes } = { hasEscapes: false },
): Promise<BulkScript> {
  return Promise.resolve(bulkOf(bytes, fileName, hasEscapes));
}

function bulkOf(bytes: Uint8Array, fileName: string, hasEscapes: boolean): BulkScript {
  const problems = createProblems();
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const format = formatOf(fileName, bytes);
    if (format !== "xlsx" && format !== "csv") throw new UnreadableFile("bulk-format");
    return bulkFromTable(
      tableOf(format, bytes, { sheet: bulkSheet, hasEscapes }, problems),
      problems,
    );
  } catch (error) {
    problems.add(problemOf(error));
    return { rows: [], problems: problems.list() };
  }
}
