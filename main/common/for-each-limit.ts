/**
 * Runs `work` for each item with limited concurrency. Rejects with the first error and then starts
 * no more items.
 */
export async function forEachLimit<T>(
  atOnce: number,
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let hasFailed = false;
  const next = async () => {
    for (let one = waiting.next(); one.done !== true && !hasFailed; one = waiting.next())
      await work(one.value).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}
