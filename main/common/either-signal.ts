/**
 * Runs `work` with a signal that is aborted with the first one of these two. Use it instead of
 * AbortSignal.any where one of them lives as long as its process: Node.js 20 keeps an entry for
 * each combined signal as long as one of its sources exists.
 */
export async function withEitherSignal<T>(
  one: AbortSignal,
  other: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const either = new AbortController();
  const listeners = [one, other].map((signal) => {
    const abort = () => either.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    return () => signal.removeEventListener("abort", abort);
  });
  try {
    return await work(either.signal);
  } finally {
    for (const remove of listeners) remove();
  }
}
