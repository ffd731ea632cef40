/** Fakes for tests of main/electron. */
import { createLog, type Log } from "../../main/common/log";

/** A log that records its lines. */
export function recordingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  return { log: createLog((level, line) => lines.push(`${level} ${line}`)), lines };
}
