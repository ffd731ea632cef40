/**
 * Output of a terminal command: readable lines and progress on stderr, JSON lines or the result on
 * stdout.
 */
import type { ErrorCode } from "../../preload/model";
import type { ManifestProgress } from "../backend/uploads/manifest/write-manifest";
import { printable, printableJson } from "../common/printable";
import { terminalStreams } from "./terminal-streams";

export interface Output {
  /** Writes an event for other programs to stdout, with `--json` only. */
  event(event: object): void;
  /** Writes a line to stderr. */
  line(text: string): void;
  /**
   * Replaces the progress line. The function is called only when the line is written. A reader that
   * is slower than the command misses some.
   */
  progress(text: () => string): void;
  /**
   * A list on stdout, without `--json` only: aligned and with a header on a terminal, else
   * separated by tabs. `end` writes what is not written yet.
   */
  table(header: readonly string[]): Table;
  /** Ends the progress line, and without `--json` writes the result to stdout. */
  result(text: string): void;
  /**
   * Writes an error that ends the command to stderr, and with `--json` as the last line of stdout.
   * `label` is the name of the command.
   */
  error(label: string, error: EndingError): void;
  /** Resolves when the reader has received enough: awaited where many lines are written. */
  ready(): Promise<void>;
}

interface Table {
  row(cells: readonly string[]): void;
  end(): void;
}

/** Why a command ends. */
export interface EndingError {
  code: ErrorCode | "interrupted";
  message: string;
  /** The argument or field that is invalid. */
  field?: string | undefined;
  /** The wait that the service requested, in milliseconds. */
  retryAfterMs?: number | undefined;
  exitCode: number;
}

/** Interval of progress lines where stderr is not a terminal, in milliseconds. */
const progressIntervalMs = 5_000;

/** If stderr is not a terminal, a progress line is written at most every five seconds. */
export function createOutput(isJson: boolean): Output {
  const { stdout, stderr } = terminalStreams();
  const isTerminal = process.stderr.isTTY;
  let lastProgress = 0;
  let hasOpenLine = false;

  function line(text: string): void {
    stderr.write(`${hasOpenLine ? "\r\x1b[K" : ""}${printable(text)}\n`);
    hasOpenLine = false;
  }
  function event(written: object): void {
    if (isJson) stdout.write(`${printableJson(written)}\n`);
  }
  function tableOf(header: readonly string[]): Table {
    const isAligned = process.stdout.isTTY;
    const held: (readonly string[])[] = isAligned ? [header] : [];
    return {
      row(cells) {
        if (isJson) return;
        const safe = cells.map(printable);
        if (isAligned) held.push(safe);
        else stdout.write(`${safe.join("\t")}\n`);
      },
      end() {
        if (held.length < 2) return;
        const widths = header.map((_, at) =>
          Math.max(...held.map((row) => (row[at] ?? "").length)),
        );
        for (const row of held)
          stdout.write(
            `${row
              .map((cell, at) => cell.padEnd(widths[at] ?? 0))
              .join("  ")
              .trimEnd()}\n`,
          );
      },
    };
  }

  return {
    event,
    line,
    progress(text) {
      const now = Date.now();
      if (stderr.isBehind() || (!isTerminal && now - lastProgress < progressIntervalMs)) return;
      lastProgress = now;
      if (!isTerminal) {
        line(text());
        return;
      }
      stderr.write(`\r\x1b[K${printable(text())}`);
      hasOpenLine = true;
    },
    table: tableOf,
    result(text) {
      if (hasOpenLine) stderr.write("\n");
      hasOpenLine = false;
      if (!isJson) stdout.write(`${printable(text)}\n`);
    },
    error(label, { code, message, field, retryAfterMs, exitCode }) {
      // An interrupted command says what continues it, if anything does.
      if (code !== "interrupted")
        line(`dubyard ${label}: ${message}${code === "invalid-input" ? "" : ` (${code})`}`);
      event({ event: "error", code, message, field, retryAfterMs, exitCode });
    },
    async ready() {
      await stdout.ready();
      await stderr.ready();
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
