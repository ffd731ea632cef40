/**
 * Has the services of local workspaces compare their copies with the files, one at a time, while no
 * upload is active. The rows say which are left, so that this continues after a restart.
 */
import { toProblem } from "../../common/errors";
import type { ErrorCode } from "../../../preload/model";
import type { Log } from "../../common/log";
import type { Comparison } from "../../../preload/local-service/clones";
import type { Clones } from "../../remote/extensions/clones";
import type { UploadStore } from "./store/upload-store";
import { clonableFile } from "./transfer/clone";
import type { FileAccess } from "./transfer/disk";
import { isSameFile } from "./transfer/source-file";
import type { UploadRow } from "./store/upload-rows";

export interface ComparisonsDeps {
  store: Pick<UploadStore, "nextCopied" | "setCompared" | "setDiffering">;
  /** Null for a workspace without a service on this computer. */
  clones: (workspaceId: string) => Clones | null;
  files: Pick<FileAccess, "identity">;
  /** Whether no upload is active. */
  isIdle: () => boolean;
  /** The state of a row in the store changed. */
  onChanged: () => void;
  log: Log;
}

/** The service cannot compare this copy, also not later. */
const finalCodes: readonly ErrorCode[] = [
  "not-offered",
  "not-found",
  "invalid-input",
  "unexpected-answer",
];

interface Active {
  stop: AbortController;
  ended: Promise<void>;
}

export function createComparisons(deps: ComparisonsDeps) {
  const { store, clones, files, isIdle, onChanged, log } = deps;
  let active: Active | null = null;
  let isRunning = false;
  /**
   * Comparisons that failed, for example because the service does not run: they are repeated after
   * the next start.
   */
  const failed = new Set<number>();

  async function resultOf(row: UploadRow, signal: AbortSignal): Promise<Comparison> {
    const service = clones(row.workspaceId);
    const found = await files.identity(row.sourcePath).catch(() => null);
    if (service === null || found === null || !isSameFile(found, row)) return { result: "changed" };
    return service.compare(clonableFile(row, found), signal);
  }

  async function compare(row: UploadRow, signal: AbortSignal): Promise<void> {
    try {
      const { result, md5 = "" } = await resultOf(row, signal);
      if (result === "differs") {
        log.error(`uploads: the copy of upload ${row.id} differs from its file`);
        store.setDiffering(row.id, "the copy differs from the file");
      } else store.setCompared(row.id, result === "same", md5);
      onChanged();
    } catch (error) {
      if (signal.aborted) return;
      const { code } = toProblem(error);
      log.warn(`uploads: the copy of upload ${row.id} was not compared`, code);
      failed.add(row.id);
      if (finalCodes.includes(code)) setUncompared(row.id);
    }
  }

  function setUncompared(id: number): void {
    try {
      store.setCompared(id, false, "");
      onChanged();
    } catch (error) {
      log.warn(`uploads: the result of upload ${id} was not stored`, toProblem(error).code);
    }
  }

  function tick(): void {
    if (!isRunning) return;
    if (!isIdle()) {
      active?.stop.abort(new Error("an upload is active"));
      return;
    }
    if (active) return;
    const row = store.nextCopied([...failed]);
    if (!row) return;
    const stop = new AbortController();
    const ended = compare(row, stop.signal).finally(() => {
      active = null;
      tick();
    });
    active = { stop, ended };
  }

  return {
    start(): void {
      isRunning = true;
      tick();
    },
    /** Call it after changes of the queue. */
    tick,
    /** Resolves when no comparison is active. */
    async stop(): Promise<void> {
      isRunning = false;
      active?.stop.abort(new Error("the application quits"));
      await active?.ended;
    },
  };
}
