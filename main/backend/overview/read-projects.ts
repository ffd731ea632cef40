/**
 * Reads the batches and characters of all active projects of a workspace in the background, so that
 * the overview counts all of them: one list at a time, those that were read longest ago first.
 */
import { setTimeout as wait } from "node:timers/promises";
import { affectsWorkspace } from "../../../preload/facts/errors";
import type { Topic } from "../../../preload/contract";
import type { ResourceList } from "../../../preload/model/resources";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Lists } from "../lists/lists";
import type { OverviewStore } from "./store";

export interface ProjectReaderDeps {
  lists: Pick<Lists, "age" | "refresh">;
  overviewStore: Pick<OverviewStore, "readLongestAgo">;
  changed: (topic: Topic) => void;
  now: () => number;
  log: Log;
}

export type ProjectReader = ReturnType<typeof createProjectReader>;

/** The lists of a project that the overview counts. */
export const kindsRead = ["batches", "characters"] as const;
/** The pause after a 429 without Retry-After, in milliseconds. */
const rateLimitPauseMs = 30_000;
/** Pauses for one list after a 429; then the reading ends, and the next refresh continues it. */
const maxPauses = 3;

/** Whether a failure concerns all lists of the workspace, so that reading on is useless now. */
const endsReading = (error: unknown): boolean =>
  !(error instanceof AppError) || affectsWorkspace(error.code);

export function createProjectReader(deps: ProjectReaderDeps) {
  const { lists, overviewStore, changed, now, log } = deps;
  const active = new Map<string, AbortController>();
  let isStopped = false;

  /** Failures of one list are stored with it; the others are read. */
  async function readList(workspaceId: string, list: ResourceList, signal: AbortSignal) {
    for (let pauses = 0; ; pauses++)
      try {
        await lists.refresh(workspaceId, list);
        return;
      } catch (error) {
        if (signal.aborted || endsReading(error)) throw error;
        if (!(error instanceof AppError) || error.code !== "rate-limited") return;
        if (pauses === maxPauses) throw error;
        await wait(error.retryAfterMs ?? rateLimitPauseMs, undefined, { signal, ref: false });
      }
  }

  async function read(workspaceId: string, olderThanMs: number, signal: AbortSignal) {
    const startedAt = now();
    for (const projectId of overviewStore.readLongestAgo(workspaceId))
      for (const kind of kindsRead) {
        signal.throwIfAborted();
        const list = { kind, projectId };
        // What other callers read since the start is not read again.
        const limit = olderThanMs + now() - startedAt;
        if (lists.age(workspaceId, list) > limit) await readList(workspaceId, list, signal);
      }
  }

  return {
    isReading: (workspaceId: string): boolean => active.has(workspaceId),
    /**
     * Starts to read the lists that are older than this, in milliseconds, unless the workspace is
     * being read already. Ends early when its service cannot be reached.
     */
    start(workspaceId: string, olderThanMs: number): void {
      if (isStopped || active.has(workspaceId)) return;
      const stop = new AbortController();
      active.set(workspaceId, stop);
      void read(workspaceId, olderThanMs, stop.signal)
        .catch((error: unknown) => {
          if (!stop.signal.aborted && !(error instanceof AppError))
            log.error("overview: cannot read projects", error);
        })
        .finally(() => {
          if (active.get(workspaceId) === stop) active.delete(workspaceId);
          if (!isStopped) changed("projects");
        });
    },
    /**
     * Ends the reading of one workspace, or of all permanently: no further list is begun. The one
     * that is being read ends with the lists.
     */
    stop(workspaceId?: string): void {
      if (workspaceId === undefined) isStopped = true;
      for (const [id, stop] of active)
        if (workspaceId === undefined || id === workspaceId) {
          stop.abort();
          active.delete(id);
        }
    },
  };
}
