/** Whether the URLs of a script can be reached: all of them, within bounds of time and of what is asked at once. */
import { SourceProblem, type Fetcher } from "./fetch";

/** URLs that are asked at the same time. */
const together = 16;
/** For all URLs of one script. */
const defaultTotalMs = 600_000;
/** So many that cannot be reached tell enough. */
const enoughProblems = 100;

/**
 * Of these URLs, by `href`, those that cannot be reached, with the reason; each is asked once. When `totalMs`
 * (600,000) have passed, or 100 could not be reached, the rest is not asked and counts as not reached: a script is
 * good when every one of its URLs is. @throws SourceProblem when `signal` ends it.
 */
export async function findUnreachable(
  fetcher: Pick<Fetcher, "probe">,
  urls: Iterable<URL>,
  signal: AbortSignal,
  totalMs = defaultTotalMs,
): Promise<Map<string, string>> {
  const waiting = new Map<string, URL>();
  for (const url of urls) waiting.set(url.href, url);
  const problems = new Map<string, string>();
  const isOver = AbortSignal.timeout(totalMs);
  const bounded = AbortSignal.any([signal, isOver]);
  const late = `is one of more URLs than could be asked in ${totalMs / 60_000} minutes`;
  const next = waiting.values();

  async function ask(): Promise<void> {
    for (const url of next) {
      if (bounded.aborted || problems.size >= enoughProblems) return;
      try {
        await fetcher.probe(url, bounded);
      } catch (error) {
        if (!(error instanceof SourceProblem)) throw error;
        problems.set(url.href, isOver.aborted ? late : error.message);
      }
      waiting.delete(url.href);
    }
  }

  await Promise.all(Array.from({ length: together }, ask));
  if (signal.aborted) throw new SourceProblem("was not asked to the end");
  const unasked = isOver.aborted ? late : "is not asked: a hundred others cannot be reached";
  for (const href of waiting.keys()) problems.set(href, unasked);
  return problems;
}
