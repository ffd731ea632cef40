/** SQL of the rows of bulk drafts. */
import { maxBulkRows, type BulkRow } from "../../../preload/contract/bulk";
import { invalidFields } from "../../common/errors";
import type { Database } from "../../common/database/database";
import { createYieldIfDue } from "../../common/yield-to-event-loop";

interface StoredRow {
  id: number;
  /** The other fields of a row, as JSON. */
  body: string;
}

const toRow = ({ id, body }: StoredRow): BulkRow => ({
  id,
  ...(JSON.parse(body) as Omit<BulkRow, "id">),
});

export function createBulkDraftRowStore(db: Database) {
  const putRow = (draft: number, { id, ...body }: BulkRow, position: number) =>
    db.run(
      `INSERT INTO bulk_draft_rows (draft, id, place, body) VALUES (?, ?, ?, ?)
       ON CONFLICT (draft, id) DO UPDATE SET body = excluded.body`,
      draft,
      id,
      position,
      JSON.stringify(body),
    );
  const storedRows = (id: number) =>
    db.all<StoredRow>(
      "SELECT id, body FROM bulk_draft_rows WHERE draft = ? ORDER BY place, id",
      id,
    );
  const touch = (id: number, now: number) =>
    db.run("UPDATE bulk_drafts SET updated_at = ? WHERE id = ?", now, id);

  return {
    putRow,
    touch,
    rows: (id: number): BulkRow[] => storedRows(id).map(toRow),
    /**
     * The present rows, read in slices of a few milliseconds. Rows that are deleted meanwhile are
     * not returned.
     */
    async rowsInSlices(id: number): Promise<BulkRow[]> {
      const yieldIfDue = createYieldIfDue();
      const ids = db.all<{ id: number }>(
        "SELECT id FROM bulk_draft_rows WHERE draft = ? ORDER BY place, id",
        id,
      );
      const rows: BulkRow[] = [];
      for (const { id: rowId } of ids) {
        const stored = db.get<StoredRow>(
          "SELECT id, body FROM bulk_draft_rows WHERE id = ? AND draft = ?",
          rowId,
          id,
        );
        if (stored) rows.push(toRow(stored));
        await yieldIfDue();
      }
      return rows;
    },
    /**
     * Saves changed rows; new ones are appended. `order` lists the ids of all rows in their order:
     * rows that are not in it are deleted. On disk when it returns. Throws "invalid-input" for more
     * rows than a draft can have.
     */
    saveRows(
      id: number,
      rows: readonly BulkRow[],
      order: readonly number[] | null,
      now: number,
    ): void {
      db.durably(() => {
        // Positions are compared here: SQLite would search the whole order for every row.
        const before = db.all<{ id: number; position: number }>(
          "SELECT id, place AS position FROM bulk_draft_rows WHERE draft = ?",
          id,
        );
        const positions = new Map(before.map((row) => [row.id, row.position]));
        const newPositions = order && new Map(order.map((rowId, position) => [rowId, position]));
        let end = Math.max(-1, ...positions.values());
        for (const row of rows) {
          const position = newPositions?.get(row.id) ?? positions.get(row.id) ?? ++end;
          putRow(id, row, position);
          if (!positions.has(row.id)) positions.set(row.id, position);
        }
        if (newPositions)
          for (const [rowId, position] of positions) {
            const next = newPositions.get(rowId);
            if (next === undefined)
              db.run("DELETE FROM bulk_draft_rows WHERE draft = ? AND id = ?", id, rowId);
            else if (next !== position)
              db.run(
                "UPDATE bulk_draft_rows SET place = ? WHERE draft = ? AND id = ?",
                next,
                id,
                rowId,
              );
          }
        const count = db.get<{ n: number }>(
          "SELECT count(*) AS n FROM bulk_draft_rows WHERE draft = ?",
          id,
        );
        if ((count?.n ?? 0) > maxBulkRows)
          throw invalidFields([{ field: "rows", message: `more than ${maxBulkRows}` }]);
        touch(id, now);
      });
    },
  };
}
