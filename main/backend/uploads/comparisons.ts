/**
 * Has the services of local workspaces compare their copies with the files, one at a time, while no upload is active. The
 * rows say which are left, so that this continues after a restart.
 */
import { toProblem } from "../../common/errors";
import type { ErrorCode } from "../../../preload/model";
import type { Log } from "../../common/log";
import type { Clones } from "../../remote/extensions/clones";
import type { UploadStore } from "./store";
import { clonableFile } from "./transfer/clone";
import type { UploadRow } from "./upload-rows";

export interface ComparisonsDeps {
  store: Pick<UploadStore, "nextCopied" | "setCompared" | "setDiffering">;
  /** Null for a workspace without a service on this computer. */
  clones: (workspaceId: string) => Clones | null;
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

export type Comparisons = ReturnType<typeof createComparisons>;

export function createComparisons(deps: ComparisonsDeps) {
  const { store, clones, isIdle, onChanged, log } = deps;
  let active: Active | null = null;
  let isRunning = false;
  /** Comparisons that failed, for example because the service does not run: they are repeated after the next start. */
  const failed = new Set<number>();

  async function compare(row: UploadRow, signal: AbortSignal): Promise<void> {
    try {
      const service = clones(row.workspaceId);
      const result =
        service === null ? "changed" : await service.compare(clonableFile(row), signal);
      if (result === "differs") {
        log.error(`uploads: the copy of upload ${row.id} differs from its file`);
        store.setDiffering(row.id, "the copy differs from the file");
      } else store.setCompared(row.id, result === "same");
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
      store.setCompared(id, false);
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
