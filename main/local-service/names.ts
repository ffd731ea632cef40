/** Texts that people type, and how they are compared. */
import { z } from "zod";

/** Characters; the interface names no bound, and a name is no place for a document. */
const maxNameLength = 500;

/** One line of text, or none. Trimmed, and in NFC. */
export const optionalLine = z
  .string()
  .normalize("NFC")
  .trim()
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .refine((text) => !/\p{Cc}/u.test(text), "must hold no control character")
  .refine((text) => !/\p{Surrogate}/u.test(text), "must be well-formed Unicode");

/** One that is not empty: a name. */
export const nameText = optionalLine.min(1, "must not be empty");

/** Whether a text is Unicode that can be kept and read again: no NUL, and no half of a pair. */
export const isPlainText = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** Any text that can be kept. */
export const plainText = z
  .string()
  .refine(isPlainText, "must be well-formed Unicode, and hold no NUL");

/**
 * An id in a path or a body. Ids are opaque: whatever is none of ours is an unknown one, and is answered as that
 * wherever the interface lists an answer for it. How long it may be is bounded by the request.
 */
export const idText = z
  .string()
  // SECURITY: the database reads a text up to its first NUL; "ID\0…" must not pass for "ID".
  .transform((text) => text.replaceAll("\u0000", "\ufffd"));

/** Two names with the same folded form are one character, or one address. */
export function foldName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toUpperCase().toLowerCase();
}
