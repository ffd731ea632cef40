/**
 * Moves of workspaces to other services, one at a time for each workspace. The services know what
 * is being moved, so that a move can be continued after a restart, once the user wants it.
 */
import type { Handlers } from "../../../preload/contract";
import type { MoveReport } from "../../../preload/contract/moves";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { discardMove, moveWorkspace, type MoveResult } from "../../remote/move/move-workspace";
import type { MoveEnd } from "../ports";
import type { Extensions } from "./extensions";
import type { MaintenanceJobs } from "./maintenance-jobs";
import { createMoveTracker } from "./move-progress";
import { createMoveRecords, type MoveRecordsDeps, type RunningMove } from "./move-records";
import { createMoveTargets, type MoveTargetsDeps } from "./move-targets";

export interface MovesDeps extends MoveTargetsDeps, MoveRecordsDeps {
  extensions: Pick<Extensions, "offers" | "require" | "refresh" | "onMove">;
  workspaces: MoveTargetsDeps["workspaces"] & MoveRecordsDeps["workspaces"];
  jobs: Pick<MaintenanceJobs, "reserve">;
  /** A move begins: work of the application until the returned function is called. */
  beginActivity: () => () => void;
  onChanged: () => void;
  /** Called for a move that is complete or was interrupted, other than by the user. */
  onEnded: (end: MoveEnd) => void;
  log: Log;
}

export interface Moves {
  handlers: Handlers["moves"];
  /** Stops the running move of a workspace, or to it. */
  removeWorkspace: (workspaceId: string) => Promise<void>;
  /** Stops all moves; they can be continued. */
  stop(): Promise<void>;
}

interface Running extends RunningMove {
  cancel(): void;
  /** Resolves at the end. Never rejects. */
  ended: Promise<void>;
}
/** The maximum number of problems in a report. */
const maxProblems = 1_000;

const toReport = ({ problems, ...counts }: MoveResult): MoveReport => ({
  ...counts,
  problems: problems.slice(0, maxProblems),
  problemCount: problems.length,
});

export function createMoves(deps: MovesDeps): Moves {
  const { remote, extensions, workspaces, jobs, onChanged, log } = deps;
  const targets = createMoveTargets(deps);
  const running = new Map<string, Running>();
  const records = createMoveRecords(deps, running);
  const { targetOf, describe } = records;
  let isStopping = false;

  /** The name of a workspace for the users of the other one. */
  function nameOf(workspaceId: string): string {
    const { name, baseUrl } = workspaces.get(workspaceId);
    return baseUrl === "" ? name : `${name} (${baseUrl})`;
  }

  async function refresh(...workspaceIds: string[]): Promise<void> {
    await Promise.all(workspaceIds.map(extensions.refresh));
  }

  function reportEnd(workspaceId: string): void {
    const { status, other } = describe(workspaceId) ?? {};
    if (other === undefined || (status !== "moved" && status !== "interrupted")) return;
    deps.onEnded({ workspaceId, name: workspaces.get(workspaceId).name, other, status });
  }

  /** Resolves with null if it was cancelled. */
  async function run(workspaceId: string, targetId: string): Promise<MoveReport | null> {
    extensions.require(targetId, "move");
    const known = targetOf(workspaceId);
    if (records.isSource(workspaceId) && known !== null && known !== targetId)
      throw new AppError("invalid-input", `the move to ${nameOf(known)} is not discarded`);
    const release = jobs.reserve([workspaceId, targetId]);
    const endActivity = deps.beginActivity();
    const stop = new AbortController();
    const tracker = createMoveTracker(onChanged, () => performance.now());
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const cancel = () => {
      tracker.cancelling();
      stop.abort(new AppError("internal", "cancelled"));
    };
    running.set(workspaceId, { targetId, tracker, cancel, ended });
    records.outcomes.delete(workspaceId);
    onChanged();
    try {
      records.setTarget(workspaceId, targetId);
      const result = await moveWorkspace({
        source: remote(workspaceId).extensions.move,
        target: remote(targetId).extensions.move,
        names: { source: nameOf(workspaceId), target: nameOf(targetId) },
        onProgress: tracker.update,
        signal: stop.signal,
      });
      const report = toReport(result);
      records.outcomes.set(workspaceId, { problem: null, report });
      return report;
    } catch (error) {
      if (stop.signal.aborted) return null;
      records.outcomes.set(workspaceId, { problem: toProblem(error), report: null });
      throw error;
    } finally {
      if (!isStopping) await refresh(workspaceId, targetId);
      running.delete(workspaceId);
      release();
      endActivity();
      onChanged();
      if (!stop.signal.aborted) reportEnd(workspaceId);
      end();
    }
  }

  /** Moves to a new workspace, which is removed if nothing arrived there. */
  async function runToNew(workspaceId: string) {
    const created = await targets.create(workspaceId);
    if (!created) return null;
    const { id: targetId } = created;
    const former = records.storedTarget(workspaceId);
    let report: MoveReport | null = null;
    try {
      report = await run(workspaceId, targetId);
    } finally {
      if (report === null) {
        const state = await remote(targetId)
          .extensions.move.state()
          .catch(() => null);
        if (state?.role === "none") {
          // Another move may run, or be interrupted.
          records.setTarget(workspaceId, former);
          await created.remove();
        }
      }
    }
    return report && { targetId, report };
  }

  const handlers: Handlers["moves"] = {
    list: () => workspaces.list().flatMap(({ id }) => describe(id) ?? []),
    contents({ workspaceId }) {
      extensions.require(workspaceId, "move");
      return targets.contents(workspaceId);
    },
    stopCounting: ({ workspaceId }) => targets.stopCounting(workspaceId),
    targets({ workspaceId }) {
      extensions.require(workspaceId, "move");
      return targets.list(workspaceId);
    },
    async start({ workspaceId, targetId }) {
      extensions.require(workspaceId, "move");
      if (targetId === null) return runToNew(workspaceId);
      const report = await run(workspaceId, targetId);
      return report && { targetId, report };
    },
    cancel: ({ workspaceId }) => running.get(workspaceId)?.cancel(),
    async discard({ workspaceId }) {
      extensions.require(workspaceId, "move");
      const { move } = remote(workspaceId).extensions;
      const { isComplete } = await move.state();
      const targetId = isComplete ? null : targetOf(workspaceId);
      const all = targetId === null ? [workspaceId] : [workspaceId, targetId];
      const release = jobs.reserve(all);
      try {
        await discardMove(move, targetId === null ? null : remote(targetId).extensions.move);
        records.setTarget(workspaceId, null);
        records.outcomes.delete(workspaceId);
      } finally {
        release();
        await refresh(...all);
        onChanged();
      }
    },
  };

  async function stopRuns(runs: readonly Running[]): Promise<void> {
    for (const one of runs) one.cancel();
    await Promise.all(runs.map(({ ended }) => ended));
  }
  return {
    handlers,
    async removeWorkspace(workspaceId) {
      const ofWorkspace = [...running].filter(
        ([sourceId, { targetId }]) => sourceId === workspaceId || targetId === workspaceId,
      );
      await stopRuns(ofWorkspace.map(([, one]) => one));
      targets.stopCounting(workspaceId);
      records.remove(workspaceId);
    },
    async stop() {
      isStopping = true;
      if (running.size > 0) log.info("moves: stopped, and can be continued");
      await stopRuns([...running.values()]);
    },
  };
}
