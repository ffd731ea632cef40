/** Delays of the outbox for tests, in milliseconds. */
export const outboxTiming = {
  backoffMs: 20,
  stallMs: 3_000,
  urlMaxAgeMs: 60_000,
  pollMinMs: 100,
  pollMaxMs: 1_000,
  reconcileBatchMs: 1_500,
  reconcileBulkMs: 3_000,
  /**
   * Entries are shown as they are added; test/backend/outbox/delivery-wait.test.ts waits for
   * deliveries.
   */
  deliveryWaitMs: 0,
};
