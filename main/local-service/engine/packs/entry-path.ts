/** Paths inside a pack. */
import { PackError } from "./problems";

/** Devices, drives, streams, and names that Windows reserves or shortens: no path of a pack has them. */
const invalidSegment =
  /^\.{1,2}$|[\p{Cc}\\:*?"<>|]|[. ]$|^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;

/** The path of an archive's entry. @throws PackError for one that could leave the folder */
export function entryPath(name: string): string {
  const trimmed = name.replace(/^(?:\.\/)+/, "").replace(/\/$/, "");
  const isInvalid =
    trimmed.length > 1000 ||
    trimmed.startsWith("/") ||
    trimmed.split("/").some((segment) => segment === "" || invalidSegment.test(segment));
  if (trimmed !== "" && trimmed !== "." && isInvalid)
    throw new PackError("archive", `the archive contains the path "${printable(name)}"`);
  return trimmed === "." ? "" : trimmed;
}

/** For messages. */
export const printable = (name: string) => name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
