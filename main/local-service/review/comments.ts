/** Comments on the lines of batches. */
import { randomUUID } from "node:crypto";
import { maxComments } from "../../../preload/facts/review";
import type { ReviewComment } from "../../../preload/local-service/review";
import { HttpError } from "../common/http-error";
import { presentNumber } from "./line-selection";
import type { CommentRows, ReviewRows } from "../rows/review/review-port";

export type NewComment = Omit<ReviewComment, "id" | "createdAt" | "updatedAt">;

export interface Comments {
  /** In the order of lines and times. Without a language or a line, those of all. */
  list(
    batchId: string,
    of: { languageId: string | null; number: number | null },
    page: { offset: number; limit: number },
  ): Promise<ReviewComment[]>;
  /**
   * `identity`: of the line, whatever its number is now; null for the line with the number.
   * @throws HttpError 404 for an unknown line or take, 409 for a line with the most comments.
   */
  add(batchId: string, comment: NewComment, identity: number | null): Promise<ReviewComment>;
  /**
   * `before`: the text that the change is based on.
   * @throws HttpError 404, 409 for a comment with another text than `before`.
   */
  change(
    id: string,
    change: Partial<Pick<ReviewComment, "text" | "isResolved" | "atMs">> & {
      before?: string | undefined;
    },
  ): Promise<void>;
  /** @throws HttpError 404 */
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
      };
      const result = await store.addComment(batchId, added);
      if (result === "full")
        throw new HttpError(409, `number: the line has ${maxComments} comments`);
      requireFound(result === "added", added.takeId === null ? "number" : "number or takeId");
      return added;
    },
    async change(id, change) {
      const result = await store.changeComment(id, change, now());
      if (result === "conflict")
        throw new HttpError(409, "before: the comment was changed meanwhile");
      requireFound(result === "changed", "commentId");
    },
    async remove(id) {
      requireFound(await store.removeComment(id), "commentId");
    },
  };
}
