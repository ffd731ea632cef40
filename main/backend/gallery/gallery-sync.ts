/** Syncs of the cached galleries with their services. */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Problem } from "../../../preload/model";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import { AppError, toProblem } from "../../common/errors";
import { createPacedReport } from "../../common/paced-report";
import type { Media } from "../../remote/media";
import type { GalleryStore } from "./store";

type EndListing = (isListed: (path: string) => boolean) => Promise<void>;

/** Rows written in one transaction. */
const rowsAtOnce = 250;
/** Milliseconds between two reports of a growing gallery. */
const reportEveryMs = 500;
export interface GallerySyncDeps {
  store: Pick<GalleryStore, "beginSync" | "addSeen" | "endSync">;
  media: (workspaceId: string) => Media;
  /** A sync begins. */
  onBegun: () => void;
  /** Files were added or removed, or a sync ended. */
  onChanged: () => void;
  now: () => number;
}

export function createGallerySync(deps: GallerySyncDeps) {
  const { store } = deps;
  /** Active syncs, by workspace. */
  const syncs = new Map<string, Promise<{ added: number; removed: number }>>();
  const problems = new Map<string, Problem>();
  const stops = new Map<string, AbortController>();
  /** Called at the begin of each sync; what it returns, when the list is complete. */
  let beginListing: (workspaceId: string) => EndListing = () => () => Promise.resolve();

  async function sync(
    workspaceId: string,
    signal: AbortSignal,
  ): Promise<{ added: number; removed: number }> {
    const current = store.beginSync(workspaceId);
    const endListing = beginListing(workspaceId);
    const yieldIfDue = createYieldIfDue();
    let added = 0;
    const report = createPacedReport(deps.onChanged, reportEveryMs);
    try {
      for await (const paths of deps.media(workspaceId).files(signal)) {
        for (let from = 0; from < paths.length; from += rowsAtOnce) {
          added += store.addSeen(current, paths.slice(from, from + rowsAtOnce));
          await yieldIfDue();
          signal.throwIfAborted();
        }
        report.request();
      }
    } finally {
      report.stop();
    }
    let removed = 0;
    for (const deleted of store.endSync(current, deps.now())) {
      removed += deleted;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    await endListing((path) => current.seen.has(path));
    return { added, removed };
  }

  /** Syncs the whole gallery; concurrent calls share one sync. */
  function refresh(workspaceId: string): Promise<{ added: number; removed: number }> {
    const active = syncs.get(workspaceId);
    if (active) return active;
    const stop = new AbortController();
    stops.set(workspaceId, stop);
    const work = sync(workspaceId, stop.signal)
      .then(
        (result) => {
          problems.delete(workspaceId);
          return result;
        },
        (error: unknown) => {
          problems.set(workspaceId, toProblem(error));
          throw error;
        },
      )
      .finally(() => {
        syncs.delete(workspaceId);
        stops.delete(workspaceId);
        deps.onChanged();
      });
    syncs.set(workspaceId, work);
    deps.onBegun();
    return work;
  }

  return {
    refresh,
    /** Has every later sync compared with the uploads that it must show. */
    onListing(begin: typeof beginListing): void {
      beginListing = begin;
    },
    isActive: (workspaceId: string) => syncs.has(workspaceId),
    /** Why the last sync failed; null after a successful one. */
    problem: (workspaceId: string) => problems.get(workspaceId) ?? null,
    /** Ends the sync of one workspace, or all; resolves when they have ended. */
    async stop(workspaceId?: string): Promise<void> {
      const ids = workspaceId === undefined ? [...stops.keys()] : [workspaceId];
      for (const id of ids) stops.get(id)?.abort(new AppError("unreachable", "stopping"));
      await Promise.allSettled(ids.flatMap((id) => syncs.get(id) ?? []));
    },
  };
}
