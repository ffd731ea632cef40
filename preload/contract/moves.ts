/** Moves of workspaces to other services. */
import { z } from "zod";
import { moveRefusals, moveStatuses, moveSteps } from "../facts/move";
import { problem } from "../model";
import { call, id, inWorkspace, nothing } from "./call";

const count = z.number();

/** A running move. */
const moveProgress = z.object({
  /** The current step; null before the first one. */
  step: z.enum(moveSteps).nullable(),
  /** The table whose rows are copied or compared; "" in the other steps. */
  table: z.string(),
  /** Rows, files, scripts and takes, or tables. */
  done: count,
  total: count,
  /** The bytes of the files, scripts and takes that the target has. */
  bytes: count,
  totalBytes: count,
  /** The estimated remaining time; null while unknown. */
  secondsLeft: z.number().nullable(),
  isCancelling: z.boolean(),
});
export type MoveProgress = z.infer<typeof moveProgress>;

/** A file or take that is not in the target as its row says; `name` is its path. */
const moveProblem = z.object({ name: z.string(), problem: z.enum(["missing", "differs"]) });

/** What a complete move has moved. */
const moveReport = z.object({
  rows: count,
  files: count,
  /** Scripts and takes. */
  takes: count,
  bytes: count,
  /** The first problems. */
  problems: z.array(moveProblem),
  problemCount: count,
});
export type MoveReport = z.infer<typeof moveReport>;

/** A workspace that is being moved, was moved, or receives another one. */
const workspaceMove = z.object({
  workspaceId: z.string(),
  status: z.enum(moveStatuses),
  /** The name of the other workspace, as users know it. */
  other: z.string(),
  /** The workspace of this computer that is the target; null if none is known. */
  targetId: z.string().nullable(),
  /** Whether a move that is not complete was begun or continued with this application. */
  isOwn: z.boolean(),
  /** The target is complete, and only the source was not informed: the move can only continue. */
  isTargetComplete: z.boolean(),
  progress: moveProgress.nullable(),
  /** Why the last attempt ended, since the application started. */
  problem: problem.nullable(),
  /** The report of a move that has ended since the application started. */
  report: moveReport.nullable(),
});
export type WorkspaceMove = z.infer<typeof workspaceMove>;

/** A connected workspace that a workspace could be moved to. */
const moveTarget = z.object({
  workspaceId: z.string(),
  name: z.string(),
  /** Its URL or folder. */
  location: z.string(),
  /** Why it cannot be the target; null if it can. */
  refusal: z.enum(moveRefusals).nullable(),
});
export type MoveTarget = z.infer<typeof moveTarget>;

/** What would be moved. */
const moveContents = z.object({
  projects: count,
  batches: count,
  lines: count,
  takes: count,
  users: count,
  files: count,
  /** The bytes of files, scripts and takes. */
  bytes: count,
});
export type MoveContents = z.infer<typeof moveContents>;

export const moves = {
  /** All workspaces that take part in a move, or whose last move has ended with a problem. */
  list: call(nothing, z.array(workspaceMove)),
  /** Counts what would be moved. Requires the extension "move", as the calls below. */
  contents: call(inWorkspace, moveContents),
  /** Ends the counting of `contents`, which then rejects. */
  stopCounting: call(inWorkspace, nothing),
  /** The connected services of teams, besides the workspace itself. */
  targets: call(inWorkspace, z.array(moveTarget)),
  /**
   * Moves a workspace, or continues its move. Without a target, opens the native folder dialog and
   * moves it to a new local workspace below the chosen folder. Resolves at the end; with null if
   * the user cancelled the native dialog or the move, which then can be continued.
   */
  start: call(
    inWorkspace.extend({ targetId: id.nullable() }),
    z.object({ targetId: z.string(), report: moveReport }).nullable(),
  ),
  /** Stops a running move. It continues with `start`. */
  cancel: call(inWorkspace, nothing),
  /**
   * Ends a move that is not complete: a target that is known is emptied. The source can be changed
   * again, also after a complete move. Rejects with "invalid-input" while the move runs, also on
   * another computer, and for a target that is complete.
   */
  discard: call(inWorkspace, nothing),
};
