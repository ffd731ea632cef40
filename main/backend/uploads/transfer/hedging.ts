/**
 * Hedged requests: the last parts of a file are sent a second time when the response to the first
 * request is late.
 *
 * Note: Hedging. The last parts determine when a file is complete, and one lost response would
 * delay it until the stall time. So a part without progress for clearly longer than the former ones
 * gets a second request, over another connection and with its own URL, because a URL is valid for
 * one PUT (interface §4.1). The first success is the result, and the other request is aborted. The
 * aborted one may be executed all the same, also later: then the same bytes replace the part under
 * the same number, with the same ETag. If the file changed between both, or the aborted request was
 * damaged on its way, the ETags differ, "complete" is rejected, and the file is sent again. Sent
 * once only are parts whose ETags are not MD5, since they may differ for the same bytes, and whole
 * files, because a late PUT could replace a newer file at the same path. Nothing is stored before
 * the result, so a killed process sends the part again, as without a second request.
 */
import { AppError } from "../../../common/errors";
import { pause } from "../../../common/retry";
import { hedging } from "../failure-policies";
import type { Put, PutRequest, PutResult } from "./put-range";
import type { Slot, Slots } from "./slots";

export interface HedgingDeps {
  put: Put;
  slots: Pick<Slots, "acquireSpare">;
  /** The id of the row whose file is sent. */
  owner: number;
  /** The shortest time without progress after which a part is late, in milliseconds. */
  lateMs: number;
  /** Whether no further part of the file waits for a request. */
  isAtEnd: () => boolean;
  /**
   * The storage is overloaded; called only for failures that are not passed to the caller of the
   * PUT.
   */
  onOverload: () => void;
}

/** Abort reason of the other request of a part that was sent. Internal. */
class Superseded extends Error {}

/** What a part's first request has sent, and how long it was without progress. */
interface Monitor {
  progressed(): void;
  /** Milliseconds since the last progress. */
  silentMs(): number;
  /** The longest time without progress, in milliseconds. */
  longestMs(): number;
}

/** The PUTs of one file. `sign` requests a fresh URL for the part of a PUT. */
export function createHedging(deps: HedgingDeps): (sign: () => Promise<string>) => Put {
  /** The longest time without progress of each of the last parts, in milliseconds. */
  const silences: number[] = [];
  let active = 0;

  function record({ match }: PutResult, longestMs: number): void {
    if (match !== "md5") {
      silences.length = 0;
      return;
    }
    silences.push(longestMs);
    if (silences.length > hedging.lastParts) silences.shift();
  }
  /** Milliseconds without progress after which a part is late. */
  function lateAfterMs(): number {
    if (silences.length < hedging.minParts) return Infinity;
    const sorted = [...silences].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Infinity;
    return Math.max(deps.lateMs, hedging.factor * median);
  }

  /** Resolves with a slot for a second request when the first one is late. */
  async function waitUntilLate(monitor: Monitor, signal: AbortSignal): Promise<Slot> {
    for (let waitMs = deps.lateMs; ;) {
      await pause(waitMs, signal);
      // If the event loop was blocked, the progress of that time is reported first.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      const lateInMs = lateAfterMs() - monitor.silentMs();
      if (lateInMs <= 0 && deps.isAtEnd() && active < hedging.maxActive) {
        const slot = deps.slots.acquireSpare(deps.owner);
        if (slot !== null) {
          active += 1;
          return slot;
        }
      }
      waitMs = lateInMs > 0 ? Math.min(lateInMs, deps.lateMs) : deps.lateMs;
    }
  }

  async function send(request: PutRequest, sign: () => Promise<string>): Promise<PutResult> {
    const { signal } = request;
    const [first, second] = [new AbortController(), new AbortController()];
    const abort = (reason: unknown) => {
      for (const controller of [first, second]) controller.abort(reason);
    };
    const onAbort = () => abort(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    const countedOnce = countBytes(request.onSent);
    const monitor = createMonitor();
    let isSecondOpen = false;

    async function sendSecond(): Promise<PutResult> {
      const slot = await waitUntilLate(monitor, second.signal);
      try {
        const url = await unlessAborted(sign(), second.signal);
        isSecondOpen = true;
        const onSent = countedOnce();
        const result = await deps.put.send({ ...request, url, onSent, signal: second.signal });
        if (result.match !== "md5") throw new Error("the second request confirmed nothing");
        return result;
      } catch (error) {
        if (isOverload(error)) deps.onOverload();
        throw error;
      } finally {
        active -= 1;
        slot.release();
      }
    }

    const count = countedOnce();
    const firstResult = deps.put.send({
      ...request,
      signal: first.signal,
      onSent(bytes) {
        monitor.progressed();
        count(bytes);
      },
    });
    firstResult.catch((error: unknown) => {
      if (!isSecondOpen) second.abort(new Superseded());
      else if (isOverload(error)) deps.onOverload();
    });
    const results = [firstResult, sendSecond()];
    try {
      const result = await Promise.any(results.map(endAtPause));
      if (result instanceof AppError) throw result;
      monitor.progressed();
      record(result, monitor.longestMs());
      return result;
    } catch (error) {
      throw error instanceof AggregateError ? error.errors[0] : error;
    } finally {
      signal.removeEventListener("abort", onAbort);
      abort(new Superseded());
      // A slot is released and a file is read no longer only when its request has settled.
      await Promise.allSettled(results);
    }
  }

  return (sign) => ({
    ...deps.put,
    // A wrong Content-MD5 must be rejected, so its result is no success; see "ETags that are not
    // MD5".
    send: (request) =>
      request.contentMd5 === undefined ? send(request, sign) : deps.put.send(request),
  });
}

const isOverload = (error: unknown) => error instanceof AppError && error.code === "service-error";

/**
 * Resolves with the error when the service requests a pause: it applies to both requests of a part.
 */
const endAtPause = (result: Promise<PutResult>): Promise<PutResult | AppError> =>
  result.catch((error: unknown) => {
    const isPause =
      error instanceof AppError &&
      (error.code === "rate-limited" || error.retryAfterMs !== undefined);
    if (isPause) return error;
    throw error;
  });

/**
 * Each function that it returns counts the bytes of a request. Bytes that several requests sent are
 * reported once.
 */
function countBytes(onSent: (bytes: number) => void): () => (bytes: number) => void {
  let reported = 0;
  return () => {
    let sent = 0;
    return (bytes) => {
      sent += bytes;
      if (sent <= reported) return;
      onSent(sent - reported);
      reported = sent;
    };
  };
}

function createMonitor(): Monitor {
  let lastAt = performance.now();
  let longestMs = 0;
  const silentMs = () => performance.now() - lastAt;
  return {
    progressed() {
      longestMs = Math.max(longestMs, silentMs());
      lastAt = performance.now();
    },
    silentMs,
    longestMs: () => longestMs,
  };
}

/** Rejects with the reason of the signal as soon as it is aborted. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    signal.addEventListener("abort", onAbort, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
