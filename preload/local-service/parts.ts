/**
 * Parts of the forms of `/local`. The local service describes its requests and responses with these
 * forms, and the client parses responses with them. The service at a URL may be hostile, so texts,
 * lists and records are bounded. An additional field is ignored. A field that is added to a form
 * gets a `default` for one release: desktop and service are not updated together.
 */
import { z } from "zod";
import { clean, maxNameLength } from "../facts/shown-text";

/**
 * SECURITY: a text that the service made, such as a message or a name of a voice. Parsing reduces
 * it to one line without signed URLs and control characters.
 */
export const shownText = z.string().overwrite((text) => clean(text, 2_000));
/** A text of a user, unchanged. A longer one cannot be read in a list, so it is truncated. */
export const userText = z.string().overwrite((text) => text.slice(0, 20_000));
/** The window accepts ids up to this length. */
export const idOf = z.string().min(1).max(1_000);

/**
 * An absolute path on this computer. SECURITY: main rejects a call of the window with a path that
 * the user has not chosen; it recognises the paths in a call by this schema.
 */
export const filePath = z.string().min(1).max(10_000);

/** One line of text, or an empty text. Trimmed and normalised to NFC. */
export const optionalLine = z
  .string()
  .normalize("NFC")
  .trim()
  .max(maxNameLength, `must be at most ${maxNameLength} characters`)
  .refine((text) => !/\p{Cc}/u.test(text), "must not contain control characters")
  .refine((text) => !/\p{Surrogate}/u.test(text), "must be well-formed Unicode");

/** Whether SQLite and UTF-8 can store a text unchanged: no NUL and no unpaired surrogate. */
export const isPlainText = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

/** Any text that can be stored unchanged. */
export const plainText = z.string().refine(isPlainText, "must be well-formed Unicode without NUL");

/** A list of a response. Its length is checked first, because each wrong item is an issue. */
export const listOf = <Item extends z.ZodType>(item: Item, longest: number) =>
  z.array(z.unknown()).max(longest).pipe(z.array(item));

/** Bounds the number of fields, as `listOf` does for items. */
export const fields = z
  .record(z.string(), z.unknown())
  .refine((found) => Object.keys(found).length <= 1_000, "must have at most 1,000 fields");
