/** Fakes of the few parts of Electron that the shell's pure halves are given. */
import { createLog, type Log } from "../../../main/common/log";

/** A log that remembers its lines. */
export function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog((level, line) => lines.push(`${level} ${line}`)), lines };
}
