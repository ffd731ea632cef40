/** Validation and comparison of names and other text input. */
import { z } from "zod";

/** Characters. The interface defines no limit; this one keeps documents out of name fields. */
const maxNameLength = 500;

/** One line of text, or an empty text. Trimmed and normalised to NFC. */
export const optionalLine = z
  .string()
  .normalize("NFC")
  .trim()
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
  .refine((text) => !/\p{Surrogate}/u.test(text), "must be well-formed Unicode");

/** One line of text that is not empty: a name. */
export const nameText = optionalLine.min(1, "must not be empty");

/** Whether SQLite and UTF-8 can store a text unchanged: no NUL and no unpaired surrogate. */
export const isPlainText = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** Any text that can be stored unchanged. */
export const plainText = z.string().refine(isPlainText, "must be well-formed Unicode without NUL");

/**
 * An id in a path or a body. Ids are opaque: any text that is not an existing id is an unknown id, and gets the
 * response that the interface lists for unknown ids. The size of the request bounds its length.
 */
export const idText = z
  .string()
  // SECURITY: SQLite reads a text up to its first NUL; "ID\0…" must not be accepted as "ID".
  .transform((text) => text.replaceAll("\u0000", "\ufffd"));

/** Form in which names are compared: two names with the same folded form are the same character or e-mail address. */
export function foldName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toUpperCase().toLowerCase();
}
