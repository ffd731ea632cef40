/** Kinds of text in a script that are probably not speech. The user decides for each kind. */
export const lineKinds = [
  "number",
  "time",
  "heading",
  "direction",
  /** A paragraph of a screenplay without a speaker. */
  "action",
  /** A header, footer, page number or watermark of a page. */
  "page",
  /** Text that is hidden or struck in the document. */
  "hidden",
] as const;

export type LineKind = (typeof lineKinds)[number];

/** For each kind whether its texts are lines; the default of the reader for an absent kind. */
export type LineKindChoices = Partial<Record<LineKind, boolean>>;

/** The choice that a problem offers, by the code of the problem; null for other problems. */
export function choiceOf(code: string): { kind: LineKind; isSpoken: boolean } | null {
  const [, prefix, name] = /^(line|left-out)-([a-z]+)$/.exec(code) ?? [];
  const kind = lineKinds.find((one) => one === name);
  return kind === undefined ? null : { kind, isSpoken: prefix === "left-out" };
}

/** The kinds that are lines, and with "no-" those that are left out: "heading,no-number". */
export const formatKinds = (choices: LineKindChoices): string =>
  lineKinds
    .filter((kind) => choices[kind] !== undefined)
    .map((kind) => (choices[kind] === true ? kind : `no-${kind}`))
    .join(",");

/** Parses the text of `formatKinds`; null if it names an unknown kind. */
export function parseKinds(text: string): LineKindChoices | null {
  const choices: LineKindChoices = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    const kind = lineKinds.find((one) => one === part.replace(/^no-/, ""));
    if (kind === undefined) return null;
    choices[kind] = !part.startsWith("no-");
  }
  return choices;
}

const fragment = "#lines=";

/**
 * The URL of a script in a local workspace, with the choices in its fragment: it is not sent to a
 * server, and stays with the URL wherever a service stores it.
 */
export const withKinds = (url: string, kinds: string) =>
  kinds === "" ? url : `${url.replace(/#.*/s, "")}${fragment}${kinds}`;

/** The choices in the URL of a script; null if it names an unknown kind. */
export function kindsOfUrl(url: string): LineKindChoices | null {
  const at = url.indexOf(fragment);
  return at < 0 ? {} : parseKinds(decodeURIComponent(url.slice(at + fragment.length)));
}
