/** Output of a headless upload: readable progress on stderr, and JSON lines for other programs on stdout. */
import type { SkipReason, UploadSummary } from "../../preload/model";
import { printable, printableJson } from "../common/printable";

export type ReportEvent =
  | { event: "skipped"; path: string; reason: SkipReason }
  | { event: "existing"; path: string; choice: "skip" | "replace" | "rename" }
  | { event: "queued"; files: number; bytes: number }
  | { event: "waiting"; code: string; message: string }
  | { event: "done"; path: string; bytes: number }
  | { event: "failed"; path: string; code: string; message: string }
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
}

/** Interval of progress lines where stderr is not a terminal, in milliseconds. */
const progressIntervalMs = 5_000;

/** Writes events and progress. If stderr is not a terminal, a progress line is written at most every five seconds. */
export function createReport(isJson: boolean): Report {
  const isTerminal = process.stderr.isTTY;
  let lastProgress = 0;
  let hasOpenLine = false;

  function writeLine(line: string): void {
    process.stderr.write(`${hasOpenLine ? "\r\x1b[K" : ""}${printable(line)}\n`);
    hasOpenLine = false;
  }
  return {
    write(event) {
      if (isJson) process.stdout.write(`${printableJson(event)}\n`);
      const line = lineOf(event);
      if (event.event === "summary") {
        if (hasOpenLine) process.stderr.write("\n");
        hasOpenLine = false;
        if (!isJson) process.stdout.write(`${line}\n`);
      } else if (line !== null) writeLine(line);
    },
    progress(summary) {
      const now = Date.now();
      if (!isTerminal && now - lastProgress < progressIntervalMs) return;
      lastProgress = now;
      const { counts, sentBytes, totalBytes, speed, secondsLeft } = summary;
      const percent = totalBytes === 0 ? 100 : Math.floor((sentBytes / totalBytes) * 100);
      const left = secondsLeft === null ? "" : ` · ${duration(secondsLeft)} left`;
      const line = `${percent} % · ${counts.done} of ${counts.all} files · ${bytes(speed)}/s${left}`;
      if (!isTerminal) {
        writeLine(line);
        return;
      }
      process.stderr.write(`\r\x1b[K${line}`);
      hasOpenLine = true;
    },
  };
}

/** The line of an event; null if it is written only as JSON. */
function lineOf(event: ReportEvent): string | null {
  switch (event.event) {
    case "skipped":
      return `skipped: ${event.path} (${event.reason})`;
    case "existing":
      return `already in the gallery: ${event.path} (${event.choice})`;
    case "queued":
      return `${event.files} files, ${bytes(event.bytes)}`;
    case "waiting":
      return `waiting: ${event.message} (${event.code})`;
    case "done":
      return null;
    case "failed":
      return `failed: ${event.path}: ${event.message} (${event.code})`;
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

function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return `${(count / 1000 ** power).toFixed(power < 2 ? 0 : 1)} ${units[power] ?? "B"}`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
