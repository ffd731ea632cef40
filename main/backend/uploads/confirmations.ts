/**
 * Confirms finished uploads with lists of the gallery. An answer that reports success may be wrong:
 * what a list does not show is not in the gallery. After two lists in succession without it the
 * file is sent again, and after the same once more it fails.
 */
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { Problem } from "../../../preload/model";
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import { backoffDelay } from "../../common/retry";
import type { Timing } from "../timing";
import type { GalleryIndex } from "./gallery-check";
import type { UploadStore } from "./store/upload-store";

export interface ConfirmationsDeps {
  store: Pick<
    UploadStore,
    | "countResend"
    | "failUnlisted"
    | "hasUnlisted"
    | "isSuperseded"
    | "resendUnlisted"
    | "setListed"
    | "unlisted"
  >;
  gallery: Pick<GalleryIndex, "refreshIfOlder">;
  log: Log;
  timing: Pick<Timing, "backoffMs" | "recheckMs">;
  /** Uploads may be due that were finished. */
  onChanged: () => void;
}

/** Called with the complete list, if it was complete. */
export type EndListing = (isListed: (galleryPath: string) => boolean) => Promise<void>;

/** Uploads whose rows are changed in one transaction. */
const rowsAtOnce = 500;
/** Until the second list that decides about a missing file, as a multiple of the first backoff. */
const missedFactor = 3;
/** How often a list is requested after failures, one after another. */
const maxFailures = 10;
/**
 * Minimum time between two lists, as a multiple of the duration of the last one: limits the load by
 * large galleries.
 */
const durationFactor = 20;

interface Listing {
  timer: NodeJS.Timeout | null;
  isActive: boolean;
  /** An upload has finished while the list was read, which may not show it. */
  isWanted: boolean;
  failures: number;
  problem: Problem | null;
  /** After a failure or a missing file no list is requested earlier, by performance.now(). */
  notBefore: number;
  /** The same for uploads that finish one after another while others are sent. */
  restUntil: number;
}

export type Confirmations = ReturnType<typeof createConfirmations>;

export function createConfirmations(deps: ConfirmationsDeps) {
  const { store, gallery, log, timing, onChanged } = deps;
  /**
   * Uploads that one list did not show: the next one decides, because a service may list new files
   * late.
   */
  const missed = new Set<number>();
  const listings = new Map<string, Listing>();
  let isRunning = false;

  function listingOf(workspaceId: string): Listing {
    const existing = listings.get(workspaceId);
    if (existing) return existing;
    const added: Listing = {
      timer: null,
      isActive: false,
      isWanted: false,
      failures: 0,
      problem: null,
      notBefore: 0,
      restUntil: 0,
    };
    listings.set(workspaceId, added);
    return added;
  }

  async function list(workspaceId: string, listing: Listing): Promise<void> {
    listing.isActive = true;
    const startedAt = performance.now();
    try {
      await gallery.refreshIfOlder(workspaceId, 0);
      listing.failures = 0;
      listing.problem = null;
    } catch (error) {
      listing.failures += 1;
      listing.problem = toProblem(error);
      log.warn("uploads: the gallery was not read to confirm uploads", listing.problem.code);
    } finally {
      listing.isActive = false;
      const now = performance.now();
      listing.restUntil = now + Math.max(timing.recheckMs, durationFactor * (now - startedAt));
    }
    if (listing.problem !== null) {
      listing.notBefore = performance.now() + backoffDelay(listing.failures, timing.backoffMs);
      if (listing.failures < maxFailures) schedule(workspaceId);
    } else if (listing.notBefore > performance.now()) schedule(workspaceId);
    else if (listing.isWanted) soon(workspaceId);
    onChanged();
  }

  function schedule(workspaceId: string, minDelayMs = 0): void {
    const listing = listingOf(workspaceId);
    if (!isRunning || listing.timer !== null || listing.isActive) return;
    const delayMs = Math.max(minDelayMs, listing.notBefore - performance.now(), 0);
    listing.timer = setTimeout(() => {
      listing.timer = null;
      listing.isWanted = false;
      if (isRunning && store.hasUnlisted(workspaceId)) void list(workspaceId, listing);
    }, delayMs);
  }

  function soon(workspaceId: string): void {
    const listing = listingOf(workspaceId);
    listing.isWanted = listing.isActive;
    const wait = listing.restUntil - performance.now();
    schedule(workspaceId, Math.max(timing.backoffMs, wait));
  }

  /** What two lists do not show. */
  function settleMissing(id: number): void {
    missed.delete(id);
    if (store.isSuperseded(id)) store.setListed([id]);
    else if (store.countResend(id, "not-listed") > 1) {
      const message = "reported as stored, but the gallery does not list it";
      log.error(`uploads: ${message}: ${id}`);
      store.failUnlisted(id, { code: "unconfirmed", message });
    } else {
      log.warn(`uploads: sent again, because the gallery does not list it: ${id}`);
      store.resendUnlisted(id);
    }
  }

  return {
    start: () => void (isRunning = true),
    stop(): void {
      isRunning = false;
      for (const { timer } of listings.values()) if (timer) clearTimeout(timer);
      listings.clear();
    },
    /**
     * Call when a list of the gallery is requested: it concerns the uploads that have finished
     * until then.
     */
    begin(workspaceId: string): EndListing {
      const waiting = store.unlisted(workspaceId);
      return async (isListed) => {
        let isAgain = false;
        for (let from = 0; from < waiting.length; from += rowsAtOnce) {
          const some = waiting.slice(from, from + rowsAtOnce);
          const listed = some.filter(({ galleryPath }) => isListed(galleryPath));
          store.setListed(listed.map(({ id }) => id));
          for (const { id } of listed) missed.delete(id);
          for (const { id, galleryPath } of some) {
            if (isListed(galleryPath)) continue;
            if (missed.has(id)) settleMissing(id);
            else {
              missed.add(id);
              isAgain = true;
            }
          }
          if (from + rowsAtOnce < waiting.length) await yieldToEventLoop();
        }
        if (isAgain) {
          listingOf(workspaceId).notBefore = performance.now() + missedFactor * timing.backoffMs;
          schedule(workspaceId);
        }
        if (waiting.length > 0) onChanged();
      };
    },
    /**
     * An upload has finished that no answer confirms, or that nothing else lists: a list is
     * requested soon. Many that finish one after another are confirmed together.
     */
    soon,
    /**
     * Whether lists have shown all finished uploads. If not, one is requested now, and `onChanged`
     * is called after it; with a problem if that has failed too often.
     */
    confirm(workspaceId: string): { isConfirmed: boolean; problem: Problem | null } {
      if (!store.hasUnlisted(workspaceId)) return { isConfirmed: true, problem: null };
      const { failures, problem } = listingOf(workspaceId);
      if (failures >= maxFailures) return { isConfirmed: false, problem };
      schedule(workspaceId);
      return { isConfirmed: false, problem: null };
    },
  };
}
