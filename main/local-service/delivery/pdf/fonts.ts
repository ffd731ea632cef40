/**
 * The fonts of PDF documents: Noto Sans, in files for ranges of characters. They are part of the
 * program, and each is loaded when a document has one of its characters.
 */

import { woffToSfnt } from "./woff";

/** Loads a file as a data URI. */
type Load = () => Promise<string>;

const files = import.meta.glob<string>(
  "../../../../node_modules/@fontsource/noto-sans*/files/*-400-normal.woff",
  { query: "?inline", import: "default" },
);
const ranges = import.meta.glob<Record<string, string>>(
  "../../../../node_modules/@fontsource/noto-sans*/unicode.json",
  { import: "default" },
);

/** The families of Chinese, Japanese and Korean, whose characters have forms by language. */
const ideographs = {
  ja: "noto-sans-jp",
  ko: "noto-sans-kr",
  zh: "noto-sans-sc",
  yue: "noto-sans-sc",
};
const familyOf = (path: string) => /@fontsource\/([^/]+)\//.exec(path)?.[1] ?? "";

interface FontFile {
  /** The path of the file. */
  name: string;
  load: Load;
  /** What it may have, as its publisher says; both ends are included. */
  ranges: readonly (readonly [from: number, to: number])[];
}
/** A font that is loaded. */
export interface LoadedFont {
  name: string;
  /** OpenType. */
  data: Buffer;
  has: (character: string) => boolean;
}

/** "U+0-ff,U+131" */
const parseRanges = (text: string): FontFile["ranges"] =>
  text.split(",").map((one) => {
    const [from = "", to = from] = one.trim().replace(/^U\+/i, "").split("-");
    return [parseInt(from, 16), parseInt(to, 16)] as const;
  });

/**
 * All files, the preferred ones of a language first: Noto Sans, the scripts with few characters,
 * and the ideographs as the language writes them before those of other languages.
 */
async function readFiles(languageId: string): Promise<FontFile[]> {
  const own = Object.entries(ideographs).find(([code]) => languageId.split("-")[0] === code)?.[1];
  const all: readonly string[] = Object.values(ideographs);
  const rank = (family: string) =>
    family === "noto-sans" ? 0 : family === own ? 2 : all.includes(family) ? 3 : 1;
  const found: (FontFile & { family: string })[] = [];
  for (const [path, read] of Object.entries(ranges)) {
    const family = familyOf(path);
    for (const [subset, text] of Object.entries(await read())) {
      const file = `${family}-${subset.replace(/[[\]]/g, "")}-400-normal.woff`;
      const name = path.replace("unicode.json", `files/${file}`);
      const load = files[name];
      if (load) found.push({ family, name, load, ranges: parseRanges(text) });
    }
  }
  return found.sort(
    (a, b) => rank(a.family) - rank(b.family) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0),
  );
}

/** The fonts for the texts of a language. */
export interface FontChoice {
  /** Loads the fonts of all characters of a text. */
  prepare(text: string): Promise<void>;
  /** The first font with a character of a prepared text; undefined if no font has it. */
  fontOf(character: string): LoadedFont | undefined;
}

export async function chooseFonts(languageId: string): Promise<FontChoice> {
  const { create } = await import("fontkit");
  const found = await readFiles(languageId);
  if (found.length === 0) throw new Error("the program has no fonts for PDF documents");
  const loaded = new Map<string, LoadedFont>();
  const known = new Map<string, LoadedFont | undefined>();
  async function load({ name, load: read }: FontFile): Promise<LoadedFont> {
    const present = loaded.get(name);
    if (present) return present;
    const uri = await read();
    const data = woffToSfnt(Buffer.from(uri.slice(uri.indexOf(",") + 1), "base64"));
    const font = create(data);
    const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
    const added = { name, data, has };
    loaded.set(name, added);
    return added;
  }
  async function find(character: string): Promise<LoadedFont | undefined> {
    const code = character.codePointAt(0) ?? 0;
    for (const file of found) {
      if (!file.ranges.some(([from, to]) => from <= code && code <= to)) continue;
      const font = await load(file);
      if (font.has(character)) return font;
    }
    return undefined;
  }
  return {
    async prepare(text) {
      for (const character of text)
        if (!known.has(character)) known.set(character, await find(character));
    },
    fontOf: (character) => known.get(character),
  };
}
