/** Paths inside a pack. */
import { PackError } from "./problems";

/**
 * Devices, drives, streams, and names that Windows reserves or shortens: no path of a pack has
 * them.
 */
const invalidSegment =
  /^\.{1,2}$|[\p{Cc}\\:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/**
 * A path inside a pack without "./" before and "/" after it; null for one that could leave the
 * folder.
 */
function trimmedPath(name: string): string | null {
  const trimmed = name.replace(/^(?:\.\/)+/, "").replace(/\/$/, "");
  if (trimmed === "" || trimmed === ".") return "";
  const isInvalid =
    trimmed.length > 1000 ||
    trimmed.startsWith("/") ||
    trimmed.split("/").some((segment) => segment === "" || invalidSegment.test(segment));
  return isInvalid ? null : trimmed;
}

/** The path of an archive's entry. @throws PackError for one that could leave the folder */
export function entryPath(name: string): string {
  const path = trimmedPath(name);
  if (path === null)
    throw new PackError("archive", `the archive contains the path "${printable(name)}"`);
  return path;
}

/** Whether a text is the path of a file inside the folder of a pack. */
export const isPackPath = (path: string): boolean => path !== "" && trimmedPath(path) === path;

/**
 * The name of a single file of a pack.
 * @throws PackError for one with a separator, or that is no name
 */
export function requireName(name: string): string {
  if (name.includes("/") || !isPackPath(name))
    throw new PackError("archive", `a download has the file name "${printable(name)}"`);
  return name;
}

/** For messages. */
export const printable = (name: string) => name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
