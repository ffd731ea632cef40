/** Subtitles and tables that are stored as a document: "episode.srt" saved as .txt or .docx. */
import type { Block, Document } from "./blocks";

const clock = String.raw`\d{1,3}:\d{1,2}(?::\d{1,2})?(?:[.,]\d{1,3})?`;
const timing = new RegExp(`^\\s*${clock}\\s*(?:-+>|→|➔|➜)\\s*${clock}`);
/** A header with a column of the template. */
const header = /(?:^|[,;\t|"]) ?text_[a-z]{2}\b/i;

export interface EmbeddedFormat {
  format: "srt" | "csv";
  text: string;
  /** The row that shows the format. */
  row: number;
  message: string;
}

const textOf = (block: Block) => (block.kind === "row" ? block.cells.join("\t") : block.text);

/** The format that the text of a document has; null for prose. `plain` is the text of a .txt. */
export function embeddedFormat({ blocks }: Document, plain: string | null): EmbeddedFormat | null {
  const all = () => plain ?? texts.join("\n");
  const texts = blocks.map(textOf);
  const at = texts.findIndex((text) => text.split("\n").some((line) => timing.test(line)));
  if (at >= 0) {
    const row = blocks[at]?.row ?? 1;
    const message = "The text contains the times of subtitles. The file was read as .srt.";
    return { format: "srt", text: all(), row, message };
  }
  const first = texts.find((text) => text.trim() !== "") ?? "";
  if (!header.test(first)) return null;
  const row = 1;
  const message = "The first line names the columns of a table. The file was read as .csv.";
  return { format: "csv", text: all(), row, message };
}
