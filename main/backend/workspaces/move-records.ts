/** What services announce of moves, and how those ended that ran since the application started. */
import type { MoveReport, WorkspaceMove } from "../../../preload/contract/moves";
import { moveStatusOf } from "../../../preload/facts/move";
import type { AnnouncedMove } from "../../../preload/local-service/announcement";
import type { Problem } from "../../../preload/model";
import type { SettingsStore } from "../settings/store";
import type { Extensions } from "./extensions";
import type { MoveTracker } from "./move-progress";
import type { Workspaces } from "./workspaces";

export interface MoveRecordsDeps {
  extensions: Pick<Extensions, "onMove">;
  workspaces: Pick<Workspaces, "list">;
  settings: SettingsStore;
  onChanged: () => void;
}

/** A move that runs now. */
export interface RunningMove {
  targetId: string;
  tracker: MoveTracker;
}
/** How the last move of a workspace ended. */
interface Outcome {
  problem: Problem | null;
  report: MoveReport | null;
}

const targetSetting = (workspaceId: string) => `move-target/${workspaceId}`;

/** `running`: by the id of the source. */
export function createMoveRecords(
  { extensions, workspaces, settings, onChanged }: MoveRecordsDeps,
  running: ReadonlyMap<string, RunningMove>,
) {
  /** What services have announced. */
  const announced = new Map<string, AnnouncedMove | null>();
  const outcomes = new Map<string, Outcome>();
  extensions.onMove((workspaceId, move) => {
    const known = announced.get(workspaceId) ?? null;
    announced.set(workspaceId, move);
    if (JSON.stringify(known) !== JSON.stringify(move)) onChanged();
  });

  function storedTarget(workspaceId: string): string | null {
    const stored = settings.get(targetSetting(workspaceId));
    return typeof stored === "string" ? stored : null;
  }
  /** The workspace to which another one is being moved, or was moved; null if none is known. */
  function targetOf(workspaceId: string): string | null {
    const all = workspaces.list();
    const stored = storedTarget(workspaceId);
    const move = announced.get(workspaceId);
    const found =
      all.find(({ id }) => id === stored) ??
      all.find(({ id }) => {
        const other = announced.get(id);
        return other?.role === "target" && other.id === move?.id;
      });
    return found?.id ?? null;
  }

  const setTarget = (workspaceId: string, targetId: string | null) =>
    settings.set(targetSetting(workspaceId), targetId);

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
    const received = announced.get(targetId ?? "");
    const isTargetComplete =
      status === "interrupted" &&
      received?.role === "target" &&
      received.isComplete &&
      received.id === move?.id;
    const isOwn = storedTarget(workspaceId) !== null;
    return { workspaceId, status, other, targetId, isOwn, isTargetComplete, progress, ...outcome };
  }

  return {
    outcomes,
    targetOf,
    describe,
    isSource: (workspaceId: string) => announced.get(workspaceId)?.role === "source",
    storedTarget,
    setTarget,
    remove(workspaceId: string): void {
      announced.delete(workspaceId);
      outcomes.delete(workspaceId);
      setTarget(workspaceId, null);
    },
  };
}
