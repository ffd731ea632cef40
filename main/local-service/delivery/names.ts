/**
 * Names of delivered files and folders: only "A–Z a–z 0–9 . _ -", which every system and tool
 * accepts.
 */
import anyAscii from "any-ascii";
import type { NameField, NamePart } from "../../../preload/facts/name-template";
import { maxDeliveryName } from "../../../preload/facts/delivery";

/** Names of devices on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A text in the characters of delivered names: letters of all scripts are transliterated, all else
 * becomes "_". What has no letters becomes its code points in hexadecimal, so that names stay
 * different.
 */
export function deliveredName(text: string, maxLength = maxDeliveryName): string {
  const latin = anyAscii(text.normalize("NFKC"));
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

/**
 * The path of a template in delivered names, without an extension. Separators around a value that
 * is empty are joined; a name or folder without any value is left out.
 */
export function templateName(
  parts: readonly NamePart[],
  values: Readonly<Record<NameField, string | number>>,
): string {
  const text = parts
    .map((part) => {
      if (typeof part === "string") return part;
      const value = values[part.field];
      const name =
        typeof value === "number"
          ? String(value).padStart(part.digits, "0")
          : value.trim() === ""
            ? ""
            : deliveredName(value, 60);
      if (part.letters === "as-is") return name;
      return part.letters === "upper" ? name.toUpperCase() : name.toLowerCase();
    })
    .join("");
  const segments = text
    .split("/")
    .map((segment) => segment.replace(/([._-])[._-]+/g, "$1"))
    .filter((segment) => /[A-Za-z0-9]/.test(segment));
  return segments.map((segment) => deliveredName(segment)).join("/") || "_";
}

function pathOf({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
