/** Locations of scripts and videos in requests: a URL, or a path in the media gallery. */
import {
  isAddress,
  locationRule,
  resemblesAddress,
  urlRule,
  type Rule,
} from "../../../preload/facts/rules";
import { invalid } from "../common/http-error";
import type { FileRows } from "../rows/file-port";

export { fileNameOf } from "../../../preload/facts/rules";

export type Location = { kind: "url"; url: URL } | { kind: "gallery"; path: string };

/** Messages of a 400 for each violated rule; the field name precedes them. */
export const ruleMessages: Readonly<Record<Rule, string>> = {
  required: "must not be empty",
  "too-long": "is too long",
  "control-character": "must not contain control characters",
  "not-well-formed": "must be well-formed Unicode",
  "not-a-location":
    'is neither a URL nor a media gallery path: relative, "/" between names, no "." or ".."',
  "not-a-url": "is not a URL",
  "not-http": "must be an http or https URL, or a media gallery path",
  "user-in-url": "must not contain a user name or password",
  "not-applicable": "does not apply to this type of project",
  "out-of-range": "is out of range",
  "not-a-language": "is not a language of the catalogue",
  "not-of-project": "is not a language of the project",
  colon: "contains a colon",
  duplicate: "occurs twice",
  "same-as-video": "is the video itself: its sound has the original voices",
  "no-text-in-language": "has no text in the language",
  "not-an-email": "is not an e-mail address",
};

/** Parses a location, or returns why it is invalid. */
export function readLocation(text: string): Location | { kind: "problem"; message: string } {
  const rule = locationRule(text);
  if (rule !== null) return { kind: "problem", message: ruleMessages[rule] };
  const trimmed = text.trim();
  return isAddress(trimmed)
    ? { kind: "url", url: new URL(trimmed) }
    : { kind: "gallery", path: trimmed.normalize("NFC") };
}

/**
 * Message of a 400 for a script URL: a media gallery path is not allowed there (interface §4.2).
 */
export const urlRuleMessage = (rule: Rule): string =>
  rule === "not-a-url" || rule === "not-http"
    ? "must be an absolute http or https URL"
    : ruleMessages[rule];

/** Normalises a script URL. @throws HttpError 400 naming the field. */
export function requireUrl(field: string, text: string): string {
  const rule = urlRule(text);
  if (rule !== null) throw invalid(field, urlRuleMessage(rule));
  return new URL(text.trim()).href;
}

/**
 * Rejects a normalised gallery path that begins like a URL ("data:…", "C:/…"), unless the gallery
 * has this file.
 * @throws HttpError 400 naming the field.
 */
export async function rejectAddress(
  store: Pick<FileRows, "findFile">,
  field: string,
  location: string | null,
): Promise<void> {
  if (location === null || isAddress(location) || !resemblesAddress(location)) return;
  if ((await store.findFile(location)) === null) throw invalid(field, ruleMessages["not-http"]);
}

/** Normalises a location. @throws HttpError 400 naming the field. */
export function requireLocation(field: string, text: string): string {
  const location = readLocation(text);
  if (location.kind === "problem") throw invalid(field, location.message);
  return location.kind === "url" ? location.url.href : location.path;
}
