/** SQL of comments on lines. */
import type { Database } from "../../../common/database/database";
import { toPromise } from "../to-promise";
import { maxComments } from "../../../../preload/facts/review";
import type { ReviewComment } from "../../../../preload/local-service/review";
import type { CommentRows } from "./review-port";

type StoredComment = Omit<ReviewComment, "isResolved"> & { isResolved: number };

export function createCommentRows(database: Database): CommentRows {
  return {
    listComments: (batchId, { languageId, number }, page) =>
      toPromise(() =>
        database
          .all<StoredComment>(
            `SELECT id, number, language_id AS languageId, take_id AS takeId, at_ms AS atMs, text, by,
               is_resolved AS isResolved, created_at AS createdAt, updated_at AS updatedAt
             FROM comments WHERE batch_id = ? AND number BETWEEN ? AND ?
               AND coalesce(? = language_id, 1)
             ORDER BY number, language_id, coalesce(at_ms, -1), created_at, id LIMIT ? OFFSET ?`,
            batchId,
            number ?? 0,
            number ?? Number.MAX_SAFE_INTEGER,
            languageId,
            page?.limit ?? -1,
            page?.offset ?? 0,
          )
          .map((row) => ({ ...row, isResolved: row.isResolved === 1 })),
      ),
    addComment: (batchId, comment) =>
      toPromise(() =>
        database.durably(() => {
          const { id, number, languageId, takeId, atMs, text, by, createdAt } = comment;
          const counted = database.get<{ count: number }>(
            "SELECT count(*) AS count FROM comments WHERE batch_id = ? AND number = ? AND language_id = ?",
            batchId,
            number,
            languageId,
          );
          if ((counted?.count ?? 0) >= maxComments) return "full";
          const added = database.run(
            `INSERT INTO comments (id, batch_id, number, language_id, take_id, at_ms, text, by, created_at, updated_at)
             SELECT ?, l.batch_id, l.number, t.language_id, ?, ?, ?, ?, ?, ? FROM lines l JOIN translations t
               ON t.batch_id = l.batch_id AND t.language_id = ? WHERE l.batch_id = ? AND l.number = ?
                 AND (? IS NULL OR EXISTS (SELECT 1 FROM takes k WHERE k.id = ? AND k.batch_id = l.batch_id
                   AND k.language_id = t.language_id AND k.number = l.number))`,
            id,
            takeId,
            atMs,
            text,
            by,
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
      ),
    changeComment: (id, { text, isResolved, atMs }, at) =>
      toPromise(() =>
        database.durably(() => {
          const resolved = isResolved === undefined ? null : Number(isResolved);
          return (
            database.run(
              `UPDATE comments SET text = coalesce(?, text), is_resolved = coalesce(?, is_resolved),
                 at_ms = CASE WHEN ? THEN ? ELSE at_ms END, updated_at = ? WHERE id = ?`,
              text ?? null,
              resolved,
              Number(atMs !== undefined),
              atMs ?? null,
              at,
              id,
            ) > 0
          );
        }),
      ),
    removeComment: (id) =>
      toPromise(() =>
        database.durably(() => database.run("DELETE FROM comments WHERE id = ?", id) > 0),
      ),
  };
}
