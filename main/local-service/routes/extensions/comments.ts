/** Extension: comments on lines. */
import { z } from "zod";
import type { Batches } from "../../batches/batches";
import type { Comments } from "../../review/comments";
import { optionalLine, plainText } from "../../../../preload/local-service/parts";
import {
  commentsPage,
  lineIdentity,
  reviewComment,
} from "../../../../preload/local-service/review";
import { idText } from "../../common/names";
import { maxCommentsOfPage, maxNoteText } from "../../../../preload/facts/review";
import { batchParams } from "../batches";
import { integerText } from "../bulk";
import { bindRoute, describeRoute, type BoundRoute } from "../route";

const dayMs = 86_400_000;

const languageId = z.string().max(100);
const atMs = z.int().min(-dayMs).max(dayMs).nullable();
const text = plainText.max(maxNoteText).refine((given) => given.trim() !== "", "must not be empty");
const commentsQuery = z.object({
  languageId: languageId.optional(),
  /** The number of a line: only its comments are listed. */
  number: integerText(1, 100_000_000).optional(),
  /** From 1, in pages of `limit` comments. */
  page: integerText(1, 100_000_000).optional(),
  limit: integerText(1, maxCommentsOfPage).optional(),
});
const isSpan = ({ atMs: from, endMs }: { atMs: number | null; endMs: number | null }) =>
  endMs === null || (from !== null && endMs > from);
const newCommentValues = z.object({
  languageId,
  number: z.int().min(1),
  identity: lineIdentity.optional(),
  takeId: z.int().min(1).nullable().default(null),
  atMs: atMs.default(null),
  /** The end of a span that begins at `atMs`. */
  endMs: atMs.default(null),
  /** A comment on the line that is no reply itself. */
  replyTo: idText.nullable().default(null),
  text,
  /** Such as one that is restored after its deletion. */
  isResolved: z.boolean().default(false),
  /** The name of the author; the service has one credential, so it is no signature. */
  by: optionalLine.default(""),
});
const newCommentBody = newCommentValues
  .refine(isSpan, { path: ["endMs"], message: "must be after atMs" })
  .refine(
    ({ replyTo, ...of }) =>
      replyTo === null || (!of.isResolved && of.atMs === null && of.takeId === null),
    { path: ["replyTo"], message: "a reply has the take, the time and the state of its comment" },
  );
const changeCommentBody = z.object({
  text: text.optional(),
  /** The text that the change is based on. */
  before: plainText.max(maxNoteText).optional(),
  /** Null for the whole line. The length of a span stays unless `endMs` is given. */
  atMs: atMs.optional(),
  endMs: atMs.optional(),
  isResolved: z.boolean().optional(),
  /** The name of the one who resolves it or opens it again. */
  by: optionalLine.optional(),
});
const commentParams = z.object({ commentId: idText });

const commentsRoute = describeRoute({
  method: "GET",
  path: "/local/batches/:batchId/comments",
  section: "extensions",
  summary: "The comments on the lines of a batch, in the order of lines and times",
  params: batchParams,
  query: commentsQuery,
  responses: { 200: commentsPage },
  errors: [400, 404],
});
const addCommentRoute = describeRoute({
  method: "POST",
  path: "/local/batches/:batchId/comments",
  section: "extensions",
  summary:
    "Adds a comment to a line, or a reply to one of its comments; 409 if the line has the most comments",
  params: batchParams,
  body: newCommentBody,
  responses: { 201: reviewComment },
  errors: [400, 404, 409],
});
const changeCommentRoute = describeRoute({
  method: "PUT",
  path: "/local/comments/:commentId",
  section: "extensions",
  summary: "Changes the text, the time or the state of a comment; 409 if its text is not `before`",
  params: commentParams,
  body: changeCommentBody,
  responses: { 204: null },
  errors: [400, 404, 409],
});
const removeCommentRoute = describeRoute({
  method: "DELETE",
  path: "/local/comments/:commentId",
  section: "extensions",
  summary: "Deletes a comment with its replies",
  params: commentParams,
  responses: { 204: null },
  errors: [404],
});

export function createCommentRoutes(
  comments: Comments,
  batches: Pick<Batches, "get">,
): BoundRoute[] {
  return [
    bindRoute(commentsRoute, async ({ params: { batchId }, query }) => {
      await batches.get(batchId);
      const { page = 1, limit = maxCommentsOfPage } = query;
      const of = { languageId: query.languageId ?? null, number: query.number ?? null };
      const at = { offset: (page - 1) * limit, limit };
      return { status: 200, body: { comments: await comments.list(batchId, of, at) } };
    }),
    bindRoute(addCommentRoute, async ({ params: { batchId }, body }) => {
      await batches.get(batchId);
      const { identity = null, ...comment } = body;
      return { status: 201, body: await comments.add(batchId, comment, identity) };
    }),
    bindRoute(changeCommentRoute, async ({ params, body }) => {
      await comments.change(params.commentId, body);
      return { status: 204 };
    }),
    bindRoute(removeCommentRoute, async ({ params }) => {
      await comments.remove(params.commentId);
      return { status: 204 };
    }),
  ];
}
