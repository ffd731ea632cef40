/** Runs the command of an external engine, with limits. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import os from "node:os";
import { printable } from "../../../common/printable";
import { startSupervised } from "../../../common/processes/supervised-process";
import { ExternalError } from "./problems";

export interface CommandOptions {
  /** Absolute path of the executable. */
  file: string;
  args: readonly string[];
  /** Standard input. */
  input: string;
  /** Maximum size of standard output in bytes. */
  maxBytes: number;
  deadlineMs: number;
}

/** Data memory of each process of a command, where the system limits it (Linux), in KiB. */
const memoryKib = 8 * 1024 ** 2;
/**
 * Bytes of standard error that are read for the reason of a failure, and characters that are
 * reported.
 */
const maxErrorBytes = 16 * 1024;
const maxDetail = 300;

/**
 * Variables that a program may need. SECURITY: others can contain secrets, such as the keys of
 * other engines.
 */
const environmentNames =
  /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z]+|TMPDIR|TEMP|TMP|XDG_[A-Z_]+|LD_LIBRARY_PATH|SystemRoot|SystemDrive|USERPROFILE|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles.*|PATHEXT)$/i;
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => environmentNames.test(name)));

/** The last line of standard error. */
function detailOf(chunks: readonly Buffer[]): string {
  const lines = Buffer.concat(chunks)
    .toString("utf8")
    .trim()
    .split(/[\r\n]+/);
  return printable(lines.at(-1) ?? "").slice(0, maxDetail);
}

/**
 * Standard output of a command. It rejects after the process group was killed: with the reason of
 * the signal, or with ExternalError "not-started", "exit", "deadline" or "too-large".
 */
export async function runCommand(options: CommandOptions, signal: AbortSignal): Promise<Buffer> {
  signal.throwIfAborted();
  const isExecutable = await access(options.file, constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isExecutable)
    throw new ExternalError("not-started", "the executable is missing or cannot be run");
  signal.throwIfAborted();
  const { file, args } = options;
  const command = startSupervised({ file, args, env: environment(), cwd: os.tmpdir(), memoryKib });
  const chunks: Buffer[] = [];
  const errors: Buffer[] = [];
  let [size, errorSize] = [0, 0];
  let failure = null as Error | null;
  const stop = (reason: Error) => {
    failure ??= reason;
    command.kill();
  };
  const seconds = options.deadlineMs / 1000;
  const timer = setTimeout(
    () => stop(new ExternalError("deadline", `takes more than ${seconds} seconds`)),
    options.deadlineMs,
  );
  const onAbort = () => stop(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  command.output.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > options.maxBytes)
      stop(new ExternalError("too-large", "the engine returned too much data"));
    else if (!failure) chunks.push(chunk);
  });
  command.errors.on("data", (chunk: Buffer) => {
    errors.push(chunk);
    errorSize += chunk.length;
    while (errorSize > maxErrorBytes && errors.length > 1) errorSize -= errors.shift()?.length ?? 0;
  });
  command.input.end(options.input);
  const exit = await command.ended;
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
  if (failure) throw failure;
  if (exit.error) throw new ExternalError("not-started", "the executable could not be started");
  if (exit.code === 0) return Buffer.concat(chunks);
  const reason = `ended with ${exit.signal ?? `code ${exit.code ?? 0}`}`;
  throw new ExternalError("exit", reason, detailOf(errors));
}
