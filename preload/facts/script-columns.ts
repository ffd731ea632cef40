/**
 * The mapping of the columns of a script's table to what they contain, as the user states it: one
 * form for the window, the terminal and the reader.
 */

/** What a column contains, other than texts. */
export const plainRoles = [
  "id",
  "character",
  "emotion",
  "intensity",
  "source-audio",
  "start",
  "end",
] as const;
export type PlainRole = (typeof plainRoles)[number];

/** What a column contains: "text:fr-fr" is a text in French; "text" one in the batch's language. */
export type ColumnRole = PlainRole | "text" | `text:${string}` | "ignore";

/** The columns of a table, and its position in the file. */
export interface ColumnMapping {
  /** "" for any sheet. */
  sheet: string;
  /** From 1; 0 if the table has no header; null for the row with these names. */
  headerRow: number | null;
  /** Roles by the name of the column, in any case, or by its letter ("C"). */
  columns: Readonly<Record<string, ColumnRole>>;
  /** Frames per second of times such as 01:02:03:12; null if unknown. */
  frameRate: number | null;
}
