/** What the command lines of all terminal commands have in common. */
import { statSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { AppError } from "../common/errors";

type Options = NonNullable<ParseArgsConfig["options"]>;
interface Config<T extends Options> {
  args: string[];
  strict: true;
  allowPositionals: true;
  options: T;
}

/** Throws AppError "invalid-input" for an unknown option or a missing value. */
export function parse<const T extends Options>(
  argv: readonly string[],
  options: T,
): ReturnType<typeof parseArgs<Config<T>>> {
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: true, options });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

/** The error of an invalid argument: the message names it. */
export function invalid(message: string): AppError {
  return new AppError("invalid-input", message);
}

/** Follows links. */
export const isFolder = (given: string) =>
  statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;
