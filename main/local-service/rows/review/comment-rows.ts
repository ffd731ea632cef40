/** SQL of comments on lines. */
import { ofNamedLanguage } from "../scopes";
import { ofComment } from "../found-scopes";
import { all, get, run, type Rows } from "../unit-of-work";
import { maxComments } from "../../../../preload/facts/review";
import type { ReviewComment } from "../../../../preload/local-service/review";
import type { CommentChange, CommentRows } from "./review-port";

type StoredComment = Omit<ReviewComment, "isResolved"> & { isResolved: number };

const columns = `id, number, language_id AS languageId, take_id AS takeId, at_ms AS atMs, end_ms AS endMs,
  reply_to AS replyTo, text, by, is_resolved AS isResolved, state_by AS stateBy, state_at AS stateAt,
  created_at AS createdAt, updated_at AS updatedAt`;

/** The span of a comment after a change; null for one that ends before it begins. */
function changedSpan(
  present: Pick<ReviewComment, "atMs" | "endMs">,
  change: CommentChange,
): Pick<ReviewComment, "atMs" | "endMs"> | null {
  const { atMs = present.atMs } = change;
  const lengthMs =
    present.atMs === null || present.endMs === null ? null : present.endMs - present.atMs;
  const keptEnd = atMs === null || lengthMs === null ? null : atMs + lengthMs;
  const { endMs = keptEnd } = change;
  return endMs !== null && (atMs === null || endMs <= atMs) ? null : { atMs, endMs };
}

const scopeOfComment = (batchId: string, { languageId }: { languageId: string }) =>
  ofNamedLanguage(batchId, languageId);

export function createCommentRows(rows: Rows): CommentRows {
  return {
    listComments: rows.read(function* (batchId, { languageId, number }, page) {
      return (yield* all<StoredComment>(
        `SELECT ${columns} FROM comments WHERE batch_id = ? AND number BETWEEN ? AND ?
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
    addComment: rows.within(scopeOfComment).change(function* (batchId, comment) {
      const { id, number, languageId, takeId, atMs, endMs, replyTo, text, by, createdAt } = comment;
      const { stateBy, stateAt } = comment;
      const isResolved = Number(comment.isResolved);
      const counted = yield* get<{ count: number }>(
        "SELECT count(*) AS count FROM comments WHERE batch_id = ? AND number = ? AND language_id = ?",
        batchId,
        number,
        languageId,
      );
      if ((counted?.count ?? 0) >= maxComments) return "full";
      const added = yield* run(
        `INSERT INTO comments (id, batch_id, number, language_id, take_id, at_ms, end_ms, reply_to, text, by, is_resolved,
           state_by, state_at, created_at, updated_at)
         SELECT ?, l.batch_id, l.number, t.language_id, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS TEXT),
           ?, ?, CAST(? AS BIGINT), ?, CAST(? AS BIGINT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM lines l JOIN translations t
           ON t.batch_id = l.batch_id AND t.language_id = ? WHERE l.batch_id = ? AND l.number = ?
             AND (CAST(? AS BIGINT) IS NULL OR EXISTS (SELECT 1 FROM takes k WHERE k.id = ? AND k.batch_id = l.batch_id
               AND k.language_id = t.language_id AND k.number = l.number))
             AND (CAST(? AS TEXT) IS NULL OR EXISTS (SELECT 1 FROM comments c WHERE c.id = ? AND c.batch_id = l.batch_id
               AND c.language_id = t.language_id AND c.number = l.number AND c.reply_to IS NULL))`,
        id,
        takeId,
        atMs,
        endMs,
        replyTo,
        text,
        by,
        isResolved,
        stateBy,
        stateAt,
        createdAt,
        createdAt,
        languageId,
        batchId,
        number,
        takeId,
        takeId,
        replyTo,
        replyTo,
      );
      return added > 0 ? "added" : "unknown";
    }),
    changeComment: rows.within(ofComment).change(function* (id, change, at) {
      const { text, isResolved, before, by = "" } = change;
      const present = yield* get<StoredComment>(`SELECT ${columns} FROM comments WHERE id = ?`, id);
      if (!present) return "unknown";
      if (before !== undefined && present.text !== before) return "conflict";
      const isOfThread = [isResolved, change.atMs, change.endMs].some((one) => one !== undefined);
      if (present.replyTo !== null && isOfThread) return "reply";
      const span = changedSpan(present, change);
      if (!span) return "order";
      const resolved = isResolved === undefined ? present.isResolved : Number(isResolved);
      const isOther = resolved !== present.isResolved;
      yield* run(
        `UPDATE comments SET text = ?, is_resolved = ?, state_by = ?, state_at = ?, at_ms = ?, end_ms = ?, updated_at = ?
         WHERE id = ?`,
        text ?? present.text,
        resolved,
        isOther ? by : present.stateBy,
        isOther ? at : present.stateAt,
        span.atMs,
        span.endMs,
        at,
        id,
      );
      return "changed";
    }),
    removeComment: rows.within(ofComment).change(function* (id) {
      // By the line, which has an index.
      yield* run(
        `DELETE FROM comments WHERE reply_to = ? AND (batch_id, number, language_id) IN
           (SELECT batch_id, number, language_id FROM comments WHERE id = ?)`,
        id,
        id,
      );
      return (yield* run("DELETE FROM comments WHERE id = ?", id)) > 0;
    }),
  };
}
