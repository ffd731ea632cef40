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
  /** Of lines whose end is their start and their duration. */
  "duration",
] as const;
export type PlainRole = (typeof plainRoles)[number];

/** What a column contains: "text:fr-fr" is a text in French; "text" one in the batch's language. */
export type ColumnRole = PlainRole | "text" | `text:${string}` | "ignore";

/** The role of a text such as "text:fr-fr"; null if it is none. */
export function columnRoleOf(text: string): ColumnRole | null {
  const isRole =
    text === "text" ||
    text === "ignore" ||
    /^text:[a-z]{2,3}-[a-z]{2,4}$/.test(text) ||
    (plainRoles as readonly string[]).includes(text);
  return isRole ? (text as ColumnRole) : null;
}

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

/** A mapping that the user chose for a header, and that is used wherever the header occurs. */
export interface KnownColumns extends Pick<ColumnMapping, "columns" | "frameRate"> {
  /** The key of the header; null for a table without one. */
  header: string | null;
  /** The sheet that was chosen; "" for any. */
  sheet: string;
}
