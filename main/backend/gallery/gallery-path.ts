/**
 * Paths of the gallery for files on this computer. The rules are those of every gallery path
 * (preload/facts/rules.ts).
 */
import { pathRule, type Rule } from "../../../preload/facts/rules";
import { invalidFields } from "../../common/errors";

/** Normalises a path to the form of the gallery: NFC, "/" between segments. */
export function normalisePath(path: string): string {
  return path.normalize("NFC");
}

/** The rule that a path from local names violates as a gallery path, or null. */
export function galleryPathRule(path: string): Rule | null {
  // A file name that is invalid Unicode contains the replacement character and could not be opened
  // again.
  return path.includes("\ufffd") ? "not-well-formed" : pathRule(path);
}

/**
 * Normalises a target folder. Throws "invalid-input" with the field "targetFolder" for an invalid
 * path.
 */
export function readTargetFolder(folder: string): string {
  const normal = normaliseFolder(folder);
  const rule = normal === "" ? null : galleryPathRule(normal.slice(0, -1));
  if (rule === null) return normal;
  throw invalidFields([{ field: "targetFolder", message: rule }]);
}

/** "a/b" and "/a/b/" as a target folder: "a/b/"; "" is the top. */
export function normaliseFolder(folder: string): string {
  const trimmed = normalisePath(folder.trim()).replace(/^\/+|(?<!\/)\/+$/g, "");
  return trimmed === "" ? "" : `${trimmed}/`;
}

/** "a/clip.wav" → "a/clip (2).wav", counting up until a name is free. */
export function freePath(path: string, isTaken: (path: string) => boolean): string {
  const { stem, extension } = splitExtension(path);
  for (let number = 2; ; number += 1) {
    const candidate = `${stem} (${number})${extension}`;
    if (!isTaken(candidate)) return candidate;
  }
}

/** Whether `candidate` is the path, or one that `freePath` returns for it. */
export function isPathOrFreePath(candidate: string, path: string): boolean {
  if (candidate === path) return true;
  const { stem, extension } = splitExtension(path);
  if (!candidate.startsWith(`${stem} (`) || !candidate.endsWith(`)${extension}`)) return false;
  const number = candidate.slice(stem.length + 2, candidate.length - extension.length - 1);
  return /^[0-9]{1,9}$/.test(number);
}

/** "a/clip.wav" → "a/clip" and ".wav". */
function splitExtension(path: string): { stem: string; extension: string } {
  const dot = path.lastIndexOf(".");
  const at = dot > path.lastIndexOf("/") + 1 ? dot : path.length;
  return { stem: path.slice(0, at), extension: path.slice(at) };
}

/** Splits a gallery path: "a/b/c.wav" is "c.wav" in "a/b/". */
export function splitPath(path: string): { parent: string; name: string } {
  const end = path.endsWith("/") ? path.length - 1 : path.length;
  // A negative start of `lastIndexOf` counts as 0: "/" would be its own parent.
  const at = end === 0 ? 0 : path.lastIndexOf("/", end - 1) + 1;
  return { parent: path.slice(0, at), name: path.slice(at, end) };
}
