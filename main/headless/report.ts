/**
 * Output of a headless upload: readable progress on stderr, and JSON lines for other programs on
 * stdout.
 */
import type { PollReason } from "../../preload/facts/watch-folders";
import type { SkipReason, UploadSummary } from "../../preload/model";
import type { ManifestProgress, ManifestResult } from "../backend/uploads/manifest/write-manifest";
import { problemOf, type UploadRow } from "../backend/uploads/store/upload-rows";
import { bytes, hashProgress, percentOf, type Output } from "./output";

type ReportEvent =
  | { event: "skipped"; path: string; reason: SkipReason }
  | { event: "existing"; path: string; choice: "skip" | "replace" | "rename" }
  | { event: "watching"; folder: string }
  /** An unfinished upload of an earlier run is not continued: its file was deleted. */
  | { event: "dropped"; path: string; code: "file-missing" }
  /**
   * Unfinished uploads of other commands, and the bytes left of them; they are not sent. `command`
   * lists them.
   */
  | { event: "others"; files: number; bytes: number; command: string }
  /** The folder is read after this time, because the system does not report every change in it. */
  | { event: "polling"; folder: string; reason: PollReason; seconds: number }
  | { event: "queued"; files: number; bytes: number }
  | { event: "waiting"; code: string; message: string }
  /** A file is sent again at this time: ISO 8601. */
  | {
      event: "retry";
      path: string;
      code: string;
      message: string;
      attempt: number;
      nextTryAt: string;
    }
  | { event: "done"; path: string; bytes: number }
  | { event: "failed"; path: string; code: string; message: string }
  | ({ event: "manifest"; path: string } & ManifestResult)
  | {
      event: "summary";
      done: number;
      failed: number;
      skipped: number;
      existing: number;
      remaining: number;
      bytes: number;
      exitCode: number;
    };

export interface Report {
  write(event: ReportEvent): void;
  /** Resolves when the reader has received enough: awaited where many events are written. */
  ready(): Promise<void>;
  progress(summary: UploadSummary): void;
  manifestProgress(progress: ManifestProgress): void;
  /** A file is compared with what was sent of it. */
  comparing(galleryPath: string): void;
}

/** `listsUploads`: each uploaded file has a line, also without JSON. */
export function createReport(output: Output, { listsUploads = false } = {}): Report {
  return {
    ready: () => output.ready(),
    write(event) {
      output.event(event);
      const line = lineOf(event, listsUploads);
      if (event.event === "summary") output.result(line ?? "");
      else if (line !== null) output.line(line);
    },
    progress({ doneFiles, totalFiles, sentBytes, totalBytes, speed, secondsLeft }) {
      const left = secondsLeft === null ? "" : ` · ${duration(secondsLeft)} left`;
      output.progress(
        () =>
          `${percentOf(sentBytes, totalBytes)} % · ${doneFiles} of ${totalFiles} files · ${bytes(speed)}/s${left}`,
      );
    },
    manifestProgress: (progress) => output.progress(() => `manifest: ${hashProgress(progress)}`),
    comparing: (galleryPath) =>
      output.progress(() => `comparing with what was sent: ${galleryPath}`),
  };
}

/**
 * Reports that a file is sent again, and why. `at`: when, in milliseconds since 1970; null for as
 * soon as possible.
 */
export function reportRetry(report: Report, row: UploadRow, at: number | null): void {
  const problem = problemOf(row);
  if (problem === null) return;
  const nextTryAt = new Date(at ?? Date.now()).toISOString();
  const attempt = row.attempts;
  report.write({ event: "retry", path: row.galleryPath, ...problem, attempt, nextTryAt });
}

const pollReasonTexts: Record<PollReason, string> = {
  "system-limit":
    "the system's limit of watched folders is used up (Linux: fs.inotify.max_user_watches)",
  "many-folders": "it has more folders than are watched",
  "no-events": "the system cannot watch it",
  "network-drive": "the system does not report what other computers change on a network drive",
};

/** The line of an event; null if it is written only as JSON. */
function lineOf(event: ReportEvent, listsUploads: boolean): string | null {
  switch (event.event) {
    case "skipped":
      return `skipped: ${event.path} (${event.reason})`;
    case "existing":
      return `already in the gallery: ${event.path} (${event.choice})`;
    case "dropped":
      return `no longer exists and is not sent: ${event.path}`;
    case "others":
      return `not sent, of other commands: ${event.files} files, ${bytes(event.bytes)}. They are listed by: ${event.command}`;
    case "watching":
      return `watching ${event.folder}`;
    case "polling":
      return `reading ${event.folder} every ${event.seconds} s: ${pollReasonTexts[event.reason]}`;
    case "queued":
      return `${event.files} files, ${bytes(event.bytes)}`;
    case "waiting":
      return `waiting: ${event.message} (${event.code})`;
    case "retry":
      return `next try ${localTime(event.nextTryAt)}: ${event.path}: ${event.message} (${event.code})`;
    case "done":
      return listsUploads ? `uploaded: ${event.path} (${bytes(event.bytes)})` : null;
    case "failed":
      return `failed: ${event.path}: ${event.message} (${event.code})`;
    case "manifest": {
      const { unchanged, changed, missing, unreadable } = event.files;
      const parts = [
        `${unchanged + changed + missing + unreadable} files`,
        ...(changed > 0 ? [`${changed} changed since their upload`] : []),
        ...(missing > 0 ? [`${missing} missing on this computer`] : []),
        ...(unreadable > 0 ? [`${unreadable} unreadable`] : []),
        ...(event.unfinished > 0 ? [`${event.unfinished} not finished and left out`] : []),
      ];
      return `manifest: ${event.path} (${parts.join(", ")})`;
    }
    case "summary": {
      const parts = [
        `${event.done} in the gallery`,
        `${event.failed} failed`,
        `${event.skipped} skipped`,
        ...(event.existing > 0 ? [`${event.existing} already there`] : []),
        ...(event.remaining > 0 ? [`${event.remaining} remaining`] : []),
      ];
      return parts.join(", ");
    }
  }
}

const localTime = (iso: string) => new Date(iso).toLocaleTimeString();

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
