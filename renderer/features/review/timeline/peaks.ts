import {
  peakLevels,
  peakRate,
  sourcePeaksPath,
  takePeaksPath,
  type PeakLevel,
} from "../../../../preload/facts/source-paths";

/** Pairs of one request for the original. */
const pairsPerChunk = 8_192;
/** Chunks and takes whose peaks stay in memory. */
const maxCached = 2_000;
/** Requests that run at the same time. */
const maxRequests = 4;
/** Milliseconds until the next request while the service computes peaks. */
const retryMs = 1_000;

/** Milliseconds of a pair of peaks. */
export const pairMs = (level: PeakLevel): number => (level * 1000) / peakRate;

/**
 * The peaks of the original and of takes. They are read when they are to be drawn for the first
 * time.
 */
export class Peaks {
  /** Whether the service sends no peaks of the original. */
  isSourceMissing = false;
  #cached = new Map<string, Int8Array | null>();
  /** The newest last: it is what is visible now. */
  #waiting: string[] = [];
  #running = 0;
  #source: { workspaceId: string; batchId: string };
  #onload: () => void;
  #isClosed = false;
  /** Whether peaks of the original were received. */
  #hasSource = false;
  /** What was not received, for example while the service starts again. */
  #failed = new Set<string>();

  /** `onload`: called when peaks can be drawn that were missing before. */
  constructor(source: { workspaceId: string; batchId: string }, onload: () => void) {
    this.#source = source;
    this.#onload = onload;
  }

  /** The level whose pairs are not much shorter than a pixel. */
  static levelFor(msPerPixel: number): PeakLevel {
    return msPerPixel >= pairMs(peakLevels[1]) ? peakLevels[1] : peakLevels[0];
  }

  /**
   * The least and the largest value of a span of the original, in 1/128 of full scale; null while
   * they are unknown.
   */
  sourceRange(level: PeakLevel, fromMs: number, toMs: number): readonly [number, number] | null {
    const first = Math.max(0, Math.floor(fromMs / pairMs(level)));
    const last = Math.max(first + 1, Math.ceil(toMs / pairMs(level)));
    let [low, high, isKnown] = [0, 0, false];
    for (let pair = first; pair < last;) {
      const chunk = Math.floor(pair / pairsPerChunk);
      const peaks = this.#sourceChunk(level, chunk);
      const end = Math.min(last, (chunk + 1) * pairsPerChunk);
      if (peaks) {
        isKnown = true;
        const until = Math.min(peaks.length, 2 * (end - chunk * pairsPerChunk));
        for (let at = 2 * (pair - chunk * pairsPerChunk); at < until; at += 2) {
          low = Math.min(low, peaks[at] ?? 0);
          high = Math.max(high, peaks[at + 1] ?? 0);
        }
      }
      pair = end;
    }
    return isKnown ? [low, high] : null;
  }

  /** All pairs of 256 samples of a take; null while they are unknown. */
  take(takeId: number): Int8Array | null {
    return this.#need(takePeaksPath({ workspaceId: this.#source.workspaceId, takeId }));
  }

  /** Requests what was not received. */
  retry(): void {
    for (const url of this.#failed) this.#cached.delete(url);
    this.#failed.clear();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  #sourceChunk(level: PeakLevel, chunk: number): Int8Array | null {
    if (this.isSourceMissing) return null;
    const part = { level, from: chunk * pairsPerChunk, count: pairsPerChunk };
    return this.#need(sourcePeaksPath(this.#source, part));
  }

  #need(url: string): Int8Array | null {
    const found = this.#cached.get(url);
    if (found !== undefined) return found;
    if (this.#cached.size >= maxCached) this.#cached.clear();
    this.#cached.set(url, null);
    this.#waiting.push(url);
    this.#next();
    return null;
  }

  #next(): void {
    if (this.#isClosed || this.#running >= maxRequests) return;
    const url = this.#waiting.pop();
    if (url === undefined) return;
    this.#running += 1;
    void this.#load(url).finally(() => {
      this.#running -= 1;
      this.#next();
    });
    this.#next();
  }

  async #load(url: string): Promise<void> {
    const response = await fetch(url).catch(() => null);
    if (response?.status === 202) {
      setTimeout(() => {
        if (this.#isClosed) return;
        this.#waiting.push(url);
        this.#next();
      }, retryMs);
      return;
    }
    if (response?.ok) {
      this.#cached.set(url, new Int8Array(await response.arrayBuffer()));
      this.#hasSource ||= url.startsWith("/source/");
    } else if (url.startsWith("/source/") && !this.#hasSource) this.isSourceMissing = true;
    else this.#failed.add(url);
    if (!this.#isClosed) this.#onload();
  }
}
