/** Output of a terminal command: readable lines and progress on stderr, JSON lines or the result on stdout. */
import type { ManifestProgress } from "../backend/uploads/manifest/write-manifest";
import { printable, printableJson } from "../common/printable";

export interface Output {
  /** Writes an event for other programs to stdout, with `--json` only. */
  event(event: object): void;
  /** Writes a line to stderr. */
  line(text: string): void;
  /** Replaces the progress line. The function is called only when the line is written. */
  progress(text: () => string): void;
  /** Ends the progress line, and without `--json` writes the result to stdout. */
  result(text: string): void;
}

/** Interval of progress lines where stderr is not a terminal, in milliseconds. */
const progressIntervalMs = 5_000;

/** If stderr is not a terminal, a progress line is written at most every five seconds. */
export function createOutput(isJson: boolean): Output {
  const isTerminal = process.stderr.isTTY;
  let lastProgress = 0;
  let hasOpenLine = false;

  function line(text: string): void {
    process.stderr.write(`${hasOpenLine ? "\r\x1b[K" : ""}${printable(text)}\n`);
    hasOpenLine = false;
  }

  return {
    event(event) {
      if (isJson) process.stdout.write(`${printableJson(event)}\n`);
    },
    line,
    progress(text) {
      const now = Date.now();
      if (!isTerminal && now - lastProgress < progressIntervalMs) return;
      lastProgress = now;
      if (!isTerminal) {
        line(text());
        return;
      }
      process.stderr.write(`\r\x1b[K${printable(text())}`);
      hasOpenLine = true;
    },
    result(text) {
      if (hasOpenLine) process.stderr.write("\n");
      hasOpenLine = false;
      if (!isJson) process.stdout.write(`${printable(text)}\n`);
    },
  };
}

/** "1.2 GB" */
export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  return `${(count / 1000 ** power).toFixed(power < 2 ? 0 : 1)} ${units[power] ?? "B"}`;
}

export const percentOf = (part: number, whole: number) =>
  whole === 0 ? 100 : Math.floor((part / whole) * 100);

/** The progress of a command that hashes files. */
export const hashProgress = (progress: ManifestProgress) =>
  `${percentOf(progress.bytes, progress.totalBytes)} % · ${progress.files} of ${progress.totalFiles} files · ${bytes(progress.bytes)}`;
