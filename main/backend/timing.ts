/**
 * The waits of the backend, all in milliseconds. Tests shorten them; the retry policies that use
 * them are in their domains.
 */
export const defaultTiming = {
  /** First step of every backoff between attempts; later steps double. */
  backoffMs: 1_000,
  /** How long a PUT may send no byte before it is aborted. */
  stallMs: 60_000,
  /**
   * How long a part at the end of a file may have no progress, at least, before it is sent a second
   * time.
   */
  lateMs: 500,
  /** How long a file that changed must be unchanged before it is sent. Doubles with each change. */
  quietMs: 30_000,
  /** Interval between two checks of files that could not be read. */
  recheckMs: 10_000,
  /** How long a pre-signed URL is used. The service accepts it for 15 minutes (interface §8). */
  urlMaxAgeMs: 12 * 60_000,
  /** First interval between two syncs of a list that is changing; later intervals grow from it. */
  pollMinMs: 3_000,
  /** Longest interval between two syncs, also the interval of a list that is not changing. */
  pollMaxMs: 60_000,
  /** A list older than this is synced as soon as it is shown. */
  staleAfterMs: 10_000,
  /**
   * How long the call that adds a request waits for its delivery. Then it resolves to the pending
   * entry.
   */
  deliveryWaitMs: 10_000,
  /** How long after a lost response a batch may still appear before the request is sent again. */
  reconcileBatchMs: 10_000,
  /**
   * How long after a lost response, or after the last batch that appeared, a batch of a bulk
   * request may still appear.
   */
  reconcileBulkMs: 5 * 60_000,
};
export type Timing = typeof defaultTiming;

/** The waits of updates of the application, in milliseconds. */
export const defaultUpdateTiming = {
  /** The first automatic check after the start. */
  firstCheckMs: 60_000,
  /** Time between two decisions whether a check is due. */
  tickMs: 3_600_000,
  /** Between two automatic checks; up to one `tickMs` more, by the seed of the computer. */
  checkEveryMs: 24 * 3_600_000,
  /** How long "later" is. */
  laterMs: 24 * 3_600_000,
  /** Time between the end of all work and a restart. */
  countdownMs: 60_000,
  /** A response fails after this time without a byte. */
  timeoutMs: 30_000,
  /** First step of the backoff between attempts. */
  backoffMs: 1_000,
};
export type UpdateTiming = typeof defaultUpdateTiming;
