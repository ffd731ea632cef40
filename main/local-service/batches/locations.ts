/** Where a script or a video is said to be: a URL, or a path of the gallery. */
import { isAddress, locationRule, urlRule, type Rule } from "../../../preload/facts/rules";
import { invalid } from "../problem";

export { fileNameOf, needsLanguageCode } from "../../../preload/facts/rules";

export type Location = { kind: "url"; url: URL } | { kind: "gallery"; path: string };

/** A broken rule as a 400 says it, after the field's name. */
export const ruleWords: Readonly<Record<Rule, string>> = {
  required: "must not be empty",
  "too-long": "is too long",
  "control-character": "must hold no control character",
  "not-well-formed": "must be well-formed Unicode",
  "not-a-location":
    'is neither a URL nor a media gallery path: relative, "/" between names, no "." or ".."',
  "not-a-url": "is not a URL",
  "not-http": "must be an http or https URL, or a media gallery path",
  "user-in-url": "must hold no user name or password",
  "not-applicable": "does not apply to this type of project",
  "out-of-range": "is out of range",
  "not-a-language": "is no language of the catalogue",
  "not-of-project": "is not a language of the project",
  doubled: "is named twice",
  "no-text-in-language": "has no text in the language",
  "not-an-email": "is no e-mail address",
};

/** What a text of somebody's says, or what is wrong with it. */
export function readLocation(text: string): Location | { kind: "problem"; message: string } {
  const rule = locationRule(text);
  if (rule !== null) return { kind: "problem", message: ruleWords[rule] };
  const trimmed = text.trim();
  return isAddress(trimmed)
    ? { kind: "url", url: new URL(trimmed) }
    : { kind: "gallery", path: trimmed.normalize("NFC") };
}

/** A broken rule of a script's URL as a 400 says it: a media gallery path is not allowed there (§4.2). */
export const urlWords = (rule: Rule): string =>
  rule === "not-a-url" || rule === "not-http"
    ? "must be an absolute http or https URL"
    : ruleWords[rule];

/** A script's URL as it is stored. @throws HttpProblem 400 naming the field. */
export function requireUrl(field: string, text: string): string {
  const rule = urlRule(text);
  if (rule !== null) throw invalid(field, urlWords(rule));
  return new URL(text.trim()).href;
}

/** The location as it is kept. @throws HttpProblem 400 naming the field. */
export function requireLocation(field: string, text: string): string {
  const location = readLocation(text);
  if (location.kind === "problem") throw invalid(field, location.message);
  return location.kind === "url" ? location.url.href : location.path;
}
