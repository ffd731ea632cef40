/** What follows from the result of a transfer: for its workspace, and for those who listen. */
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { Suspensions } from "../connectivity/suspensions";
import type { Confirmations } from "./confirmations";
import type { DatabasePause } from "./database-pause";
import type { SettleFailure } from "./settle-failure";
import type { UploadStore } from "./store/upload-store";
import type { UploadRow } from "./store/upload-rows";

export interface UploadResultsDeps {
  store: Pick<UploadStore, "get">;
  suspensions: Pick<Suspensions, "of" | "releases" | "succeeded">;
  settleFailure: SettleFailure;
  confirmations: Pick<Confirmations, "soon">;
  databasePause: Pick<DatabasePause, "begin" | "guard">;
  /** The end of a delay as wall-clock time. */
  toWallTime: (at: number | null) => number | null;
  /** The consequence of a failure is stored. */
  onFailed: () => void;
  log: Log;
}

export function createUploadResults(deps: UploadResultsDeps) {
  const { store, suspensions, databasePause, log } = deps;
  const arrivals = createListeners<[readonly UploadRow[]]>();
  const skips = createListeners<[UploadRow]>();
  const retries = createListeners<[UploadRow, number | null]>();
  /** Files in the gallery of which the listeners are not notified yet. */
  let arrived: UploadRow[] = [];

  /** `sent`: the row of the file in the gallery, whose path may have been changed. */
  function succeeded(sent: UploadRow): void {
    suspensions.succeeded(sent.workspaceId);
    if (store.get(sent.id)?.isAssumed === 1) deps.confirmations.soon(sent.workspaceId);
    // Files whose results were committed together arrive together.
    if (arrived.length === 0) process.nextTick(notifyArrivals);
    arrived.push(sent);
  }
  function notifyArrivals(): void {
    const rows = arrived;
    arrived = [];
    if (rows.length > 0) databasePause.guard(() => arrivals.notify(rows));
  }

  /** A file that has failed is sent again: a queued row with a problem. */
  function notifyRetry(id: number): void {
    const row = store.get(id);
    if (row?.state !== "queued" || row.errorCode === null) return;
    const until = row.nextTryAt ?? suspensions.of(row.workspaceId)?.until ?? null;
    retries.notify(row, deps.toWallTime(until));
  }

  async function settleAll(row: UploadRow, result: Promise<UploadRow | null>): Promise<void> {
    const releases = suspensions.releases();
    let sent: UploadRow | null;
    try {
      sent = await result;
    } catch (error) {
      await deps.settleFailure(row, error, releases !== suspensions.releases());
      deps.onFailed();
      notifyRetry(row.id);
      return;
    }
    log.info(`uploads: ${sent ? "done" : "skipped"} ${row.id}`);
    if (sent) succeeded(sent);
    else skips.notify(row);
  }

  return {
    /**
     * Handles the result of the transfer of a row: the row in the gallery, or null if the file was
     * skipped. Never rejects: after a failure of the database the row is queued again.
     */
    settle: (row: UploadRow, result: Promise<UploadRow | null>): Promise<void> =>
      settleAll(row, result).catch(databasePause.begin),
    /** Notifies the listeners now of all files that have arrived. */
    notifyArrivals,
    /** Subscribes to files that are in the gallery now: those of one commit together. */
    onArrived: arrivals.add,
    /**
     * Subscribes to files that were not sent, by the user's choice: the gallery has another file at
     * their path.
     */
    onSkipped: skips.add,
    /**
     * Subscribes to files that are sent again after a failure. The time is in milliseconds since
     * 1970; null if it is not known: the queue waits for the user.
     */
    onRetry: retries.add,
  };
}
