/** Comments on the lines of batches. */
import { randomUUID } from "node:crypto";
import { maxComments } from "../../../preload/facts/review";
import type { ReviewComment } from "../../../preload/local-service/review";
import { HttpError } from "../common/http-error";
import { presentNumber } from "./line-selection";
import type { CommentChange, CommentRows, ReviewRows } from "../rows/review/review-port";

export type NewComment = Omit<
  ReviewComment,
  "id" | "createdAt" | "updatedAt" | "stateBy" | "stateAt"
>;

export interface Comments {
  /** In the order of lines and times. Without a language or a line, those of all. */
  list(
    batchId: string,
    of: { languageId: string | null; number: number | null },
    page: { offset: number; limit: number },
  ): Promise<ReviewComment[]>;
  /**
   * `identity`: of the line, whatever its number is now; null for the line with the number.
   * @throws HttpError 404 for an unknown line or take, or a reply to a comment that does not exist
   *   on the line or is a reply itself, 409 for a line with the most comments.
   */
  add(batchId: string, comment: NewComment, identity: number | null): Promise<ReviewComment>;
  /**
   * `before`: the text that the change is based on.
   * @throws HttpError 404, 409 for a comment with another text than `before`, 400 for a state or a
   *   time of a reply, and for a span that ends before it begins.
   */
  change(id: string, change: CommentChange): Promise<void>;
  /**
   * With its replies.
   * @throws HttpError 404
   */
  remove(id: string): Promise<void>;
}

function requireFound(isFound: boolean, name: string): void {
  if (!isFound) throw new HttpError(404, `${name}: unknown`);
}

export function createComments({
  store,
  now,
}: {
  store: CommentRows & Pick<ReviewRows, "findLineNumbers">;
  now: () => number;
}): Comments {
  return {
    list: (batchId, of, page) => store.listComments(batchId, of, page),
    async add(batchId, comment, identity) {
      const at = now();
      const number = await presentNumber(store, batchId, { number: comment.number, identity });
      const added = {
        ...comment,
        number,
        id: randomUUID(),
        createdAt: at,
        updatedAt: at,
        stateBy: comment.isResolved ? comment.by : "",
        stateAt: comment.isResolved ? at : null,
      };
      const result = await store.addComment(batchId, added);
      if (result === "full")
        throw new HttpError(409, `number: the line has ${maxComments} comments`);
      const { takeId, replyTo } = added;
      const names = [
        "number",
        ...(takeId === null ? [] : ["takeId"]),
        ...(replyTo === null ? [] : ["replyTo"]),
      ];
      requireFound(result === "added", names.join(" or "));
      return added;
    },
    async change(id, change) {
      const result = await store.changeComment(id, change, now());
      if (result === "conflict")
        throw new HttpError(409, "before: the comment was changed meanwhile");
      if (result === "reply")
        throw new HttpError(400, "isResolved, atMs, endMs: those of a reply are its comment's");
      if (result === "order") throw new HttpError(400, "endMs: must be after atMs");
      requireFound(result === "changed", "commentId");
    },
    async remove(id) {
      requireFound(await store.removeComment(id), "commentId");
    },
  };
}
