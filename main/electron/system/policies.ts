/** What the administrator of a Linux computer has set for all users. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { updateModes, type UpdateMode } from "../../../preload/facts/updates";
import { systemCode } from "../../common/errors";
import type { Log } from "../../common/log";

/** Written by root only. */
export const policyFile = "/etc/dubyard/policies.json";

const policies = z.strictObject({
  /** The mode of updates; users cannot change it. */
  updates: z.enum(updateModes).optional(),
});

/**
 * The mode of updates that a policy file sets; null for none. A file that cannot be read or has
 * another format turns updates off, because it is not known what it forbids.
 */
export function readUpdatePolicy(file: string, log: Log): UpdateMode | null {
  try {
    return policies.parse(JSON.parse(readFileSync(file, "utf8"))).updates ?? null;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn(`updates: off, because ${file} cannot be used: ${reason}`);
    return "off";
  }
}
