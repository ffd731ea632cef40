/**
 * What a workspace is in a move. It is a row of the database, so that a restart does not end it,
 * and each service of the database finds it.
 */
import { z } from "zod";
import { AppError } from "../../common/errors";
import type { MoveRows } from "../rows/move-port";

const moveState = z.object({
  role: z.enum(["source", "target"]),
  /** Of the move, which both services know. */
  id: z.string(),
  /** The other workspace, for people. */
  other: z.string(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  /** Null until the move is complete. */
  endedAt: z.number().nullable(),
});
export type MoveState = z.infer<typeof moveState>;

/** @throws AppError "local-service-failed" for a state that cannot be understood. */
export async function readMoveState(
  rows: Pick<MoveRows, "findMoveState">,
): Promise<MoveState | null> {
  const text = await rows.findMoveState();
  if (text === null) return null;
  try {
    return moveState.parse(JSON.parse(text));
  } catch (error) {
    throw new AppError("local-service-failed", "the state of the move is damaged", {
      cause: error,
    });
  }
}
