/**
 * The file formats of scripts (interface §4.2, interface-notes § Scripts): one table for the
 * reader, the dialogs, the drop targets, the script store and the rules of the interface. It has no
 * schemas, so that each side can import it.
 */

/** A format of the script reader. Several extensions can have the same format. */
export type ScriptFormat = TableFormat | SubtitleFormat | "docx" | "txt" | "pdf";

export const tableFormats = ["xlsx", "ods", "csv"] as const;
/** A format of rows and columns. */
export type TableFormat = (typeof tableFormats)[number];
export const isTable = (format: string | null | undefined): format is TableFormat =>
  (tableFormats as readonly unknown[]).includes(format);

export const subtitleFormats = ["srt", "vtt", "ass", "ttml", "sbv", "stl"] as const;
/** A format of cues with times. */
export type SubtitleFormat = (typeof subtitleFormats)[number];

/** Only subtitles have a separator of speaker and text. */
export const isSubtitles = (format: string | null | undefined): format is SubtitleFormat =>
  (subtitleFormats as readonly unknown[]).includes(format);

/** Formats whose files are no plain text, so that they have no character encoding to choose. */
const binaryFormats: readonly ScriptFormat[] = ["xlsx", "ods", "stl", "docx", "pdf"];
export const isPlainText = (format: ScriptFormat) => !binaryFormats.includes(format);

export interface ScriptFileType {
  /** In lower case, without the dot. */
  extension: string;
  format: ScriptFormat;
  /** The first MIME type is sent with a file of this type. */
  mimeTypes: readonly [string, ...string[]];
  /**
   * The file specifies its language in the names of its text columns; other formats need a
   * languageCode.
   */
  namesLanguage: boolean;
  /** It can contain texts in several languages. */
  hasSeveralLanguages: boolean;
}

const table = { namesLanguage: true, hasSeveralLanguages: true } as const;
const document = { namesLanguage: false, hasSeveralLanguages: false } as const;

/**
 * All types of script files. If several scripts match a video, the type that is first in this list
 * is preferred.
 */
export const scriptFileTypes: readonly ScriptFileType[] = [
  {
    extension: "xlsx",
    format: "xlsx",
    mimeTypes: ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    ...table,
  },
  {
    extension: "xlsm",
    format: "xlsx",
    mimeTypes: ["application/vnd.ms-excel.sheet.macroenabled.12"],
    ...table,
  },
  {
    extension: "ods",
    format: "ods",
    mimeTypes: ["application/vnd.oasis.opendocument.spreadsheet"],
    ...table,
  },
  { extension: "csv", format: "csv", mimeTypes: ["text/csv", "application/csv"], ...table },
  { extension: "tsv", format: "csv", mimeTypes: ["text/tab-separated-values"], ...table },
  {
    extension: "srt",
    format: "srt",
    mimeTypes: ["application/x-subrip", "text/srt"],
    ...document,
  },
  { extension: "vtt", format: "vtt", mimeTypes: ["text/vtt"], ...document },
  { extension: "ass", format: "ass", mimeTypes: ["text/x-ssa"], ...document },
  { extension: "ssa", format: "ass", mimeTypes: ["text/x-ssa"], ...document },
  { extension: "ttml", format: "ttml", mimeTypes: ["application/ttml+xml"], ...document },
  { extension: "dfxp", format: "ttml", mimeTypes: ["application/ttml+xml"], ...document },
  { extension: "sbv", format: "sbv", mimeTypes: ["text/plain"], ...document },
  { extension: "stl", format: "stl", mimeTypes: ["application/octet-stream"], ...document },
  {
    extension: "docx",
    format: "docx",
    mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ...document,
  },
  { extension: "txt", format: "txt", mimeTypes: ["text/plain"], ...document },
  { extension: "pdf", format: "pdf", mimeTypes: ["application/pdf"], ...document },
];

/** The extensions that dialogs offer. */
export const scriptExtensions: readonly string[] = scriptFileTypes.map(
  ({ extension }) => extension,
);
/** The extensions of bulk templates. */
export const tableExtensions: readonly string[] = scriptFileTypes
  .filter(({ format }) => isTable(format))
  .map(({ extension }) => extension);

/**
 * The formats in which the texts of a language are saved, changed in other programs and read back.
 */
export const textsFormats = ["xlsx", "csv", "srt"] as const satisfies readonly ScriptFormat[];

/**
 * The type of a file by its extension, which is not case-sensitive; null if the file is not a
 * script.
 */
export function scriptTypeOf(fileName: string): ScriptFileType | null {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName.trim())?.[1]?.toLowerCase();
  return scriptFileTypes.find((type) => type.extension === extension) ?? null;
}
