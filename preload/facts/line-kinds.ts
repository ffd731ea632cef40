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
  /** A word alone above a text, which may be the name of its speaker: no line if it is. */
  "name",
] as const;

export type LineKind = (typeof lineKinds)[number];

/**
 * For each kind whether its texts are lines; the default of the reader for an absent kind.
 * `speaksDirections`: lines of directions are spoken, and those in the texts of other lines too.
 * Otherwise they are silent.
 */
export type LineKindChoices = Partial<Record<LineKind, boolean>> & { speaksDirections?: boolean };

const speaksDirections = "speak-directions";

/**
 * What a user can choose for a kind of text. "keepSilent", "speak": of directions. "readNames": of
 * words that may be names.
 */
export interface KindChoice {
  name: "leaveOut" | "makeLines" | "keepSilent" | "speak" | "readNames";
  kinds: LineKindChoices;
}

const leaveOutDirections = {
  name: "leaveOut",
  kinds: { direction: false, speaksDirections: false },
} as const;
const keepSilent = {
  name: "keepSilent",
  kinds: { direction: true, speaksDirections: false },
} as const;
const speak = { name: "speak", kinds: { direction: true, speaksDirections: true } } as const;
const readNames = { name: "readNames", kinds: { name: false } } as const;
const makeLines = { name: "makeLines", kinds: { name: true } } as const;
const ownChoices: Readonly<Record<string, readonly KindChoice[]>> = {
  "line-direction": [leaveOutDirections, speak],
  "left-out-direction": [keepSilent, speak],
  "spoken-direction": [leaveOutDirections, keepSilent],
  // The notes below the lines are directions.
  "notes-below": [keepSilent, speak],
  "words-alone": [readNames],
  "line-name": [readNames],
  "names-alone": [makeLines],
  "left-out-name": [makeLines],
};

/** The choices that a problem offers, by the code of the problem; none for other problems. */
export function choicesOf(code: string): readonly KindChoice[] {
  const own = Object.hasOwn(ownChoices, code) ? ownChoices[code] : undefined;
  if (own) return own;
  const [, prefix, name] = /^(line|left-out)-([a-z]+)$/.exec(code) ?? [];
  const kind = lineKinds.find((one) => one === name);
  if (kind === undefined) return [];
  return prefix === "left-out"
    ? [{ name: "makeLines", kinds: { [kind]: true } }]
    : [{ name: "leaveOut", kinds: { [kind]: false } }];
}

/** The kinds that are lines, and with "no-" those that are left out: "heading,no-number". */
export const formatKinds = (choices: LineKindChoices): string =>
  [
    ...lineKinds
      .filter((kind) => choices[kind] !== undefined)
      .map((kind) => (choices[kind] === true ? kind : `no-${kind}`)),
    ...(choices.speaksDirections === true ? [speaksDirections] : []),
  ].join(",");

/** Parses the text of `formatKinds`; null if it names an unknown kind. */
export function parseKinds(text: string): LineKindChoices | null {
  const choices: LineKindChoices = {};
  for (const part of text.split(",").map((one) => one.trim())) {
    if (part === "") continue;
    if (part === speaksDirections) {
      choices.speaksDirections = true;
      continue;
    }
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
  if (at < 0) return {};
  try {
    return parseKinds(decodeURIComponent(url.slice(at + fragment.length)));
  } catch (error) {
    // A malformed escape sequence names no kind.
    if (error instanceof URIError) return null;
    throw error;
  }
}
