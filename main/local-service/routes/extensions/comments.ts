/** Extension: comments on lines. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { requireBatch } from "../../batches/batches";
import { HttpError } from "../../http-error";
import { idText, optionalLine, plainText } from "../../names";
import type { LocalStore } from "../../rows/port";
import { maxComments, maxCommentsOfPage, maxNoteText } from "../../../../preload/facts/review";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, errorBody, type BoundRoute } from "../route";

const dayMs = 86_400_000;

const comment = z.object({
  id: z.string(),
  number: z.number(),
  languageId: z.string(),
  /** The take that it is about; null for none. */
  takeId: z.number().nullable(),
  /** Milliseconds from the start of the line; null for the whole line. */
  atMs: z.number().nullable(),
  text: z.string(),
  by: z.string(),
  isResolved: z.boolean(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
const languageId = z.string().max(100);
const atMs = z.int().min(-dayMs).max(dayMs).nullable();
const text = plainText.max(maxNoteText).refine((given) => given.trim() !== "", "must not be empty");
export const commentsQuery = z.object({
  languageId: languageId.optional(),
  /** Of this line only. */
  number: integerText(1, 100_000_000).optional(),
  /** From 1, in pages of `limit` comments. */
  page: integerText(1, 100_000_000).optional(),
  limit: integerText(1, maxCommentsOfPage).optional(),
});
export const newCommentBody = z.object({
  languageId,
  number: z.int().min(1),
  takeId: z.int().min(1).nullable().default(null),
  atMs: atMs.default(null),
  text,
  /** The name of the author; the service has one credential, so it is no signature. */
  by: optionalLine.default(""),
});
export const changeCommentBody = z.object({
  text: text.optional(),
  atMs: atMs.optional(),
  isResolved: z.boolean().optional(),
});
const commentParams = z.object({ commentId: idText });

export const commentsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/comments",
  section: "extensions",
  summary: "The comments on the lines of a batch, in the order of lines and times",
  params: batchParams,
  query: commentsQuery,
  responses: {
    200: z.object({ comments: z.array(comment) }),
    400: errorBody,
    404: errorBody,
    500: errorBody,
  },
});
export const addCommentRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/comments",
  section: "extensions",
  summary: "Adds a comment to a line; 409 if the line has the most comments",
  params: batchParams,
  body: newCommentBody,
  responses: { 201: comment, 400: errorBody, 404: errorBody, 409: errorBody, 500: errorBody },
});
export const changeCommentRoute = describeRoute({
  method: "PUT",
  path: "/local/comments/:commentId",
  section: "extensions",
  summary: "Changes the text, the time or the state of a comment",
  params: commentParams,
  body: changeCommentBody,
  responses: { 204: null, 400: errorBody, 404: errorBody, 500: errorBody },
});
export const removeCommentRoute = describeRoute({
  method: "DELETE",
  path: "/local/comments/:commentId",
  section: "extensions",
  summary: "Deletes a comment",
  params: commentParams,
  responses: { 204: null, 404: errorBody, 500: errorBody },
});

export function createCommentRoutes({
  store,
  now,
}: {
  store: LocalStore;
  now: () => number;
}): BoundRoute[] {
  const require = (isFound: boolean, name: string) => {
    if (!isFound) throw new HttpError(404, `${name}: unknown`);
  };
  return [
    bindRoute(commentsRoute, async ({ params: { batchId }, query }) => {
      await requireBatch(store, batchId);
      const { page = 1, limit = maxCommentsOfPage } = query;
      const of = { languageId: query.languageId ?? null, number: query.number ?? null };
      const at = { offset: (page - 1) * limit, limit };
      return { status: 200, body: { comments: await store.listComments(batchId, of, at) } };
    }),
    bindRoute(addCommentRoute, async ({ params: { batchId }, body }) => {
      await requireBatch(store, batchId);
      const at = now();
      const added = { ...body, id: randomUUID(), isResolved: false, createdAt: at, updatedAt: at };
      const result = await store.addComment(batchId, added);
      if (result === "full")
        throw new HttpError(409, `number: the line has ${maxComments} comments`);
      require(result === "added", added.takeId === null ? "number" : "number or takeId");
      return { status: 201, body: added };
    }),
    bindRoute(changeCommentRoute, async ({ params, body }) => {
      const { text: changed, isResolved, atMs: moved } = body;
      const values = {
        ...(changed === undefined ? {} : { text: changed }),
        ...(isResolved === undefined ? {} : { isResolved }),
        ...(moved === undefined ? {} : { atMs: moved }),
      };
      require(await store.changeComment(params.commentId, values, now()), "commentId");
      return { status: 204 };
    }),
    bindRoute(removeCommentRoute, async ({ params }) => {
      require(await store.removeComment(params.commentId), "commentId");
      return { status: 204 };
    }),
  ];
}
