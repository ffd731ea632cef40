/** The tables whose rows a move copies: those that a restore copies, and the files. */
import { restoredTables, rowSchemas, type RestoredTable } from "./row-schemas";

export type MovedTableName = RestoredTable | "files";

/** Parents first. The rows of files are stored with their bytes, not copied. */
export const movedTables: readonly MovedTableName[] = ["files", ...restoredTables];

/** The columns of the primary key of each table. */
const keys: Readonly<Record<MovedTableName, readonly string[]>> = {
  files: ["path"],
  users: ["id"],
  projects: ["id"],
  project_languages: ["project_id", "position"],
  team: ["project_id", "user_id"],
  characters: ["id"],
  character_voices: ["character_id", "language_id"],
  glossary: ["id"],
  bulk_requests: ["id"],
  batches: ["id"],
  translations: ["batch_id", "position"],
  assignments: ["batch_id", "language_id", "user_id"],
  batch_characters: ["batch_id", "character_id"],
  lines: ["batch_id", "number"],
  line_edits: ["id"],
  line_texts: ["batch_id", "number", "language_id"],
  line_reviews: ["batch_id", "number", "language_id"],
  line_history: ["id"],
  dubs: ["batch_id", "language_id"],
  takes: ["id"],
  comments: ["id"],
  ignored_checks: ["batch_id", "number", "language_id", "name"],
  dub_folders: ["batch_id"],
  bulk_rows: ["request_id", "position"],
  tasks: ["id"],
  exports: ["id"],
  export_files: ["export_id", "position"],
  scripts: ["id"],
  external_engines: ["id"],
  delivery_presets: ["id"],
};

/** The tables whose ids the database counts. */
export const countedTables = ["tasks", "takes", "line_history", "line_edits"] as const;

/** Columns whose values a workspace finds again, or has of its own: they are not compared. */
const ownColumns: Partial<Record<MovedTableName, readonly string[]>> = {
  files: ["location", "folded"],
  dubs: ["findings_state"],
};

/** Rows in a call at most. The tables of others have short rows. */
const rowsPerCall: Partial<Record<MovedTableName, number>> = { exports: 1, line_edits: 20 };
const defaultRowsPerCall = 5_000;

export interface MovedTable {
  name: MovedTableName;
  key: readonly string[];
  columns: readonly string[];
  compared: readonly string[];
  rowsPerCall: number;
}

const described = new Map<string, MovedTable>(
  movedTables.map((name) => {
    const columns = Object.keys(rowSchemas[name].shape);
    const own = ownColumns[name] ?? [];
    const compared = columns.filter((column) => !own.includes(column));
    const limit = rowsPerCall[name] ?? defaultRowsPerCall;
    return [name, { name, key: keys[name], columns, compared, rowsPerCall: limit }];
  }),
);

/** SECURITY: names of tables become SQL. @throws Error for one that is not moved */
export function movedTable(name: string): MovedTable {
  const table = described.get(name);
  if (!table) throw new Error(`the table ${name} is not moved`);
  return table;
}
