/**
 * Checks whether all URLs of a script are reachable, with limits on time and on concurrent
 * requests.
 */
import { forEachLimit } from "../../common/for-each-limit";
import type { Fetcher } from "./fetch";
import { SourceError } from "./fetch-errors";

const maxConcurrent = 16;
/** Time limit for all URLs of one script. */
const defaultTotalMs = 600_000;
/** The check stops after this many unreachable URLs. */
const maxUnreachable = 100;

/**
 * Returns the unreachable URLs, by `href`, with the reason; each URL is checked once. After
 * `totalMs` (default 600,000) or 100 unreachable URLs the remaining ones are not checked and count
 * as unreachable: a script is valid only if all of its URLs are reachable.
 * @throws SourceError when `signal` is aborted.
 */
export async function findUnreachable(
  fetcher: Pick<Fetcher, "probe">,
  urls: Iterable<URL>,
  signal: AbortSignal,
  totalMs = defaultTotalMs,
): Promise<Map<string, string>> {
  const unchecked = new Map<string, URL>();
  for (const url of urls) unchecked.set(url.href, url);
  const problems = new Map<string, string>();
  const timeout = AbortSignal.timeout(totalMs);
  const bounded = AbortSignal.any([signal, timeout]);
  const timeoutMessage = `was not checked: checking all URLs takes more than ${totalMs / 60_000} minutes`;
  await forEachLimit(maxConcurrent, [...unchecked.values()], async (url) => {
    if (bounded.aborted || problems.size >= maxUnreachable) return;
    try {
      await fetcher.probe(url, bounded);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      problems.set(url.href, timeout.aborted ? timeoutMessage : error.message);
    }
    unchecked.delete(url.href);
  });
  if (signal.aborted) throw new SourceError("the check was cancelled");
  const reason = timeout.aborted
    ? timeoutMessage
    : `was not checked: ${maxUnreachable} other URLs could not be reached`;
  for (const href of unchecked.keys()) problems.set(href, reason);
  return problems;
}
