/** Why an installation failed. */
import type { PackProblem } from "../../../../preload/facts/packs";

/**
 * The message is shown to users, in English. It contains no path outside of the pack, and no query
 * of a URL.
 */
export class PackError extends Error {
  readonly code: PackProblem;

  constructor(code: PackProblem, message: string) {
    super(message);
    this.name = "PackError";
    this.code = code;
  }
}
