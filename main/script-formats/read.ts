/**
 * Reads script files and bulk workbooks: "interface-notes § Scripts". The functions do not throw or
 * reject.
 */
import { factsOfType } from "../../preload/facts/project-types";
import { bulkFromTable, rateBulkHeader } from "./bulk-table";
import { rateScriptHeader } from "./columns/assign-columns";
import { findTable, readOnce, type FoundTable, type SheetSource } from "./columns/find-table";
import { languagesOfSheet } from "./columns/header-words";
import { withJoinedHeader } from "./columns/joined-header";
import { knownMapping } from "./columns/known-columns";
import type { ColumnMapping } from "../../preload/facts/script-columns";
import type { TableRow } from "./table";
import { readCsv } from "./files/csv";
import { unescapeFormula } from "./files/csv-escapes";
import { docxBlocks } from "./files/docx";
import { formatOf, unknownFormatProblem } from "./format";
import { maxFileBytes } from "./limits";
import {
  isSubtitles,
  isTable,
  type SubtitleFormat,
  type TableFormat,
} from "../../preload/facts/script-formats";
import type {
  BulkOptions,
  BulkScript,
  ReadOptions as GivenOptions,
  Script,
  ScriptEncoding,
  ScriptFormat,
  ScriptLine,
} from "./model";
import { pdfBlocks } from "./files/pdf";
import { textBlocks } from "./files/txt";
import { readDocument } from "./documents/read-document";
import { foreignFormat } from "./documents/foreign-subtitles";
import { embeddedFormat } from "./documents/embedded-format";
import {
  isTableOfLines,
  paragraphsOutside,
  tabbedSheets,
  tableSheets,
} from "./documents/table-sheets";
import { createKindChoices, noteRows, type KindChoices } from "./line-kinds";
import { checkLines, withoutKinds } from "./plausibility";
import { joinCharacterNames } from "./character-names";
import {
  createProblems,
  fileProblem,
  UnreadableFile,
  type FileProblemCode,
  scriptProblem,
  type Problems,
  unreadableScript,
} from "./problems";
import { warnOfNames } from "./speaker-separator";
import { readScriptTable } from "./script-table";
import { assCues } from "./files/ass";
import { linesOfCues, type Cue } from "./files/cues";
import { stlCues } from "./files/ebu-stl";
import { cuesOf } from "./files/srt";
import { ttmlCues } from "./files/ttml";
import { decodeText, warnOfUnreadable, type DecodeOptions } from "./files/text";
import { bulkSheet, languageId, scriptLanguages, scriptSheet } from "./vocabulary";
import { readOds } from "./files/ods";
import { readXlsx } from "./files/xlsx/workbook";

export { formatOf } from "./format";

/**
 * The result of a format reader; its problems are in the collector that was passed to the reader.
 */
type Content = Pick<Script, "languages" | "lines" | "columns" | "sheet" | "areColumnsAssigned">;

type ReadOptions = GivenOptions & Pick<DecodeOptions, "onEncoding">;

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
 * The problem for a thrown error. Any error other than `UnreadableFile` means that a library failed
 * to parse the file.
 */
export function problemOf(error: unknown) {
  return error instanceof UnreadableFile ? error.problem : fileProblem("damaged");
}

/** The visible sheets of a table. `hasEscapes`: as in `ReadOptions`. Throws `UnreadableFile`. */
export function sheetsOf(
  format: TableFormat,
  bytes: Uint8Array,
  { hasEscapes, ...decoding }: { hasEscapes: boolean } & Omit<DecodeOptions, "isTable">,
  problems: Problems,
): SheetSource[] {
  if (format === "xlsx") return readXlsx(bytes, problems);
  if (format === "ods") return readOds(bytes, problems);
  const sheet = csvSheet(decodeText(bytes, problems, { ...decoding, isTable: true }), problems);
  if (hasEscapes) for (const row of sheet.read().rows) row.cells = row.cells.map(unescapeFormula);
  return [sheet];
}

function csvSheet(text: string, problems: Problems): SheetSource {
  const table = readCsv(text, problems);
  return { name: "", read: () => table };
}

/** The table of a script, and what its columns contain as far as the user has said it. */
export function findScriptTable(
  given: readonly SheetSource[],
  options: Pick<ReadOptions, "columns" | "ofFile" | "known" | "languageCode">,
  problems: Problems,
): { table: FoundTable; map: ColumnMapping | undefined } {
  const sheets = readOnce(
    given.map(({ name, read }) => ({
      name,
      read: () => withJoinedHeader(read(), (row) => rateScriptHeader(row)),
    })),
  );
  const map = options.columns ?? knownMapping(sheets, options) ?? undefined;
  const rate = (row: TableRow) => rateScriptHeader(row, map);
  const language = languageId(options.languageCode ?? "");
  const isPreferred = (sheet: string) =>
    language !== null && languagesOfSheet(sheet).includes(language);
  const search = { sheet: scriptSheet, rate, place: map, isPreferred };
  return { table: findTable(sheets, search, problems), map };
}

/** The language of texts whose column does not name it: that of the batch, or of the sheet. */
function languageInSheet(sheet: string, language: string | null): string | null {
  const named = languagesOfSheet(sheet);
  if (named.length === 0 || (language !== null && named.includes(language))) return language;
  return named.length === 1 ? (named[0] ?? null) : null;
}

function readSheets(
  sheets: readonly SheetSource[],
  options: ReadOptions,
  problems: Problems,
  titles: readonly TableRow[] = [],
): Content {
  const { purpose, languageCode = "" } = options;
  const { table, map } = findScriptTable(sheets, options, problems);
  const language = languageInSheet(table.sheet, languageId(languageCode));
  const read = readScriptTable(table, { purpose, language, map, titles }, problems);
  return { ...read, areColumnsAssigned: map !== undefined };
}

/**
 * The sheets of a table, also of one that a .txt contains, and the tables of a .docx; null for a
 * file without a table. Throws `UnreadableFile`.
 */
export function tableSheetsOf(
  bytes: Uint8Array,
  fileName: string,
  { languageCode, encoding, hasEscapes = false }: ReadOptions,
  problems: Problems,
): SheetSource[] | null {
  const format = formatOf(fileName, bytes);
  if (isTable(format))
    return sheetsOf(format, bytes, { hasEscapes, encoding, languageCode }, problems);
  if (format === "docx") {
    const sheets = tableSheets(
      docxBlocks(bytes, { problems, choices: createKindChoices({}, problems) }),
    );
    return sheets.length === 0 ? null : sheets;
  }
  if (format !== "txt") return null;
  const plain = decodeText(bytes, problems, { languageCode, encoding });
  const embedded = embeddedFormat(textBlocks(plain), plain);
  if (embedded !== null)
    return embedded.format === "csv" ? [csvSheet(embedded.text, problems)] : null;
  const sheets = tabbedSheets(textBlocks(plain));
  return sheets.length === 0 ? null : sheets;
}

function readCues(
  format: SubtitleFormat,
  bytes: Uint8Array,
  options: ReadOptions,
  problems: Problems,
): Cue[] {
  if (format === "stl") return stlCues(bytes, problems, options);
  const text = decodeText(bytes, problems, options);
  if (format === "ass") return assCues(text, problems);
  return format === "ttml"
    ? ttmlCues(text, options.languageCode ?? "", problems)
    : cuesOf(text, format, problems);
}

/** The language id for text in an unknown language (ISO 639-2): the lines can only be shown. */
const undetermined = "und";

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

interface Reading {
  options: ReadOptions;
  problems: Problems;
  choices: KindChoices;
}

/** The lines of cues. */
function cueLines(cues: readonly Cue[], language: string, reading: Reading): ScriptLine[] {
  const { options, problems, choices } = reading;
  const { speakerSeparator: separator = "", isLinePerCue = false } = options;
  return withoutKinds(linesOfCues(cues, { language, separator, isLinePerCue }, problems), choices);
}

/** The blocks of a document; a .txt that contains a table or subtitles is read as those. */
async function readProse(
  format: "txt" | "docx" | "pdf",
  bytes: Uint8Array,
  known: string | null,
  { options, problems, choices }: Reading,
): Promise<Content | ScriptLine[]> {
  const language = known ?? undetermined;
  const report = { problems, choices };
  const plain = format === "txt" ? decodeText(bytes, problems, options) : null;
  const document =
    plain !== null
      ? textBlocks(plain)
      : format === "docx"
        ? docxBlocks(bytes, report)
        : await pdfBlocks(bytes, report);
  const embedded = embeddedFormat(document, plain);
  const foreign = plain === null || embedded !== null ? null : foreignFormat(plain);
  if (foreign !== null) {
    const message = `The file is ${foreign.name}, which is not read.`;
    const remedy = "Save it as .srt in the program that made it, or in a subtitle editor.";
    throw new UnreadableFile(
      scriptProblem("format-foreign", foreign.row, null, message, { remedy }),
    );
  }
  if (embedded !== null) problems.note(embedded.row, null, "format-embedded", embedded.message);
  if (embedded?.format === "srt") {
    const cues = cuesOf(embedded.text, "srt", problems);
    // As in other documents, a colon is after the name of the speaker.
    const speakerSeparator = options.speakerSeparator || ":";
    return cueLines(cues, language, {
      options: { ...options, speakerSeparator },
      problems,
      choices,
    });
  }
  if (embedded?.format === "ass") {
    const cues = assCues(embedded.text, problems);
    return cueLines(cues, language, { options, problems, choices });
  }
  if (embedded?.format === "csv")
    return readSheets([csvSheet(embedded.text, problems)], options, problems);
  if (format === "pdf") return readDocument(document, { language, ...report });
  const sheets = format === "txt" ? tabbedSheets(document) : tableSheets(document);
  const isAssigned =
    sheets.length > 0 && (options.columns !== undefined || knownMapping(sheets, options) !== null);
  if (isAssigned || (format === "docx" && isTableOfLines(document, language))) {
    const others = paragraphsOutside(document);
    const message = "Text outside of the tables was not read.";
    const outside = others.map(({ row }) => row);
    if (others.length > 0) noteRows(problems, outside, "document-outside-tables", message);
    const content = readSheets(sheets, options, problems, others);
    return { ...content, lines: withoutKinds(content.lines, choices, problems) };
  }
  const lines = readDocument(document, { language, ...report });
  return sheets.length === 0
    ? lines
    : { ...documentContent(lines, known), areColumnsAssigned: false };
}

/** The content of a document without the columns of a table. `language`: null if it is unknown. */
const documentContent = (lines: ScriptLine[], language: string | null): Content => ({
  languages: language === null ? [] : [language],
  lines,
  columns: {},
  sheet: "",
});

async function readDocumentFile(
  format: SubtitleFormat | "txt" | "docx" | "pdf",
  bytes: Uint8Array,
  reading: Reading,
): Promise<Content> {
  const { options, problems } = reading;
  const known = languageOf(format, options, problems);
  const language = known ?? undetermined;
  if (factsOfType(options.purpose).sourceAudio === "required") {
    const message =
      "Line dubbing needs source audio for each line: use a workbook or .csv with the column Source_Audio.";
    problems.error(null, "Source_Audio", "source-audio-missing", message);
  }
  const content = isSubtitles(format)
    ? cueLines(readCues(format, bytes, options, problems), language, reading)
    : await readProse(format, bytes, known, reading);
  if (!Array.isArray(content)) return content;
  if (content.length === 0 && format === "pdf" && !problems.hasErrors()) {
    problems.warning(
      null,
      null,
      "pdf-without-text",
      "The .pdf contains no text; it may be a scan.",
    );
  }
  return documentContent(content, known);
}

/**
 * Reads a script of any format. Never rejects: errors are reported in `problems`, and an unreadable
 * file has no lines. A script without lines has the error "lines-missing".
 */
export async function readScript(
  bytes: Uint8Array,
  fileName: string,
  given: GivenOptions,
): Promise<Script> {
  const problems = createProblems();
  let encoding: ScriptEncoding | null = null;
  const options: ReadOptions = { ...given, onEncoding: (used) => (encoding = used) };
  const choices = createKindChoices(options, problems);
  const format = bytes.length > maxFileBytes ? null : formatOf(fileName, bytes);
  let content: Content;
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null || format === null) throw new UnreadableFile(why ?? "format-unknown");
    if (isTable(format)) {
      const { hasEscapes = false, encoding: chosen, languageCode, onEncoding } = options;
      const decoding = { hasEscapes, encoding: chosen, languageCode, onEncoding };
      const sheets = sheetsOf(format, bytes, decoding, problems);
      const read = readSheets(sheets, options, problems);
      content = { ...read, lines: withoutKinds(read.lines, choices, problems) };
    } else content = await readDocumentFile(format, bytes, { options, problems, choices });
    for (const { row, character, text } of content.lines)
      warnOfUnreadable(row, [character ?? "", ...Object.values(text)], problems);
    choices.report();
    joinCharacterNames(content.lines, problems);
    const isUnseparated = isSubtitles(format) && !options.speakerSeparator && !options.isLinePerCue;
    if (isUnseparated && charactersOf(content.lines).length === 0)
      warnOfNames(content.lines, problems);
    checkLines(content.lines, problems, { areCues: isSubtitles(format) });
    if (content.lines.length === 0 && !problems.hasErrors()) {
      problems.error(null, null, "lines-missing", "The script has no lines.");
    }
  } catch (error) {
    problems.add(problemOf(error));
    content = unreadableScript([]);
  }
  const characters = charactersOf(content.lines);
  return { ...content, format, characters, encoding, problems: problems.list() };
}

/** Reads a bulk workbook (a table of any format). Never rejects, like `readScript`. */
export function readBulk(
  bytes: Uint8Array,
  fileName: string,
  options: BulkOptions = { hasEscapes: false },
): Promise<BulkScript> {
  return Promise.resolve(bulkOf(bytes, fileName, options));
}

function bulkOf(bytes: Uint8Array, fileName: string, options: BulkOptions): BulkScript {
  const problems = createProblems();
  let encoding: ScriptEncoding | null = null;
  const decoding = { ...options, onEncoding: (used: ScriptEncoding) => (encoding = used) };
  try {
    const why = unreadableProblem(fileName, bytes);
    if (why !== null) throw new UnreadableFile(why);
    const format = formatOf(fileName, bytes);
    if (!isTable(format)) throw new UnreadableFile("bulk-format");
    const sheets = sheetsOf(format, bytes, decoding, problems);
    const table = findTable(sheets, { sheet: bulkSheet, rate: rateBulkHeader }, problems);
    for (const { row, cells } of table.rows) warnOfUnreadable(row, cells, problems);
    return { ...bulkFromTable(table, problems), encoding };
  } catch (error) {
    problems.add(problemOf(error));
    return { rows: [], encoding, problems: problems.list() };
  }
}
