/** The forms of the extension "review" for lines that are added and removed. */
import { z } from "zod";
import { maxLineMs } from "../facts/line-edits";
import { maxLinesOfPage, maxReviewText } from "../facts/review";
import { idOf, listOf, optionalLine } from "./parts";
import { reviewedLine } from "./review";

const number = z.int().min(1);
const revision = z.int().min(0);
const time = z.int().min(0).max(maxLineMs).nullable();

/** A change of the lines of a batch. Numbers and revisions are those that its author saw. */
export const lineEdit = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("split"),
    number,
    revision,
    /** The end of the first part of the text in the language, in UTF-16 units. */
    textEnd: z.int().min(0).max(maxReviewText),
    /** When the second part begins, in milliseconds; null for a line without times. */
    atMs: time,
  }),
  /** The line and the one after it become one. */
  z.strictObject({ kind: z.literal("merge"), number, revision, nextRevision: revision }),
  z.strictObject({
    kind: z.literal("add"),
    number,
    revision,
    /** Before the line with this number; otherwise after it. */
    isBefore: z.boolean(),
    /** The name of a character of the project, or of a new one. */
    character: optionalLine.min(1, "must not be empty"),
    startMs: time,
    endMs: time,
  }),
  z.strictObject({ kind: z.literal("delete"), number, revision }),
  /** Undoes the change with this id. */
  z.strictObject({ kind: z.literal("undo"), id: z.int().min(1) }),
]);
export type LineEdit = z.infer<typeof lineEdit>;

export const lineEditBody = z.object({
  languageId: idOf,
  edit: lineEdit,
  /** As in the form of a line. */
  by: optionalLine.optional(),
});

/** What a change made. */
export const madeLineEdit = z.object({
  /** Id of the change, to undo it. */
  id: z.number(),
  /** The lines that it made or restored, in order. */
  lines: listOf(reviewedLine, maxLinesOfPage),
});
export type MadeLineEdit = z.infer<typeof madeLineEdit>;
