/** The blocks of a document, as each format reader returns them, in reading order. */

/** What the style of a paragraph says about it. */
export type ParagraphRole =
  "character" | "dialogue" | "direction" | "heading" | "action" | "transition";

export interface Paragraph {
  kind: "paragraph";
  /** Position in the file from 1; empty paragraphs count. */
  row: number;
  /** "" for an empty paragraph. */
  text: string;
  /** Distance from the left margin, in units of the format: only compared with each other. */
  indent: number;
  isCentred: boolean;
  role: ParagraphRole | null;
  /** A printed line that continues the paragraph before it. */
  continuesLast?: boolean;
  /** The beginning of the text whose format (bold, a colour) differs from that of the rest. */
  lead?: string;
}

/** A row of a table, or a paragraph whose parts are apart (tabs, wide gaps). */
export interface TableRow {
  kind: "row";
  /** The position of its first paragraph. */
  row: number;
  /** Rows with the same number are of one table. */
  table: number;
  /** Whether the document has a table there. */
  isTable: boolean;
  cells: string[];
}

export type Block = Paragraph | TableRow;

export interface Document {
  blocks: Block[];
  /**
   * Printed lines: a sentence can continue in the next paragraph. The reader joins the paragraphs
   * of a speech.
   */
  hasPrintedLines: boolean;
}

/** A text of a document with its speaker. */
export interface Speech {
  row: number;
  character: string | null;
  text: string;
  /** The style of the paragraph says that it is a heading. */
  isHeading?: boolean;
}

export const plainParagraph = (row: number, text: string): Paragraph => ({
  kind: "paragraph",
  row,
  text,
  indent: 0,
  isCentred: false,
  role: null,
});
