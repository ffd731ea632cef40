/** The log port over electron-log: files in the profile, rotated, every line redacted. */
import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import electronLog from "electron-log/node";
import { createLog, type Log } from "../log";

const fileSize = 5 * 1024 ** 2;
const oldFilesKept = 3;

/** Logs to `folder`; to the console as well when `isVerbose`. */
export function openLog(folder: string, { isVerbose }: { isVerbose: boolean }): Log {
  const logger = electronLog.create({ logId: "dubyard" });
  const { file, console } = logger.transports;
  file.resolvePathFn = () => path.join(folder, "main.log");
  file.maxSize = fileSize;
  file.format = "{y}-{m}-{d} {h}:{i}:{s}.{ms} {level} {text}";
  file.archiveLogFn = ({ path: full }) => rotate(full);
  file.level = "info";
  console.level = isVerbose ? "debug" : false;
  return createLog((level, line) => logger[level](line));
}

/** main.log → main.1.log → main.2.log …; the oldest goes. */
function rotate(full: string): void {
  const numbered = (index: number) => full.replace(/\.log$/, `.${index}.log`);
  rmSync(numbered(oldFilesKept), { force: true });
  for (let index = oldFilesKept - 1; index >= 0; index--) {
    try {
      renameSync(index === 0 ? full : numbered(index), numbered(index + 1));
    } catch {
      // That many there are not yet.
    }
  }
}
