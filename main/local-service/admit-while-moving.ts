/** What is possible on a workspace that is being moved. */
import type { Moving } from "./move/moving";
import { effectOf, type Admit } from "./routes/route";

/** A source can only be read; a target accepts nothing but the move. */
export const admitWhileMoving =
  (moving: Moving, admit: Admit): Admit =>
  async (description, handle) => {
    if (description.isPublic || description.isPossibleWhileMoving)
      return admit(description, handle);
    if (effectOf(description) !== "reads")
      return moving.whileChanging(() => admit(description, handle));
    moving.requireReadable();
    return admit(description, handle);
  };
