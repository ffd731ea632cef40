/** SQL of the order of the queue: the user moves waiting uploads, and undoes that. */
import { maxMovedByOne } from "../../../../preload/facts/upload-order";
import type { UploadMove, UploadState } from "../../../../preload/model";
import { AppError } from "../../../common/errors";
import type { Database } from "../../../common/database/database";
import { quoted, selected, type UploadSelection } from "./upload-selection";

interface Position {
  id: number;
  position: number;
}
interface Waiting extends Position {
  workspaceId: string;
}
/** The former positions of the uploads that a move changed. */
interface Move {
  id: number;
  before: Position[];
}

const movable: readonly UploadState[] = ["queued", "paused"];
/** Moves that can be undone. */
const maxMoves = 10;

export function createOrderStore(db: Database) {
  const moves: Move[] = [];
  let lastMove = 0;

  function setPosition({ id, position }: Position): void {
    db.run("UPDATE uploads SET position = ? WHERE id = ?", position, id);
  }
  /** One statement: a move may concern a whole queue. */
  function setPositions(positions: readonly Position[]): void {
    db.run(
      `UPDATE uploads SET position = moved.value ->> 'position' FROM json_each(?) AS moved
         WHERE uploads.id = moved.value ->> 'id'`,
      JSON.stringify(positions),
    );
  }

  /**
   * The waiting upload of the same workspace before or after another one. The index makes the cost
   * constant.
   */
  function neighbour({ workspaceId, position }: Waiting, to: "up" | "down"): Position | undefined {
    return db.get<Position>(
      `SELECT id, position FROM uploads WHERE workspace_id = ? AND rank = 2 AND state IN (${quoted(movable)})
         AND position ${to === "up" ? "<" : ">"} ? ORDER BY position ${to === "up" ? "DESC" : "ASC"} LIMIT 1`,
      workspaceId,
      position,
    );
  }

  /** Moves uploads before all others or after them, in their present order. */
  function moveToEnd(uploads: readonly Waiting[], to: "top" | "bottom"): Position[] {
    const end = db.get<{ at: number | null }>(
      `SELECT ${to === "top" ? "min" : "max"}(position) AS at FROM uploads`,
    );
    const from = (end?.at ?? 0) + (to === "top" ? -uploads.length : 1);
    setPositions(uploads.map(({ id }, index) => ({ id, position: from + index })));
    return [...uploads];
  }
  /**
   * Exchanges each upload with its neighbour; one whose neighbour is also moved stays behind it.
   */
  function moveByOne(uploads: readonly Waiting[], to: "up" | "down"): Position[] {
    if (uploads.length > maxMovedByOne)
      throw new AppError("invalid-input", `selection: more than ${maxMovedByOne} uploads`);
    const ids = new Set(uploads.map(({ id }) => id));
    const before = new Map<number, Position>();
    for (const upload of to === "up" ? uploads : [...uploads].reverse()) {
      const other = neighbour(upload, to);
      if (!other || ids.has(other.id)) continue;
      setPosition({ id: upload.id, position: other.position });
      setPosition({ id: other.id, position: upload.position });
      for (const one of [upload, other]) if (!before.has(one.id)) before.set(one.id, one);
    }
    return [...before.values()];
  }

  return {
    /**
     * Moves the waiting and paused uploads of a selection. Returns the id of the move for
     * `undoMove`.
     */
    move(selection: UploadSelection, to: UploadMove): number {
      const { where, values } = selected(selection, movable);
      return db.durably(() => {
        const uploads = db.all<Waiting>(
          `SELECT id, position, workspace_id AS workspaceId FROM uploads WHERE ${where} ORDER BY position`,
          ...values,
        );
        const before =
          to === "top" || to === "bottom" ? moveToEnd(uploads, to) : moveByOne(uploads, to);
        lastMove += 1;
        moves.push({ id: lastMove, before });
        if (moves.length > maxMoves) moves.shift();
        return lastMove;
      });
    },
    /** Undoes a move and those after it. Without an effect if it was undone, or is too long ago. */
    undoMove(id: number): void {
      const index = moves.findIndex((move) => move.id === id);
      if (index === -1) return;
      db.durably(() => {
        for (const { before } of moves.splice(index).reverse()) setPositions(before);
      });
    },
  };
}
