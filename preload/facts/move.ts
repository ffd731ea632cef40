/** What a workspace is in a move to another service. */

/** The steps of a move, in their order. "comparing": the rows of both workspaces, by table. */
export const moveSteps = ["rows", "files", "takes", "comparing"] as const;
export type MoveStep = (typeof moveSteps)[number];

/**
 * "moving": its move to another workspace runs now. "interrupted": its move is not complete, and
 * continues only if the user wants it. "moved": to another workspace. In these three states it can
 * only be read. "receiving": another workspace is being moved here; nothing else is possible.
 */
export const moveStatuses = ["none", "moving", "interrupted", "moved", "receiving"] as const;
export type MoveStatus = (typeof moveStatuses)[number];

/** What a workspace is in a move, as its service knows it. */
export interface MoveRole {
  role: "none" | "source" | "target";
  isComplete: boolean;
}

/** The status of a workspace. `isRunning`: this program is moving it to another one now. */
export function moveStatusOf(move: MoveRole | null, isRunning: boolean): MoveStatus {
  if (isRunning) return "moving";
  if (move?.role === "source") return move.isComplete ? "moved" : "interrupted";
  return move?.role === "target" && !move.isComplete ? "receiving" : "none";
}

/**
 * Why a workspace cannot be the target of a move. "no-right": the credentials are not those of an
 * administrator, or the service is too old for moves. "in-other-move": as the source or the target
 * of another move.
 */
export const moveRefusals = [
  "offline",
  "no-right",
  "not-empty",
  "other-version",
  "in-other-move",
  "unreadable",
] as const;
export type MoveRefusal = (typeof moveRefusals)[number];
