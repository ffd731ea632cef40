/**
 * Moves of workspaces to other services, one at a time for each workspace. The services know what
 * is being moved, so that a move can be continued after a restart, once the user wants it.
 */
import type { Handlers } from "../../../preload/contract";
import type { MoveReport, WorkspaceMove } from "../../../preload/contract/moves";
import { moveStatusOf } from "../../../preload/facts/move";
import type { AnnouncedMove } from "../../../preload/local-service/announcement";
import type { Problem } from "../../../preload/model";
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { discardMove, moveWorkspace, type MoveResult } from "../../remote/move/move-workspace";
import type { MoveEnd } from "../ports";
import type { SettingsStore } from "../settings/store";
import type { Extensions } from "./extensions";
import type { MaintenanceJobs } from "./maintenance-jobs";
import { createMoveTracker, type MoveTracker } from "./move-progress";
import { createMoveTargets, type MoveTargetsDeps } from "./move-targets";

export interface MovesDeps extends MoveTargetsDeps {
  extensions: Pick<Extensions, "offers" | "require" | "refresh" | "onMove">;
  settings: SettingsStore;
  jobs: Pick<MaintenanceJobs, "reserve">;
  /** A move begins, which counts as work of the application until the returned function is called. */
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

interface Running {
  targetId: string;
  tracker: MoveTracker;
  cancel(): void;
  /** Resolves at the end. Never rejects. */
  ended: Promise<void>;
}
interface Outcome {
  problem: Problem | null;
  report: MoveReport | null;
}

/** Problems in a report. */
const maxProblems = 1_000;
const targetSetting = (workspaceId: string) => `move-target/${workspaceId}`;

const toReport = ({ problems, ...counts }: MoveResult): MoveReport => ({
  ...counts,
  problems: problems.slice(0, maxProblems),
  problemCount: problems.length,
});

export function createMoves(deps: MovesDeps): Moves {
  const { remote, extensions, workspaces, settings, jobs, onChanged, log } = deps;
  const targets = createMoveTargets(deps);
  /** What services have announced. */
  const announced = new Map<string, AnnouncedMove | null>();
  const running = new Map<string, Running>();
  const outcomes = new Map<string, Outcome>();
  let isStopping = false;
  extensions.onMove((workspaceId, move) => {
    const known = announced.get(workspaceId) ?? null;
    announced.set(workspaceId, move);
    if (JSON.stringify(known) !== JSON.stringify(move)) onChanged();
  });

  /** The workspace to which another one is being moved, or was moved; null if none is known. */
  function targetOf(workspaceId: string): string | null {
    const all = workspaces.list();
    const stored = settings.get(targetSetting(workspaceId));
    const move = announced.get(workspaceId);
    const found =
      all.find(({ id }) => id === stored) ??
      all.find(({ id }) => {
        const other = announced.get(id);
        return other?.role === "target" && other.id === move?.id;
      });
    return found?.id ?? null;
  }

  function describe(workspaceId: string): WorkspaceMove | null {
    const active = running.get(workspaceId);
    const move = announced.get(workspaceId) ?? null;
    const outcome = outcomes.get(workspaceId) ?? { problem: null, report: null };
    const status = moveStatusOf(move, active !== undefined);
    if (status === "none" && outcome.problem === null) return null;
    const isReceiving = status === "receiving";
    const targetId = active?.targetId ?? (isReceiving ? null : targetOf(workspaceId));
    const target = workspaces.list().find(({ id }) => id === targetId);
    const other = move?.other ?? target?.name ?? "";
    const progress = active?.tracker.current() ?? null;
    return { workspaceId, status, other, targetId, progress, ...outcome };
  }

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
    if (announced.get(workspaceId)?.role === "source" && known !== null && known !== targetId)
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
    outcomes.delete(workspaceId);
    onChanged();
    try {
      settings.set(targetSetting(workspaceId), targetId);
      const result = await moveWorkspace({
        source: remote(workspaceId).extensions.move,
        target: remote(targetId).extensions.move,
        names: { source: nameOf(workspaceId), target: nameOf(targetId) },
        onProgress: tracker.update,
        signal: stop.signal,
      });
      const report = toReport(result);
      outcomes.set(workspaceId, { problem: null, report });
      return report;
    } catch (error) {
      if (stop.signal.aborted) return null;
      outcomes.set(workspaceId, { problem: toProblem(error), report: null });
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
    let report: MoveReport | null = null;
    try {
      report = await run(workspaceId, targetId);
    } finally {
      if (report === null) {
        const state = await remote(targetId)
          .extensions.move.state()
          .catch(() => null);
        if (state?.role === "none") {
          settings.set(targetSetting(workspaceId), null);
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
        settings.set(targetSetting(workspaceId), null);
        outcomes.delete(workspaceId);
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
      announced.delete(workspaceId);
      outcomes.delete(workspaceId);
    },
    async stop() {
      isStopping = true;
      if (running.size > 0) log.info("moves: stopped, and can be continued");
      await stopRuns([...running.values()]);
    },
  };
}
