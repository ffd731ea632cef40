/** Output of a headless upload: readable progress on stderr, and JSON lines for other programs on stdout. */
import type { SkipReason, UploadSummary } from "../../preload/model";
import type { ManifestProgress, ManifestResult } from "../backend/uploads/manifest/write-manifest";
import { bytes, createOutput, hashProgress, percentOf } from "./output";

export type ReportEvent =
  | { event: "skipped"; path: string; reason: SkipReason }
  | { event: "existing"; path: string; choice: "skip" | "replace" | "rename" }
  | { event: "watching"; folder: string }
  | { event: "queued"; files: number; bytes: number }
  | { event: "waiting"; code: string; message: string }
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
    };

export interface Report {
  write(event: ReportEvent): void;
  progress(summary: UploadSummary): void;
  manifestProgress(progress: ManifestProgress): void;
}

/** `listsUploads`: each uploaded file has a line, also without JSON. */
export function createReport(isJson: boolean, { listsUploads = false } = {}): Report {
  const output = createOutput(isJson);
  return {
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
  };
}

/** The line of an event; null if it is written only as JSON. */
function lineOf(event: ReportEvent, listsUploads: boolean): string | null {
  switch (event.event) {
    case "skipped":
      return `skipped: ${event.path} (${event.reason})`;
    case "existing":
      return `already in the gallery: ${event.path} (${event.choice})`;
    case "watching":
      return `watching ${event.folder}`;
    case "queued":
      return `${event.files} files, ${bytes(event.bytes)}`;
    case "waiting":
      return `waiting: ${event.message} (${event.code})`;
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

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
