import { isSubtitles, scriptTypeOf } from "../../preload/facts/script-formats";
import type { ScriptFormat } from "./model";
import { UnreadableFile, type FileProblemCode } from "./problems";
import { openZip, type Zip } from "./files/zip";

function extensionOf(name: string): string {
  return /\.([a-z0-9]{1,5})$/i.exec(name.trim())?.[1]?.toLowerCase() ?? "";
}

/** The format implied by a file name, path or URL; the query and fragment of a URL are ignored. */
export function formatByName(fileName: string): ScriptFormat | null {
  // A gallery path may contain "?" and "#", so the whole name is checked first, unless it is
  // clearly a URL.
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(fileName);
  const bare = fileName.replace(/[?#].*/s, "");
  const own = (name: string) => scriptTypeOf(name)?.format ?? null;
  return (isUrl ? null : own(fileName)) ?? own(bare);
}

const startsWith = (bytes: Uint8Array, ...magic: number[]) =>
  magic.every((byte, at) => bytes[at] === byte);
const isZip = (bytes: Uint8Array) =>
  startsWith(bytes, 0x50, 0x4b, 3, 4) || startsWith(bytes, 0x50, 0x4b, 5, 6);
const isPdf = (bytes: Uint8Array, hasPdfExtension: boolean) =>
  // The marker may occur anywhere in the first 1,024 bytes; without the extension .pdf it has to be
  // at the start.
  Buffer.from(bytes.subarray(0, hasPdfExtension ? 1024 : 5)).includes("%PDF-");
const isOle = (bytes: Uint8Array) =>
  startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);

/** Whether an OpenDocument file is a spreadsheet. */
function isSpreadsheet(zip: Zip, named: ScriptFormat | null): boolean {
  const type = zip.has("mimetype") ? zip.read("mimetype").toString("latin1") : "";
  if (!type.includes("opendocument")) return named === "ods";
  return type.includes("opendocument.spreadsheet");
}

/** The format of a zip container by its entries; if it cannot be opened, by its name. */
function formatOfZip(bytes: Uint8Array, named: ScriptFormat | null): ScriptFormat | null {
  let names: readonly string[];
  try {
    const zip = openZip(bytes);
    names = zip.names;
    if (names.includes("content.xml")) return isSpreadsheet(zip, named) ? "ods" : null;
  } catch {
    return named === "xlsx" || named === "ods" || named === "docx" ? named : null;
  }
  if (names.some((name) => name.startsWith("word/") && name.endsWith(".xml"))) return "docx";
  const isBook = names.some((name) => name.startsWith("xl/") && name.endsWith(".xml"));
  return isBook && !names.includes("xl/workbook.bin") ? "xlsx" : null;
}

/** The format of text without a known extension; only unambiguous formats are detected. */
function sniffText(bytes: Uint8Array): ScriptFormat | null {
  const start = Buffer.from(bytes.subarray(0, 8_192)).toString("latin1").replaceAll("\0", "");
  if (/\d:\d{1,2}[,.]\d{1,3}\s*-->\s*\d/.test(start)) return "srt";
  const header = start.split(/[\r\n]/, 1)[0] ?? "";
  return /(?:^|[,;\t"])[^\S\t]*(?:text_\w|batch_name)/i.test(header) ? "csv" : null;
}

/**
 * The format of a file by its name and its content. If they differ, the content takes precedence
 * for containers and .pdf. Without bytes only the name is used. `null`: not a supported format.
 */
export function formatOf(fileName: string, bytes: Uint8Array): ScriptFormat | null {
  const named = formatByName(fileName);
  if (bytes.length === 0) return named;
  if (isZip(bytes)) return formatOfZip(bytes, named);
  if (isPdf(bytes, named === "pdf")) return "pdf";
  if (isOle(bytes)) return null;
  if (named === "csv" || named === "txt" || isSubtitles(named))
    return isOtherDocument(bytes) ? null : named;
  return named === null ? sniffText(bytes) : null;
}

/**
 * Whether a file of text is a web page, such as the sign-in page that a link led to, or an RTF
 * document: its markup is no speech.
 */
function isOtherDocument(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1").replaceAll("\0", "");
  return /^\W{0,6}\{\\rtf|^[^<]{0,6}(?:<\?xml[^>]{0,200}>\s*|<!--[^>]{0,500}>\s*)?<(?:!doctype\s+html|html)[\s>]/i.test(
    start,
  );
}

/** Formats that programs write under the extensions of others; null for other content. */
function foreignText(bytes: Uint8Array): FileProblemCode | null {
  const start = Buffer.from(bytes.subarray(0, 4_096)).toString("latin1").replaceAll("\0", "");
  if (/^\W{0,6}\{\\rtf/.test(start)) return "rtf";
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(start)) return "xml-table";
  return /<(?:!doctype\s+html|html|head|body|table|meta)[\s>]/i.test(start) ? "html" : null;
}

/** The problem code that explains why a file has no format. */
export function unknownFormatProblem(fileName: string, bytes: Uint8Array): FileProblemCode {
  const named = formatByName(fileName);
  if (isOle(bytes)) {
    // An encrypted workbook or document is an OLE file that contains the actual file.
    const isEncrypted = Buffer.from(bytes).includes(Buffer.from("EncryptedPackage", "utf16le"));
    return isEncrypted ? "encrypted" : "old-format";
  }
  if (/^(xls|xlsb|doc)$/.test(extensionOf(fileName.replace(/[?#].*/s, "")))) return "old-format";
  if (isZip(bytes)) {
    try {
      if (openZip(bytes).has("xl/workbook.bin")) return "old-format";
    } catch (error) {
      if (error instanceof UnreadableFile) return error.problem.code as FileProblemCode;
    }
  }
  return foreignText(bytes) ?? (named === null ? "format-unknown" : "format-mismatch");
}
