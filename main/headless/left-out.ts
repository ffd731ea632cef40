/**
 * Files that an upload leaves out: those that are not meant to be sent, and those that could not
 * be.
 */
import path from "node:path";
import { acceptedFormats, formatRemedyOf } from "../../preload/facts/media-formats";
import type { LeftOut, SkipReason } from "../../preload/facts/skip-reasons";
import type { Report } from "./report";

const messages: Readonly<Record<SkipReason, (name: string) => string>> = {
  type: () => `neither audio nor video; accepted: ${acceptedFormats}`,
  other: () => "a link or device that is not audio or video",
  hidden: () => "a hidden or system file",
  "already-queued": () => "already queued",
  "folder-link": () => "a link to a folder that is uploaded itself",
  format: formatMessage,
  empty: () => "an empty file",
  unreadable: () => "cannot be read: no permission, no longer there, or a disk error",
  link: () => "a link that leads out of the folder, or nowhere",
  special: () => "not a regular file",
  "too-large": () => "too large: needs more than 10,000 parts",
  name: () => "the media gallery does not support this name",
  duplicate: () =>
    "another file of this upload has the same path in the gallery; --existing rename uploads both",
};

function formatMessage(name: string): string {
  const remedy = formatRemedyOf(name);
  const way = remedy === null ? "" : `; ${remedy.action} it to .${remedy.to}`;
  return `the service does not accept this format${way}; accepted: ${acceptedFormats}`;
}

/**
 * How a file counts that is left out. With `--skipped-ok` only one that cannot be read has failed.
 */
export const countedAs = (
  list: LeftOut,
  reason: SkipReason,
  { isSkippedOk }: { isSkippedOk: boolean },
): LeftOut => (isSkippedOk && reason !== "unreadable" ? "skipped" : list);

/** Reports a file that is left out: `list` is that of `countedAs`. */
export function reportLeftOut(
  report: Report,
  list: LeftOut,
  { path: at, reason }: { path: string; reason: SkipReason },
): void {
  if (list === "skipped") report.write({ event: "skipped", path: at, reason });
  else {
    const message = messages[reason](path.posix.basename(at));
    report.write({ event: "failed", path: at, code: reason, message });
  }
}
