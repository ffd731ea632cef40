/**
 * Converts scripts for services that know only the formats of the interface (§4.2): the template
 * workbook, and .srt, .txt, .docx, .pdf. The lines are those that the report shows.
 */
import path from "node:path";
import { isPlainText, isSubtitles, isTable } from "../../preload/facts/script-formats";
import { characterKey } from "./character-names";
import { templateColumns, textPrefix } from "./columns/header-words";
import { toXlsx } from "./files/data-table";
import { clock, toSrtText } from "./files/srt-write";
import { decodeText, type DecodeOptions } from "./files/text";
import type { ReadOptions, Script, ScriptLine } from "./model";
import { createProblems } from "./problems";
import { formatOf, readScript } from "./read";
import { scriptSheet } from "./vocabulary";

export type ConversionRefusal = "script-errors" | "separator-needed" | "file-unreadable";

/** A converted script. */
export interface Converted {
  /** Null if the service knows the format of the file as it is, or with a `refusal`. */
  bytes: Uint8Array | null;
  /** Extension of the converted file, without the dot; "" without bytes. */
  extension: string;
  /** Why a script that has to be converted cannot be; its conversion would lose content. */
  refusal: ConversionRefusal | null;
}

const unchanged: Converted = { bytes: null, extension: "", refusal: null };
const refused = (refusal: ConversionRefusal): Converted => ({ ...unchanged, refusal });

/**
 * Converts a script to a format that every service knows. `paths` replaces source audio. Never
 * rejects.
 *
 * - Tables that are not the template (foreign headers, title rows, hidden rows, another encoding,
 *   .ods) become the template workbook; tables that are the template are unchanged.
 * - Subtitles other than .srt become .srt; if they name characters and no speaker separator is
 *   given, the template workbook, whose characters need no separator. It has no times, so that
 *   media dubbing requires the separator.
 * - .txt, .docx and .pdf become the template workbook if their structure is another one than a line
 *   for each paragraph, with names before a colon: where reading assumed or left out something.
 * - .srt becomes .srt with the cues that are read, if these differ from those of the file. Names in
 *   brackets stay in the text if no speaker separator is given.
 * - .srt and .txt in another encoding become UTF-8. Files with errors are unchanged: the service
 *   may understand more of them.
 * - For our own service: only tables whose columns the user assigned become the template workbook,
 *   also those of a .docx and .txt, and .ods and other encodings with replaced source audio; other
 *   text in a chosen or assumed encoding becomes UTF-8.
 */
export async function convertScript(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
  paths: ReadonlyMap<string, string> = new Map(),
): Promise<Converted> {
  try {
    const format = formatOf(fileName, bytes);
    const { isForOwnService = false, encoding, ofFile, known = [] } = options;
    const hasKnownColumns =
      options.columns !== undefined || ofFile !== undefined || known.length > 0;
    if (format === null) return unchanged;
    if (format === "srt" && isForOwnService) return inUtf8(bytes, format, options);
    const isText = format === "txt";
    const isDocument = isText || format === "docx" || format === "pdf";
    const isAsIs = isForOwnService && isDocument && !hasKnownColumns;
    if (isAsIs) return isText ? inUtf8(bytes, format, options) : unchanged;
    const script = await readScript(bytes, fileName, options);
    const isAssigned = script.areColumnsAssigned === true;
    if (isDocument && !isAssigned) return await convertDocument(script, bytes, { options, isText });
    if (format === "srt") return await convertSrt(script, bytes, options);
    const isDecoded = encoding !== undefined || script.encoding?.isAssumed === true;
    const asText = () =>
      isPlainText(format) && isDecoded
        ? inUtf8(bytes, path.extname(fileName).slice(1).toLowerCase(), {
            ...options,
            isTable: isTable(format),
          })
        : unchanged;
    const isRead = isTable(format) ? isForOwnService || isTemplate(script) : isForOwnService;
    // The source audio of a table in a chosen encoding is replaced in the template workbook.
    const isRewritten = paths.size > 0 && (format === "ods" || asText().bytes !== null);
    if (isRead && !isAssigned && !isRewritten) return asText();
    const isInvalid = hasErrors(script);
    // The service names the errors of a table whose columns it knows.
    const isKnown = !isAssigned && (format === "xlsx" || format === "csv");
    if (isInvalid && isKnown && hasTemplateColumns(script)) return unchanged;
    if (isInvalid) return refused("script-errors");
    const lines = script.lines.map((line) => ({
      ...line,
      sourceAudio: paths.get(line.sourceAudio ?? "") ?? line.sourceAudio,
    }));
    return isSubtitles(format)
      ? await convertCues(lines, script.languages, options)
      : await toTemplate(lines, script.languages, { keepsTimes: isForOwnService });
  } catch {
    return refused("file-unreadable");
  }
}

const hasErrors = ({ problems }: Script) => problems.some(({ severity }) => severity === "error");

/**
 * Problems that do not change what a plain reader reads: a line for each paragraph, with the name
 * before a colon. All others show that reading assumed or left out something.
 */
const isHarmless = (code: string) =>
  /^(?:line-|text-with-|speakers-missing$|names-similar$|encoding$|several-speakers$)/.test(code);

/** A document whose columns are not assigned. */
async function convertDocument(
  script: Script,
  bytes: Uint8Array,
  { options, isText }: { options: ReadOptions; isText: boolean },
): Promise<Converted> {
  const plain = () => (isText ? inUtf8(bytes, "txt", options) : unchanged);
  if (options.isForOwnService === true || hasErrors(script)) return plain();
  const { lines, languages, problems, areColumnsAssigned } = script;
  // A plain reader reads the cells of a table as paragraphs.
  const hasTable = areColumnsAssigned === false;
  if (!hasTable && problems.every(({ code }) => isHarmless(code))) return plain();
  const areCues = !hasTable && lines.some(({ startMs }) => startMs !== null);
  return areCues
    ? await convertCues(lines, languages, options)
    : await toTemplate(lines, languages);
}

/** What players and plain readers of .srt know, and white space. */
const plainMarks = /<\/?[biu]>|\s+/gi;
/** The words of each part of a file that empty lines divide. */
const partsOf = (text: string) =>
  text
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n")
    .split(/\n[ \t]*(?=\n)/)
    .map((part) => part.replace(plainMarks, " ").replace(/ +/g, " ").trim())
    .filter((part) => part !== "")
    .join("\n");

/** A .srt with the cues that are read; unchanged if the file has the same ones. */
async function convertSrt(
  script: Script,
  bytes: Uint8Array,
  options: ReadOptions,
): Promise<Converted> {
  if (hasErrors(script)) return inUtf8(bytes, "srt", options);
  const before = decodeText(bytes, createProblems(), options);
  // Without a separator, names in brackets stay in the text of their cue, as in the file.
  const isKept = (options.speakerSeparator ?? "") === "" && areOnlyInBrackets(script, before);
  const cues = isKept
    ? await readScript(bytes, "a.srt", { ...options, isLinePerCue: true })
    : script;
  const converted = await convertCues(cues.lines, cues.languages, options);
  if (converted.bytes === null || converted.extension !== "srt") return converted;
  const isSame = partsOf(before) === partsOf(Buffer.from(converted.bytes).toString("utf8"));
  return isSame ? inUtf8(bytes, "srt", options) : converted;
}

const namesInBrackets = /[[(<（［【]([^[\]()<>（）［］【】\n]{1,60})[\])>）］】]/gu;

/** Whether only brackets name the characters of a file. */
function areOnlyInBrackets({ lines }: Script, text: string): boolean {
  const keys = new Set(
    [...text.matchAll(namesInBrackets)].map(([, name = ""]) => characterKey(name)),
  );
  return lines.every(({ character }) => character === null || keys.has(characterKey(character)));
}

function inUtf8(bytes: Uint8Array, extension: string, options: DecodeOptions): Converted {
  const text = Buffer.from(decodeText(bytes, createProblems(), options));
  const mark = Buffer.from("\ufeff");
  const isSame = text.equals(bytes) || Buffer.concat([mark, text]).equals(bytes);
  return isSame ? unchanged : { bytes: text, extension, refusal: null };
}

const templateNames: ReadonlySet<string> = new Set(
  Object.values(templateColumns).map((name) => name.toLowerCase()),
);

const hasTemplateColumns = ({ columns }: Script): boolean =>
  Object.keys(columns).every(
    (name) => templateNames.has(name.toLowerCase()) || name.toLowerCase().startsWith(textPrefix),
  );

/**
 * Whether a reader that knows only the template reads the same lines: every column that is read has
 * a name of the template, and reading assumed nothing.
 */
function isTemplate(script: Script): boolean {
  const { format, sheet, problems } = script;
  // The interface has no .ods.
  if (format === "ods") return false;
  const isKnownSheet = format !== "xlsx" || sheet === scriptSheet || sheet === "";
  return (
    isKnownSheet &&
    hasTemplateColumns(script) &&
    problems.every(({ severity }) => severity !== "note")
  );
}

function convertCues(
  lines: readonly ScriptLine[],
  languages: readonly string[],
  { purpose, speakerSeparator = "" }: ReadOptions,
): Converted | Promise<Converted> {
  const hasCharacters = lines.some(({ character }) => character !== null);
  if (hasCharacters && speakerSeparator === "") {
    if (purpose !== "media-dubbing") return toTemplate(lines, languages);
    return refused("separator-needed");
  }
  const cues = lines.map(({ number, character, text, startMs, endMs }) => ({
    number,
    startMs: startMs ?? 0,
    endMs: endMs ?? 0,
    text:
      (character === null ? "" : `${character}${speakerSeparator} `) +
      (Object.values(text)[0] ?? ""),
  }));
  return { bytes: Buffer.from(toSrtText(cues)), extension: "srt", refusal: null };
}

/**
 * The lines as the template workbook. `keepsTimes`: with times, which are no columns of the
 * template, but which our own service reads.
 */
export async function toTemplate(
  lines: readonly ScriptLine[],
  languages: readonly string[],
  { keepsTimes } = { keepsTimes: false },
): Promise<Converted & { bytes: Uint8Array }> {
  const hasTimes = keepsTimes && lines.some(({ startMs }) => startMs !== null);
  const time = (ms: number | null) => (ms === null ? "" : clock(ms, "."));
  const hasAudio = lines.some(({ sourceAudio }) => sourceAudio !== null);
  const columns = [
    { name: "ID", width: 12 },
    { name: "Character", width: 20 },
    { name: "Emotion", width: 14 },
    { name: "Intensity", width: 12 },
    ...languages.map((code) => ({ name: `Text_${code.toUpperCase()}`, width: 60 })),
    ...(hasAudio ? [{ name: "Source_Audio", width: 40 }] : []),
    ...(hasTimes ? ["Start", "End"].map((name) => ({ name, width: 14 })) : []),
  ];
  const rows = lines.map(({ id, character, emotion, intensity, text, ...line }) => [
    id ?? "",
    character ?? "",
    emotion ?? "",
    intensity ?? "",
    ...languages.map((code) => text[code] ?? ""),
    ...(hasAudio ? [line.sourceAudio ?? ""] : []),
    ...(hasTimes ? [time(line.startMs), time(line.endMs)] : []),
  ]);
  const bytes = await toXlsx({ name: scriptSheet, columns, rows });
  return { bytes, extension: "xlsx", refusal: null };
}
