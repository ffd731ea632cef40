/** The calls of the window while the backend stops. */
import type { Handlers } from "../../preload/contract";
import { AppError } from "../common/errors";
import { wrapFunctions } from "../common/wrap-functions";

/**
 * The handlers; from `isStopping` on, a call rejects with "unreachable" instead of being run, and
 * so does one that was active and fails, because what it uses is being closed.
 */
export function rejectWhileStopping(handlers: Handlers, isStopping: () => boolean): Handlers {
  return wrapFunctions(handlers, (handler) => async (input) => {
    if (isStopping()) throw new AppError("unreachable", "stopping");
    try {
      return await handler(input);
    } catch (error) {
      const isExpected = error instanceof AppError && error.code !== "internal";
      if (!isStopping() || isExpected) throw error;
      throw new AppError("unreachable", "stopping", { cause: error });
    }
  });
}
