/** What all terminal commands have in common: interruption, errors, and their exit codes. */
import { AppError, systemCode, toProblem } from "../common/errors";
import { UnexpectedError, untilUnexpectedError } from "../common/processes/unexpected-errors";
import { createLog } from "../common/log";
import { exit, exitCodes } from "./exit-codes";
import { createOutput, type EndingError, type Output } from "./output";
import { hasOption } from "./parse-arguments";
import { onStopSignal } from "../common/processes/stop-signals";

export interface CommandContext {
  output: Output;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
}

interface Command<Options> {
  /** "upload": after "dubyard" in messages. */
  name: string;
  argv: readonly string[];
  /** Throws AppError "invalid-input", or an error of the file system that concerns an argument. */
  read: () => Options | Promise<Options>;
  /** Resolves with the exit code; its last event has it too. */
  work: (options: Options, context: CommandContext) => Promise<number>;
}

/**
 * Runs a command. Resolves with its exit code: that of `work`, of the error that it rejects with
 * (`exitCodes`), 1 after an unexpected error, or 130 if it was interrupted.
 */
export async function runCommand<Options>(command: Command<Options>): Promise<number> {
  const output = createOutput(isJsonRequested(command.argv));
  const stop = new AbortController();
  const interrupt = () => stop.abort(new AppError("internal", "interrupted"));
  const stopListening = onStopSignal(interrupt);
  try {
    return await untilUnexpectedError(async () => {
      const options = await readArguments(command.read);
      return command.work(options, { output, signal: stop.signal });
    });
  } catch (error) {
    if (error instanceof UnexpectedError) {
      createLog((_level, text) => text.split("\n").forEach(output.line)).error(
        `${command.name}:`,
        error.cause,
      );
      const ending = endingOf(error);
      output.error(command.name, ending);
      return ending.exitCode;
    }
    const ending = stop.signal.aborted ? interrupted : endingOf(error);
    output.error(command.name, ending);
    return ending.exitCode;
  } finally {
    stopListening();
  }
}

const interrupted: EndingError = {
  code: "interrupted",
  message: "interrupted",
  exitCode: exit.interrupted,
};

/**
 * Whether errors are reported as JSON. It is read before the arguments are parsed, as invalid ones
 * are reported in the form that the caller reads: "--json=true" is invalid, and its caller expects
 * JSON.
 */
export const isJsonRequested = (argv: readonly string[]): boolean => hasOption(argv, "json");

async function readArguments<Options>(read: () => Options | Promise<Options>): Promise<Options> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError || systemCode(error) === "") throw error;
    throw new AppError("invalid-input", toProblem(error).message, { cause: error });
  }
}

/** An error as the end of a command. */
function endingOf(error: unknown): EndingError {
  const { code, message } = toProblem(error);
  return {
    code,
    message,
    field: fieldOf(error),
    retryAfterMs: error instanceof AppError ? error.retryAfterMs : undefined,
    exitCode: exitCodes[code],
  };
}

/** The field of the first entry of `invalidFields`. */
function fieldOf(error: unknown): string | undefined {
  const details: unknown = error instanceof AppError ? error.details : undefined;
  const first: unknown = Array.isArray(details) ? details[0] : undefined;
  if (typeof first !== "object" || first === null || !("field" in first)) return undefined;
  return typeof first.field === "string" ? first.field : undefined;
}
