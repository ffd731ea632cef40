/** The Retry-After header of HTTP, for every request of the application. */

/** The longest wait that is accepted, in milliseconds. Longer ones are reduced to it. */
export const maxRetryAfterMs = 10 * 60_000;

/** A number of seconds. */
const seconds = /^\d+$/;
/** The three forms of a date begin with the name of a day. */
const date = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? /;

/**
 * The wait that a server asks for, in milliseconds: 0 to `maxRetryAfterMs`. Undefined if the header
 * is missing or invalid. `now` is in milliseconds since 1970.
 *
 * RFC 9110 §10.2.3: the value is either a number of seconds ("120") or a date ("Fri, 31 Dec 1999
 * 23:59:59 GMT"), of which §5.6.7 requires that the two obsolete forms are read too. All dates are
 * in GMT. Of a header that was sent several times the longest wait counts.
 */
export function retryAfter(
  header: string | readonly string[] | undefined,
  now: number = Date.now(),
): number | undefined {
  const values = typeof header === "string" ? [header] : (header ?? []);
  const waits = values.flatMap((value) => waitOf(value.trim(), now) ?? []);
  if (waits.length === 0) return undefined;
  return Math.min(Math.max(0, ...waits), maxRetryAfterMs);
}

function waitOf(value: string, now: number): number | null {
  if (seconds.test(value)) return Number(value) * 1_000;
  if (!date.test(value)) return null;
  // The form of asctime has no time zone; without one it would be read as local time.
  const at = Date.parse(value.endsWith("GMT") ? value : `${value} GMT`);
  return Number.isNaN(at) ? null : at - now;
}
