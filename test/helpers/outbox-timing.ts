/** Delays of the outbox for tests, in milliseconds. */
export const outboxTiming = {
  backoffMs: 20,
  stallMs: 3_000,
  urlMaxAgeMs: 60_000,
  followFirstMs: 100,
  followSlowestMs: 1_000,
  lostBatchMs: 1_500,
  lostBulkMs: 3_000,
  /** Entries are shown as they are added; test/backend/outbox/delivery-wait.test.ts waits for deliveries. */
  deliveryWaitMs: 0,
};
