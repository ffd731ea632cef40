/** Kinds of values that columns of several tables have. */
import { z } from "zod";
import { isPlainText } from "../../../preload/local-service/parts";

/**
 * Longer texts are no texts of this application: scripts, the longest ones, have less in a cell.
 */
export const maxText = 1_000_000;
/** The range of JavaScript dates, in milliseconds. */
const maxTime = 8.64e15;
/** Milliseconds of a position in a video: more than a year. */
const maxPosition = 1e11;

export const text = z.string().max(maxText).refine(isPlainText, "has characters that no text has");
export const position = z.int().min(-maxPosition).max(maxPosition);
export const count = z.int().min(0);
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, "is no SHA-256");
export const id = z.string().regex(/^[A-Za-z0-9_][\w.:@+-]{0,199}$/, "is not an id");
/** An id that a client makes, or the user of a terminal. */
export const givenId = z.string().regex(/^[\w-][\w.:@+-]{0,199}$/, "is not an id");
export const languageId = z
  .string()
  .regex(/^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,4}$/, "is no language");
/** The texts of the second set of a language have "#" after its id. */
export const textSet = z
  .string()
  .regex(/^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8}){0,4}#?$/, "is no language");
export const time = z.int().min(-maxTime).max(maxTime);
export const flag = z.union([z.literal(0), z.literal(1)]);
/** A flag that is 2 while its work is done. */
export const due = z.union([z.literal(0), z.literal(1), z.literal(2)]);
export const number = z.int().min(1);

/** A column of JSON whose value has this schema. */
export const json = (schema: z.ZodType, maxLength = maxText) =>
  z
    .string()
    .max(maxLength)
    .refine((stored) => {
      try {
        return schema.safeParse(JSON.parse(stored)).success;
      } catch {
        return false;
      }
    }, "is not of its form");
