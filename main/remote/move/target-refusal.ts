import type { MoveRefusal } from "../../../preload/facts/move";
import type { MoveState } from "../../../preload/local-service/move";

/** Why a workspace cannot be moved to a target; null if it can, or if it already began there. */
export function targetRefusalOf(source: MoveState, target: MoveState): MoveRefusal | null {
  if (target.role === "target" && source.role === "source" && target.id === source.id) return null;
  if (target.role === "source" || (target.role === "target" && !target.isComplete))
    return "in-other-move";
  if (target.schemaVersion !== source.schemaVersion) return "other-version";
  return target.tables.some(({ rows }) => rows > 0) ? "not-empty" : null;
}
