/**
 * How the call that adds a request waits for its delivery, so that the caller gets the result or
 * the error at once.
 */
import { AppError } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { ShownRow } from "./store/entry-rows";
import type { OutboxStore } from "./store/outbox-store";

export interface DeliveryWaitDeps {
  store: Pick<OutboxStore, "get">;
  /** Whether requests of a project are sent now, as opposed to waiting for a connection. */
  isOpen: (row: ShownRow) => boolean;
  /** In milliseconds; 0 to not wait. */
  longestMs: number;
}

export type DeliveryWait = ReturnType<typeof createDeliveryWait>;

export function createDeliveryWait({ store, isOpen, longestMs }: DeliveryWaitDeps) {
  const changes = createListeners<[]>();
  let isStopped = false;

  /**
   * Whether an entry may be sent within seconds. Its files are uploaded by others, and a failed
   * attempt is retried later.
   */
  const isUnderWay = (row: ShownRow | undefined) =>
    row?.state === "sending" ||
    (row?.state === "waiting" &&
      row.errorCode === null &&
      row.uploads + row.failedUploads === 0 &&
      isOpen(row));

  return {
    /** Call after every change of an entry. */
    changed: changes.notify,
    /**
     * Resolves to the entry once it was sent or rejected, cannot be sent now, or the time has
     * passed.
     */
    wait: (entryId: number) =>
      new Promise<ShownRow>((resolve, reject) => {
        function end(): void {
          clearTimeout(timer);
          stopListening();
          const row = store.get(entryId);
          if (row) resolve(row);
          else reject(new AppError("not-found", "this entry no longer exists"));
        }
        const check = () => {
          if (isStopped || !isUnderWay(store.get(entryId))) end();
        };
        const timer = setTimeout(end, longestMs);
        const stopListening = changes.add(check);
        if (longestMs === 0) end();
        else check();
      }),
    /** Ends all waits. Call before the database is closed. */
    stop(): void {
      isStopped = true;
      changes.notify();
    },
  };
}
