/** Expected errors, as the renderer and the main process exchange them. */
import { z } from "zod";
import { errorCodes } from "../facts/error-codes";

const errorCode = z.enum(errorCodes);
export type { ErrorCode } from "../facts/error-codes";

/** An error as sent to the window. It contains no secrets and no pre-signed URLs. */
export const problem = z.object({
  code: errorCode,
  message: z.string(),
  /**
   * The time of the newest usable copy of a damaged or missing database, in milliseconds since
   * 1970.
   */
  copyMadeAt: z.number().optional(),
});
export type Problem = z.infer<typeof problem>;
