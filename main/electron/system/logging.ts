/**
 * The log port, implemented with electron-log: rotated files in the profile, every line redacted.
 */
import { renameSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import electronLog from "electron-log/node";
import { systemCode } from "../../common/errors";
import { createLog, type Log } from "../../common/log";

const fileSize = 5 * 1024 ** 2;
const maxOldFiles = 3;
/** Maximum number of bytes at the end of the log that are searched for the last lines. */
const tailSize = 256 * 1024;

const fileIn = (folder: string) => path.join(folder, "main.log");

/** Logs to `folder`, and also to the console when `isVerbose`. */
export function openLog(folder: string, { isVerbose }: { isVerbose: boolean }): Log {
  const logger = electronLog.create({ logId: "dubyard" });
  const { file, console } = logger.transports;
  file.resolvePathFn = () => fileIn(folder);
  file.maxSize = fileSize;
  file.format = "{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}";
  file.archiveLogFn = ({ path: full }) => rotate(full);
  file.level = "info";
  console.level = isVerbose ? "debug" : false;
  return createLog((level, line) => logger[level](line));
}

/** main.log → main.1.log → main.2.log …; the oldest file is deleted. */
function rotate(full: string): void {
  const numbered = (index: number) => full.replace(/\.log$/, `.${index}.log`);
  rmSync(numbered(maxOldFiles), { force: true });
  for (let index = maxOldFiles - 1; index >= 0; index--) {
    try {
      renameSync(index === 0 ? full : numbered(index), numbered(index + 1));
    } catch {
      // Fewer log files exist.
    }
  }
}

/**
 * The last lines of the log in `folder`, oldest first, repeated ones as one line; "" if there is no
 * log.
 */
export async function tailOfLog(folder: string, lines: number): Promise<string> {
  let text: string;
  let isWhole: boolean;
  try {
    const file = await open(fileIn(folder), "r");
    try {
      const { size } = await file.stat();
      const length = Math.min(size, tailSize);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length);
      text = buffer.toString("utf8", 0, bytesRead);
      isWhole = length === size;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
  const all = text.trimEnd().split("\n");
  // If the file was not read from its start, the first line is incomplete.
  if (!isWhole) all.shift();
  return lines > 0 ? withoutRepeats(all).slice(-lines).join("\n") : "";
}

/** Characters of the time that a line begins with. */
const timeLength = "2026-01-31 12:00:00.000 ".length;

/**
 * Consecutive lines that differ only in their times, as one line: the last of them, with their
 * number.
 */
function withoutRepeats(lines: readonly string[]): string[] {
  const textOf = (line: string) => (/^\d{4}-\d\d-\d\d /.test(line) ? line.slice(timeLength) : line);
  const kept: { line: string; text: string; count: number }[] = [];
  for (const line of lines) {
    const text = textOf(line);
    const last = kept.at(-1);
    if (last?.text === text) {
      last.line = line;
      last.count += 1;
    } else kept.push({ line, text, count: 1 });
  }
  return kept.map(({ line, count }) => (count === 1 ? line : `${line} (${count} times)`));
}
