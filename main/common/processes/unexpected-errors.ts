/**
 * Unexpected errors: exceptions of timers and events that nothing catches, and rejections that
 * nothing handles.
 */

import { redact } from "../../../preload/facts/shown-text";

type Listener = (error: unknown) => void;

const listeners: Listener[] = [];
const handle: Listener = (error) => listeners.at(-1)?.(error);

/**
 * Calls the listener with each unexpected error of this thread, in place of the end of the process
 * with a stack trace. Of several listeners the newest is called. Returns a function that removes
 * it.
 */
export function onUnexpectedError(listener: Listener): () => void {
  if (listeners.length === 0) {
    process.on("uncaughtException", handle);
    // Without a listener of its own, Electron only prints a warning.
    process.on("unhandledRejection", handle);
  }
  listeners.push(listener);
  return () => {
    const at = listeners.lastIndexOf(listener);
    if (at >= 0) listeners.splice(at, 1);
    if (listeners.length > 0) return;
    process.off("uncaughtException", handle);
    process.off("unhandledRejection", handle);
  };
}

/**
 * An error that no work of a process was responsible for. Its cause is that error. SECURITY: the
 * message is redacted.
 */
export class UnexpectedError extends Error {
  constructor(cause: unknown) {
    const message = cause instanceof Error ? cause.message : String(cause);
    super(redact(`unexpected error: ${message}`), { cause });
    this.name = "UnexpectedError";
  }
}

/**
 * Runs the work of a process. Rejects with UnexpectedError at the first unexpected error: the state
 * of the process is not known then, and the caller ends it. Later ones are ignored.
 */
export async function untilUnexpectedError<T>(work: () => Promise<T>): Promise<T> {
  const state = { hasFailed: false };
  let remove = (): void => undefined;
  const failure = new Promise<never>((_resolve, reject) => {
    remove = onUnexpectedError((error) => {
      state.hasFailed = true;
      reject(new UnexpectedError(error));
    });
  });
  try {
    return await Promise.race([work(), failure]);
  } finally {
    if (!state.hasFailed) remove();
  }
}
