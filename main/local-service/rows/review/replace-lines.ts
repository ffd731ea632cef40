/** SQL that replaces lines by others, which changes the numbers of the later ones. */
import { get, run, type Work } from "../unit-of-work";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import type { lineEdits } from "../../../../preload/facts/line-edits";
import type { MadeEdit } from "./line-edit-port";
import { refreshCharacters } from "./shared-values";
import {
  contentOf,
  insertRow,
  lineOf,
  lineTables,
  rowsOf,
  type LineRows,
  type Row,
} from "./line-row-sets";

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

/** The takes of a line that is removed stay, for the case that it returns. */
function* parkTakes(batchId: string, { number, identity }: Row<"lines">): Work<void> {
  const line = [batchId, number];
  yield* run(
    `DELETE FROM takes WHERE batch_id = ? AND number = ? AND state IN ('queued', 'failed')`,
    ...line,
  );
  yield* run(
    "UPDATE takes SET number = ?, state = 'outdated' WHERE batch_id = ? AND number = ?",
    -identity,
    ...line,
  );
}

/** Gives the lines from `from` on other numbers, in all tables. */
function* shift(batchId: string, from: number, by: number): Work<void> {
  if (by === 0) return;
  for (const table of numberedTables) {
    yield* run(
      `UPDATE ${table} SET number = number + ${aside} WHERE batch_id = ? AND number >= ?`,
      batchId,
      from,
    );
    yield* run(
      `UPDATE ${table} SET number = number - ${aside} + ? WHERE batch_id = ? AND number >= ${aside}`,
      by,
      batchId,
    );
  }
}

/** Inside a transaction: replaces lines by others, whose rows get their numbers here. */
export function* replaceLines(
  batchId: string,
  edit: Edit,
  lines: readonly LineRows[],
): Work<MadeEdit> {
  const { kind, by, at, from, count } = edit;
  // The rows of lines refer to them: both get other numbers in this transaction.
  yield* run("@deferForeignKeys");
  const afterLine = yield* get<{ identity: number }>(
    "SELECT identity FROM lines WHERE batch_id = ? AND number = ?",
    batchId,
    from - 1,
  );
  const replaced: LineRows[] = [];
  for (let number = from; number < from + count; number += 1)
    replaced.push(yield* rowsOf(batchId, number));
  for (const rows of replaced) {
    yield* parkTakes(batchId, lineOf(rows));
    const sql = "DELETE FROM lines WHERE batch_id = ? AND number = ?";
    yield* run(sql, batchId, lineOf(rows).number);
  }
  yield* shift(batchId, from + count, lines.length - count);
  const numbers: number[] = [];
  for (const [index, rows] of lines.entries()) {
    const number = from + index;
    numbers.push(number);
    for (const table of lineTables)
      for (const row of rows[table]) yield* insertRow(table, { ...row, batch_id: batchId, number });
    const sql = "UPDATE takes SET number = ? WHERE batch_id = ? AND number = ?";
    yield* run(sql, number, batchId, -lineOf(rows).identity);
  }
  yield* run("UPDATE batches SET line_set = line_set + 1 WHERE id = ?", batchId);
  // Clients read all lines again.
  yield* run(
    `INSERT INTO review_revisions AS r (batch_id, language_id, first, revision)
       SELECT batch_id, language_id, @now / 1000, @now / 1000 FROM translations WHERE batch_id = ?
     ON CONFLICT (batch_id, language_id) DO UPDATE SET first = r.revision + 1, revision = r.revision + 1`,
    batchId,
  );
  yield* run("DELETE FROM line_changes WHERE batch_id = ?", batchId);
  yield* run(
    "UPDATE translations SET spare_from = 1 WHERE batch_id = ? AND spare_from IS NOT NULL",
    batchId,
  );
  yield* run("UPDATE dubs SET findings_state = 1 WHERE batch_id = ?", batchId);
  yield* markForCheck(batchId);
  yield* refreshCharacters(batchId, at);
  yield* refreshStatus(batchId, at);
  const made: { identity: number; content: string }[] = [];
  for (const [index, rows] of lines.entries())
    made.push({
      identity: lineOf(rows).identity,
      content: yield* contentOf(batchId, from + index),
    });
  const stored = yield* get<{ id: number }>(
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
  yield* run(
    `DELETE FROM line_edits WHERE batch_id = ? AND id NOT IN
       (SELECT id FROM line_edits WHERE batch_id = ? ORDER BY id DESC LIMIT ${keptEdits})`,
    batchId,
    batchId,
  );
  return { id, numbers };
}
