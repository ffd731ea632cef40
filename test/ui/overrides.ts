/**
 * Overrides of single calls, for results that the real backend cannot produce on demand, and a log
 * of all calls.
 */
import { wrapFunctions } from "../../main/common/wrap-functions";
import { dispatch } from "../../main/backend/dispatch";
import { AppError } from "../../main/common/errors";
import { silentLog, type Log } from "../../main/common/log";
import type { Handlers, Reply } from "../../preload/contract";
import type { ErrorCode } from "../../preload/model";

type Groups = { [G in keyof Handlers]: `${G}.${keyof Handlers[G] & string}` };
/** The name of a call: "glossary.list". */
export type CallName = Groups[keyof Groups];
type HandlerOf<N extends CallName> = N extends `${infer G extends keyof Handlers}.${infer M}`
  ? Handlers[G][M & keyof Handlers[G]]
  : never;
type Run = (input: never) => unknown;
type InputOf<N extends CallName> = HandlerOf<N> extends (input: infer I) => unknown ? I : never;
type OutputOf<N extends CallName> = HandlerOf<N> extends (...input: never) => infer O ? O : never;

/** Replaces a call; `real` is the original handler. */
export type Override<N extends CallName> = (
  input: InputOf<N>,
  real: (input: InputOf<N>) => OutputOf<N>,
) => OutputOf<N> | Promise<Awaited<OutputOf<N>>>;

export type Overrides = { [N in CallName]?: Override<N> };
/** A call that the window made. */
export interface Called {
  name: string;
  input: unknown;
}

export function overrideCalls(handlers: Handlers, initial: Overrides, log: Log) {
  const overrides = new Map<string, (input: unknown, real: Run) => unknown>(
    Object.entries(initial) as never,
  );
  const blocked = new Map<string, Promise<void>>();
  const called: Called[] = [];

  async function run(name: string, input: unknown, real: Run): Promise<unknown> {
    await blocked.get(name);
    const override = overrides.get(name);
    return override ? override(input, real) : real(input as never);
  }
  const wrapped = wrapFunctions(
    handlers,
    (real, group, method) => (input) => run(`${group}.${method}`, input, real),
  );

  return {
    /** Runs a call of the window. */
    call(name: string, input: unknown): Promise<Reply> {
      called.push({ name, input });
      // The page sends undefined as null.
      // An unexpected error of an override is intended, and must not fail the test: it is not
      // logged.
      return dispatch(wrapped, name, input ?? undefined, overrides.has(name) ? silentLog : log);
    },
    /** All calls of the window, in order. */
    called,
    /** The names of all calls of the window, in order. */
    calledNames: (): string[] => called.map(({ name }) => name),
    /** The input of the last call with this name. */
    lastInput: (name: CallName): unknown => called.findLast((one) => one.name === name)?.input,
    /** Replaces a call. */
    overrideCall<N extends CallName>(name: N, override: Override<N>): void {
      overrides.set(name, override as never);
    },
    /** Makes a call fail until it is restored. */
    failCall(name: CallName, code: ErrorCode, message = "", details?: unknown): void {
      overrides.set(name, () => {
        throw new AppError(code, message, { details });
      });
    },
    /** Removes the override of a call. */
    restoreCall: (name: CallName): void => void overrides.delete(name),
    /** Blocks a call until the returned function is called. */
    blockCall(name: CallName): () => void {
      let unblock: () => void = () => undefined;
      blocked.set(name, new Promise((resolve) => (unblock = resolve)));
      return () => {
        blocked.delete(name);
        unblock();
      };
    },
  };
}
