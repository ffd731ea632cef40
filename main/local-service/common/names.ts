/** Validation and comparison of names and other text input. */
import { z } from "zod";
import { optionalLine } from "../../../preload/local-service/parts";

/** One line of text that is not empty: a name. */
export const nameText = optionalLine.min(1, "must not be empty");

/**
 * An id in a path or a body. Ids are opaque: any text that is not an existing id is an unknown id,
 * and gets the response that the interface lists for unknown ids. The size of the request bounds
 * its length.
 */
export const idText = z
  .string()
  // SECURITY: SQLite reads a text up to its first NUL; "ID\0…" must not be accepted as "ID".
  .transform((text) => text.replaceAll("\u0000", "\ufffd"));

/**
 * Form in which names are compared: two names with the same folded form are the same character or
 * e-mail address.
 */
export function foldName(name: string): string {
  return name.normalize("NFC").trim().replace(/\s+/g, " ").toUpperCase().toLowerCase();
}
