/** The forms of the extension "clones": the lines of its responses. */
import { z } from "zod";
import { shownText } from "./parts";

const failed = z.object({
  state: z.literal("failed"),
  /** HTTP status. */
  status: z.number(),
  message: shownText,
});

/** The last line is "stored" or "failed". `copied`: bytes, in total. */
export const cloneLine = z.discriminatedUnion("state", [
  z.object({ state: z.literal("copying"), copied: z.number() }),
  /** `isShared`: the copy has the same blocks as the file, so that it cannot differ. */
  z.object({ state: z.literal("stored"), copied: z.number(), isShared: z.boolean() }),
  failed,
]);

/** The last line is "compared" or "failed". `compared`: bytes of both files. */
export const comparisonLine = z.discriminatedUnion("state", [
  z.object({ state: z.literal("comparing"), compared: z.number() }),
  z.object({
    state: z.literal("compared"),
    /** "changed": one of the files is another one now, or cannot be read. */
    result: z.enum(["same", "differs", "changed"]),
    /** MD5 of the file, in hexadecimal digits, if the result is "same". */
    md5: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .optional(),
  }),
  failed,
]);
export type Comparison = Pick<
  Extract<z.infer<typeof comparisonLine>, { state: "compared" }>,
  "result" | "md5"
>;
