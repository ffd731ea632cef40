/**
 * Names of delivered files and folders: only "A–Z a–z 0–9 . _ -", which every system and tool
 * accepts.
 */
import { maxDeliveryName } from "../../../preload/facts/delivery";

/** Letters that have no decomposition in Unicode. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ı: "i",
  ħ: "h",
  Ħ: "H",
};
/** Names of devices on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A text in the characters of delivered names; letters keep their base, all else becomes "_".
 * Without any such character: the code points in hexadecimal, so that names in other scripts stay
 * different.
 */
export function deliveredName(text: string, maxLength = maxDeliveryName): string {
  const latin = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^\p{ASCII}]/gu, (letter) => letters[letter] ?? letter);
  const name = trimEnd(latin.replace(/[^A-Za-z0-9.-]+/g, "_").replace(/^[._-]+/, ""));
  const found = /[A-Za-z0-9]/.test(name) ? name : codePointsOf(text);
  const safe = devices.test(found) ? `_${found}` : found;
  return trimEnd(safe.slice(0, maxLength)) || "_";
}

/**
 * Without the separators at the end. The pattern /[._-]+$/ would take quadratic time for many
 * separators inside.
 */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && "._-".includes(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end);
}

const codePointsOf = (text: string): string =>
  Array.from(
    text.trim().normalize("NFC"),
    (character) => `u${(character.codePointAt(0) ?? 0).toString(16)}`,
  ).join("");

export interface Names {
  /**
   * A name that differs from all former ones, also without regard to case; equal requests get "_2",
   * "_3" and so on.
   */
  unique(path: string, extension: string): string;
}

/**
 * The names of one delivery. Paths consist of delivered names with "/"; `extension` has its dot.
 */
export function createNames(): Names {
  const files = new Set<string>();
  const folders = new Set<string>();
  /** The last number of each requested path: equal requests do not try all numbers again. */
  const counts = new Map<string, number>();

  /** A folder that is no file: "x.wav" beside "x.wav/y.wav" is "x.wav_/y.wav". */
  function folderOf(path: string): string {
    let folder = "";
    for (const segment of path.split("/").slice(0, -1)) {
      folder += segment;
      while (files.has(folder.toLowerCase())) folder += "_";
      folders.add(folder.toLowerCase());
      folder += "/";
    }
    return folder;
  }

  return {
    unique(path, extension) {
      const folder = folderOf(path);
      const base = path.slice(path.lastIndexOf("/") + 1);
      const requested = `${path}${extension}`.toLowerCase();
      for (let count = (counts.get(requested) ?? 0) + 1; ; count += 1) {
        const suffix = `${count === 1 ? "" : `_${count}`}${extension}`;
        const name = folder + base.slice(0, maxDeliveryName - suffix.length) + suffix;
        const folded = name.toLowerCase();
        if (files.has(folded) || folders.has(folded)) continue;
        files.add(folded);
        counts.set(requested, count);
        return name;
      }
    },
  };
}

/** The language as a tag: "es-ES" for "es-es", "zh-Hans" for "zh-hans". */
export function languageTag(languageId: string): string {
  try {
    return deliveredName(Intl.getCanonicalLocales(languageId)[0] ?? languageId);
  } catch {
    return deliveredName(languageId);
  }
}

/**
 * "0012_L12_ANNA_T2": the number and id of a line, its character and the number of its take,
 * without an extension. What is empty is left out.
 */
export function takeName(
  { number, lineId, character }: { number: number; lineId: string; character: string },
  variant: number,
): string {
  const parts = [
    String(number).padStart(4, "0"),
    ...(lineId === "" ? [] : [deliveredName(lineId, 30)]),
    ...(character === "" ? [] : [deliveredName(character, 40)]),
    `T${variant + 1}`,
  ];
  return parts.join("_");
}

/**
 * The path of a line's source audio in delivered names, without its extension: "scene 1/Line 3.wav"
 * is "scene_1/Line_3". Of a URL only its path counts. Null for a line without source audio.
 */
export function sourceAudioName(sourceAudio: string): string | null {
  const path = URL.canParse(sourceAudio) ? pathOf(new URL(sourceAudio)) : sourceAudio;
  const segments = path.split(/[\\/]+/).filter((segment) => !/^\.*\s*$/.test(segment));
  const last = segments.pop()?.replace(/(?<=.)\.[A-Za-z0-9]{1,5}$/, "");
  if (last === undefined) return null;
  return [...segments, last].map((segment) => deliveredName(segment)).join("/");
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
