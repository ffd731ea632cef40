/**
 * Decides what the present state of a file on disk means for its upload, after it could not be sent
 * as queued.
 */
import { kindOf } from "../../../preload/facts/errors";
import type { ErrorCode, Problem } from "../../../preload/model";
import { toProblem } from "../../common/errors";
import type { Timing } from "../timing";
import { delays } from "./failure-policies";
import { fromReadError, type FileAccess, type FoundFile } from "./transfer/disk";
import { isSameFile, isSameSnapshot } from "./transfer/source-file";
import type { FileSnapshot, UploadRow } from "./store/upload-rows";

export type SourceState =
  /** It is being written: it is checked again after this time in milliseconds. */
  | { kind: "changing"; problem: Problem; delayMs: number }
  /** It has another content than when it was queued, and was unchanged since the last check. */
  | { kind: "changed"; identity: FileSnapshot }
  /** It is unchanged, or cannot be inspected. */
  | { kind: "same"; problem: Problem };

/** The codes of a failed read that a placeholder of a cloud file explains. */
const readFailures: readonly ErrorCode[] = ["file-unreadable", "file-locked"];

function changeOf(found: FoundFile, row: FileSnapshot): ErrorCode {
  if (found.inode !== row.inode) return "file-replaced";
  return found.size < row.size ? "file-truncated" : "file-growing";
}

const messages: Partial<Record<ErrorCode, (found: FoundFile, row: FileSnapshot) => string>> = {
  "file-replaced": () => "another file has its name now",
  "file-truncated": (found, row) => `${found.size} bytes instead of ${row.size}`,
  "file-growing": (found, row) =>
    found.size === row.size
      ? "its modification time has changed"
      : `${found.size} bytes, ${row.size} when it was queued`,
};

/**
 * Reports the state of files. It remembers those that change, until the process ends; then they
 * wait again.
 */
export function createSourceStates(files: FileAccess, timing: Pick<Timing, "quietMs">) {
  const changing = new Map<number, { found: FileSnapshot; checks: number }>();

  async function whyMissing({ sourcePath, device }: UploadRow, error: unknown): Promise<Problem> {
    const problem = toProblem(fromReadError(error));
    const isDisk =
      problem.code === "file-missing" && (await files.isDriveMissing(sourcePath, device));
    return isDisk ? { ...problem, code: "drive-missing" } : problem;
  }

  /** `problem`: of the failed attempt. */
  return async (row: UploadRow, problem: Problem): Promise<SourceState> => {
    let found: FoundFile;
    try {
      found = await files.identity(row.sourcePath);
    } catch (error) {
      changing.delete(row.id);
      return { kind: "same", problem: await whyMissing(row, error) };
    }
    const last = changing.get(row.id);
    changing.delete(row.id);
    if (isSameFile(found, row)) {
      if (found.isPlaceholder && readFailures.includes(problem.code))
        return { kind: "same", problem: { ...problem, code: "file-in-cloud" } };
      // It changed and has its former state again, or changes without an effect on its size and
      // time.
      const isChanging = kindOf(problem.code) === "unsettled";
      return isChanging
        ? { kind: "changing", problem, delayMs: delays.quiet(1, timing) }
        : { kind: "same", problem };
    }
    const code = changeOf(found, row);
    const message = messages[code]?.(found, row) ?? "";
    if (last && isSameSnapshot(last.found, found)) {
      // A file that became shorter may be incomplete: it is sent only if the user wants that.
      return code === "file-truncated"
        ? { kind: "same", problem: { code, message } }
        : { kind: "changed", identity: found };
    }
    const checks = (last?.checks ?? 0) + 1;
    changing.set(row.id, { found, checks });
    return {
      kind: "changing",
      problem: { code, message },
      delayMs: delays.quiet(checks, timing),
    };
  };
}
