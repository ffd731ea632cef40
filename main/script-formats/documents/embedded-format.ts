/** Subtitles and tables that are stored as a document: "episode.srt" saved as .txt or .docx. */
import { headingOf } from "../columns/header-words";
import type { Block, Document } from "./blocks";

const clock = String.raw`\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,3})?`;
const timing = new RegExp(`^\\s*${clock}\\s*(?:-+>|→|➔|➜)\\s*${clock}`);
const assEvent = /^Dialogue:[^,]*, ?\d{1,2}:\d{2}:\d{2}/;
/** A header with a column of the template. */
const header = /(?:^|[,;\t|"]) ?text_[a-z]{2,3}\b/i;
/** The row below the header of a table in Markdown. */
const rule = /^\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/;

export interface EmbeddedFormat {
  format: "srt" | "ass" | "csv";
  text: string;
  /** The row that shows the format. */
  row: number;
  message: string;
}

const textOf = (block: Block) => (block.kind === "row" ? block.cells.join("\t") : block.text);

/** A table in Markdown as rows with tabs; its other lines are empty. */
const markdownRows = (lines: readonly string[]) =>
  lines.map((line) => {
    const [, cells] = /^\s*\|(.*)\|\s*$/s.exec(line) ?? [];
    if (cells === undefined || rule.test(line.trim())) return "";
    return cells
      .split("|")
      .map((cell) => cell.trim())
      .join("\t");
  });

const cellsOf = (line: string, delimiter: string) =>
  line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));

/**
 * Whether a line names the columns of a table whose cells are apart by these signs. Two words alone
 * can also be a line: "In, text". The next line then has to be a row with such cells.
 */
function isHeader(line: string, next: string): boolean {
  if (header.test(line)) return true;
  return [";", ",", "|"].some((delimiter) => {
    const cells = cellsOf(line, delimiter);
    const roles = cells.map((cell) => headingOf(cell)?.role);
    const isTable =
      (roles.includes("character") || roles.includes("start")) &&
      roles.some((one) => one === "text" || one === "line");
    if (!isTable || roles.includes(undefined)) return false;
    const below = cellsOf(next, delimiter);
    const time = roles.includes("start") ? below[roles.indexOf("start")] : "0";
    return cells.length > 2 || (below.length >= cells.length && /\d/.test(time ?? ""));
  });
}

/** The format that the text of a document has; null for prose. `plain` is the text of a .txt. */
export function embeddedFormat({ blocks }: Document, plain: string | null): EmbeddedFormat | null {
  const all = () => plain ?? texts.join("\n");
  const texts = blocks.map(textOf);
  const rowOf = (at: number) => blocks[at]?.row ?? 1;
  const has = (pattern: RegExp) =>
    texts.findIndex((text) => text.split("\n").some((line) => pattern.test(line)));
  const at = has(timing);
  if (at >= 0) {
    const message = "The text contains the times of subtitles. The file was read as .srt.";
    return { format: "srt", text: all(), row: rowOf(at), message };
  }
  const event = has(assEvent);
  if (event >= 0) {
    const message = "The text contains the events of subtitles. The file was read as .ass.";
    return { format: "ass", text: all(), row: rowOf(event), message };
  }
  const markdown = texts.findIndex(
    (text, index) => rule.test(text.trim()) && (texts[index - 1] ?? "").includes("|"),
  );
  if (markdown > 0) {
    const lines = plain?.split(/\r\n?|\n/) ?? texts;
    const message = "The text contains a table in Markdown. The file was read as a table.";
    return { format: "csv", text: markdownRows(lines).join("\n"), row: rowOf(markdown), message };
  }
  const [first = "", next = ""] = texts.filter((text) => text.trim() !== "");
  if (!isHeader(first, next)) return null;
  const row = 1;
  const message = "The first line names the columns of a table. The file was read as .csv.";
  return { format: "csv", text: all(), row, message };
}
