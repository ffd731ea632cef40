/**
 * The file formats of scripts (interface §4.2, interface-notes § Scripts): the one table that the reader, the dialogs,
 * the drop targets, the script store and the rules of the interface read. Without schemas, so that each side imports it.
 */

/** A format of the script reader; several extensions may share one. */
export type ScriptFormat = "xlsx" | "csv" | "srt" | "docx" | "txt" | "pdf";

export interface ScriptFileType {
  /** In lower case, without the dot. */
  extension: string;
  format: ScriptFormat;
  /** The first one is sent with a file of this type. */
  mimeTypes: readonly [string, ...string[]];
  /** The file specifies its language in the names of its text columns; other formats need a languageCode. */
  namesLanguage: boolean;
  /** It can contain texts in several languages. */
  hasSeveralLanguages: boolean;
}

const table = { namesLanguage: true, hasSeveralLanguages: true } as const;
const document = { namesLanguage: false, hasSeveralLanguages: false } as const;

/** Every type of script file; of several candidates for a video, the earlier in this list is preferred. */
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
  { extension: "csv", format: "csv", mimeTypes: ["text/csv", "application/csv"], ...table },
  { extension: "tsv", format: "csv", mimeTypes: ["text/tab-separated-values"], ...table },
  {
    extension: "srt",
    format: "srt",
    mimeTypes: ["application/x-subrip", "text/srt"],
    ...document,
  },
  {
    extension: "docx",
    format: "docx",
    mimeTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
    ...document,
  },
  { extension: "txt", format: "txt", mimeTypes: ["text/plain"], ...document },
  { extension: "pdf", format: "pdf", mimeTypes: ["application/pdf"], ...document },
];

/** What dialogs offer. */
export const scriptExtensions: readonly string[] = scriptFileTypes.map(
  ({ extension }) => extension,
);
/** Those of bulk templates. */
export const tableExtensions: readonly string[] = scriptFileTypes
  .filter(({ format }) => format === "xlsx" || format === "csv")
  .map(({ extension }) => extension);

/** The type of a file by the end of its name, in any case; null for a file that is no script. */
export function scriptTypeOf(fileName: string): ScriptFileType | null {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(fileName.trim())?.[1]?.toLowerCase();
  return scriptFileTypes.find((type) => type.extension === extension) ?? null;
}
