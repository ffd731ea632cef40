/** What the command lines of all terminal commands have in common. */
import { accessSync, constants, statSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { AppError, isMissingFile, systemCode } from "../common/errors";

/** Whether an option, such as "json", is among arguments that were not parsed yet. */
export function hasOption(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf("--");
  const options = argv.slice(0, end === -1 ? argv.length : end);
  return options.some((one) => one === `--${name}` || one.startsWith(`--${name}=`));
}

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

/** The most paths that a message names. */
const maxNamed = 10;

/**
 * Throws AppError "invalid-input" that names the files and folders that do not exist or cannot be
 * read: a mistyped path is reported before anything is done.
 */
export function requirePaths(paths: readonly string[]): void {
  const problems = paths.flatMap((given) => whyUnreadable(given) ?? []);
  if (problems.length === 0) return;
  const more = problems.length - maxNamed;
  const named = problems.slice(0, maxNamed).join("; ");
  throw invalid(`PATH: ${named}${more > 0 ? `; and ${more} more` : ""}`);
}

function whyUnreadable(given: string): string | null {
  try {
    const { R_OK, X_OK } = constants;
    accessSync(given, isFolder(given) ? R_OK | X_OK : R_OK);
    return null;
  } catch (error) {
    const reason = isMissingFile(error)
      ? "does not exist"
      : `cannot be read (${systemCode(error)})`;
    return `${given} ${reason}`;
  }
}
