/** The durations of the local service, with their defaults. */

const hourMs = 3_600_000;

export interface ServiceDurations {
  /** Validity of an upload URL (interface §8). */
  urlLifeSeconds: number;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** A multipart upload without activity for this long is deleted. */
  sweepAfterMs: number;
  /** Interval between checks for such uploads; they are also checked at start. */
  sweepEveryMs: number;
  /** Timeout for fetching or checking one URL. */
  fetchTimeoutMs: number;
  /** Delay after start before a due copy of the database is made. */
  copyAfterMs: number;
  /**
   * How long an export waits until the takes are compared with a changed text, voice or glossary.
   */
  comparisonWaitMs: number;
  /**
   * Delay after which an export is repeated that failed unexpectedly, such as when its row could
   * not be written.
   */
  exportRetryMs: number;
  /** How long the files of an export of objects are kept. */
  deliveryKeepMs: number;
  /** Interval between measurements of the free space; `fullDiskCheckMs` while the disk is full. */
  diskCheckMs: number;
  fullDiskCheckMs: number;
  /** Several services on one database: the interval between reads of the pinned engine set. */
  engineCheckMs: number;
  /** The interval at which each of their processes writes that it runs. */
  workerNoteMs: number;
  /** Behind proxies: how long requests are still handled after the signal to stop. */
  drainNoticeMs: number;
}

export const defaultDurations: ServiceDurations = {
  urlLifeSeconds: 900,
  accessTokenSeconds: 3600,
  refreshTokenSeconds: 30 * 24 * 3600,
  sweepAfterMs: 7 * 24 * hourMs,
  sweepEveryMs: hourMs,
  fetchTimeoutMs: 30_000,
  copyAfterMs: 30_000,
  comparisonWaitMs: 10_000,
  exportRetryMs: 30_000,
  deliveryKeepMs: 30 * 24 * hourMs,
  diskCheckMs: 30_000,
  fullDiskCheckMs: 5_000,
  engineCheckMs: 5_000,
  workerNoteMs: 15_000,
  drainNoticeMs: 2_000,
};
