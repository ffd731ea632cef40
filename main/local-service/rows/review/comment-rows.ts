/** SQL of comments on lines. */
import { all, get, run, type Rows } from "../unit-of-work";
import { maxComments } from "../../../../preload/facts/review";
import type { ReviewComment } from "../../../../preload/local-service/review";
import type { CommentRows } from "./review-port";

type StoredComment = Omit<ReviewComment, "isResolved"> & { isResolved: number };

export function createCommentRows(rows: Rows): CommentRows {
  return {
    listComments: rows.read(function* (batchId, { languageId, number }, page) {
      return (yield* all<StoredComment>(
        `SELECT id, number, language_id AS languageId, take_id AS takeId, at_ms AS atMs, text, by,
           is_resolved AS isResolved, created_at AS createdAt, updated_at AS updatedAt
         FROM comments WHERE batch_id = ? AND number BETWEEN ? AND ?
           AND (CAST(? AS TEXT) IS NULL OR language_id = ?)
         ORDER BY number, language_id, coalesce(at_ms, -1), created_at, id LIMIT ? OFFSET ?`,
        batchId,
        number ?? 0,
        number ?? Number.MAX_SAFE_INTEGER,
        languageId,
        languageId,
        page?.limit ?? Number.MAX_SAFE_INTEGER,
        page?.offset ?? 0,
      )).map((row) => ({ ...row, isResolved: row.isResolved === 1 }));
    }),
    addComment: rows.change(function* (batchId, comment) {
      const { id, number, languageId, takeId, atMs, text, by, createdAt } = comment;
      const isResolved = Number(comment.isResolved);
      const counted = yield* get<{ count: number }>(
        "SELECT count(*) AS count FROM comments WHERE batch_id = ? AND number = ? AND language_id = ?",
        batchId,
        number,
        languageId,
      );
      if ((counted?.count ?? 0) >= maxComments) return "full";
      const added = yield* run(
        `INSERT INTO comments (id, batch_id, number, language_id, take_id, at_ms, text, by, is_resolved, created_at, updated_at)
         SELECT ?, l.batch_id, l.number, t.language_id, CAST(? AS BIGINT), CAST(? AS BIGINT), ?, ?, CAST(? AS BIGINT),
           CAST(? AS BIGINT), CAST(? AS BIGINT) FROM lines l JOIN translations t
           ON t.batch_id = l.batch_id AND t.language_id = ? WHERE l.batch_id = ? AND l.number = ?
             AND (CAST(? AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM takes k WHERE k.id = ? AND k.batch_id = l.batch_id
               AND k.language_id = t.language_id AND k.number = l.number))`,
        id,
        takeId,
        atMs,
        text,
        by,
        isResolved,
        createdAt,
        createdAt,
        languageId,
        batchId,
        number,
        takeId,
        takeId,
      );
      return added > 0 ? "added" : "unknown";
    }),
    changeComment: rows.change(function* (id, { text, isResolved, atMs, before }, at) {
      const sql = "SELECT text FROM comments WHERE id = ?";
      const present = yield* get<{ text: string }>(sql, id);
      if (!present) return "unknown";
      if (before !== undefined && present.text !== before) return "conflict";
      const resolved = isResolved === undefined ? null : Number(isResolved);
      yield* run(
        `UPDATE comments SET text = coalesce(?, text), is_resolved = coalesce(?, is_resolved),
           at_ms = CASE WHEN ? = 1 THEN ? ELSE at_ms END, updated_at = ? WHERE id = ?`,
        text ?? null,
        resolved,
        Number(atMs !== undefined),
        atMs ?? null,
        at,
        id,
      );
      return "changed";
    }),
    removeComment: rows.change(function* (id) {
      return (yield* run("DELETE FROM comments WHERE id = ?", id)) > 0;
    }),
  };
}
