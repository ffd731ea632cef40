/** SQL that replaces lines by others, which changes the numbers of the later ones. */
import type { Database } from "../../../common/database/database";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import type { lineEdits } from "../../../../preload/facts/line-edits";
import type { MadeEdit } from "./line-edit-port";
import { refreshCharacters } from "./shared-values";
import { lineOf, lineTables, type LineRows, type LineRowSets, type Row } from "./line-row-sets";
import { runUnit } from "../sqlite-driver";

/** Tables with numbers of lines, which change together. */
const numberedTables = [...lineTables, "line_findings", "takes"] as const;
/** Above all numbers of lines: rows are there while they get other numbers. */
const aside = 1_000_000_000;
/** Changes that can be undone in a batch; earlier ones are forgotten. */
const keptEdits = 500;

export interface Edit {
  kind: (typeof lineEdits)[number];
  by: string;
  at: number;
  /** The number of the first replaced line, and how many are replaced. */
  from: number;
  count: number;
}

export function createLineReplacement(
  database: Database,
  { rowsOf, insert, contentOf }: LineRowSets,
) {
  /** The takes of a line that is removed stay, for the case that it returns. */
  function parkTakes(batchId: string, { number, identity }: Row<"lines">): void {
    const line = [batchId, number];
    database.run(
      `DELETE FROM takes WHERE batch_id = ? AND number = ? AND state IN ('queued', 'failed')`,
      ...line,
    );
    database.run(
      "UPDATE takes SET number = ?, state = 'outdated' WHERE batch_id = ? AND number = ?",
      -identity,
      ...line,
    );
  }

  /** Gives the lines from `from` on other numbers, in all tables. */
  function shift(batchId: string, from: number, by: number): void {
    if (by === 0) return;
    for (const table of numberedTables) {
      database.run(
        `UPDATE ${table} SET number = number + ${aside} WHERE batch_id = ? AND number >= ?`,
        batchId,
        from,
      );
      database.run(
        `UPDATE ${table} SET number = number - ${aside} + ? WHERE batch_id = ? AND number >= ${aside}`,
        by,
        batchId,
      );
    }
  }

  /** Inside a transaction: replaces lines by others, whose rows get their numbers here. */
  function replace(batchId: string, edit: Edit, lines: readonly LineRows[]): MadeEdit {
    const { kind, by, at, from, count } = edit;
    // The rows of lines refer to them: both get other numbers in this transaction.
    database.exec("PRAGMA defer_foreign_keys = ON");
    const afterLine = database.get<{ identity: number }>(
      "SELECT identity FROM lines WHERE batch_id = ? AND number = ?",
      batchId,
      from - 1,
    );
    const replaced = Array.from({ length: count }, (_, index) => rowsOf(batchId, from + index));
    for (const rows of replaced) {
      parkTakes(batchId, lineOf(rows));
      const sql = "DELETE FROM lines WHERE batch_id = ? AND number = ?";
      database.run(sql, batchId, lineOf(rows).number);
    }
    shift(batchId, from + count, lines.length - count);
    const numbers = lines.map((rows, index) => {
      const number = from + index;
      for (const table of lineTables)
        for (const row of rows[table]) insert(table, { ...row, batch_id: batchId, number });
      const sql = "UPDATE takes SET number = ? WHERE batch_id = ? AND number = ?";
      database.run(sql, number, batchId, -lineOf(rows).identity);
      return number;
    });
    database.run("UPDATE batches SET line_set = line_set + 1 WHERE id = ?", batchId);
    // Clients read all lines again.
    database.run(
      `INSERT INTO review_revisions
         SELECT batch_id, language_id, unixepoch(), unixepoch() FROM translations WHERE batch_id = ?
       ON CONFLICT DO UPDATE SET first = revision + 1, revision = revision + 1`,
      batchId,
    );
    database.run("DELETE FROM line_changes WHERE batch_id = ?", batchId);
    database.run(
      "UPDATE translations SET spare_from = 1 WHERE batch_id = ? AND spare_from IS NOT NULL",
      batchId,
    );
    database.run("UPDATE dubs SET findings_state = 1 WHERE batch_id = ?", batchId);
    runUnit(database, markForCheck(batchId));
    refreshCharacters(database, batchId, at);
    runUnit(database, refreshStatus(batchId, at));
    const made = lines.map((rows, index) => ({
      identity: lineOf(rows).identity,
      content: contentOf(batchId, from + index),
    }));
    const stored = database.get<{ id: number }>(
      `INSERT INTO line_edits (batch_id, kind, at, by, after_line, replaced, made)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      batchId,
      kind,
      at,
      by,
      afterLine?.identity ?? 0,
      JSON.stringify(replaced),
      JSON.stringify(made),
    );
    const id = stored?.id ?? 0;
    database.run(
      `DELETE FROM line_edits WHERE batch_id = ? AND id NOT IN
         (SELECT id FROM line_edits WHERE batch_id = ? ORDER BY id DESC LIMIT ${keptEdits})`,
      batchId,
      batchId,
    );
    return { id, numbers };
  }

  return replace;
}
