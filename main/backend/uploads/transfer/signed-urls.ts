/**
 * Pre-signed URLs of one multipart upload, requested in advance: early enough that a slot does not
 * wait for the response, late enough that none expires unused.
 */
import { AppError } from "../../../common/errors";
import type { Media, MediaFile } from "../../../remote/media";

export interface SignedUrlsOptions {
  media: Pick<Media, "presignPart">;
  file: MediaFile;
  uploadId: string;
  /** How many URLs are requested in advance. */
  ahead: number;
  /** Milliseconds after which a URL is no longer used. */
  maxAgeMs: number;
  now: () => number;
  signal: AbortSignal;
}

export interface SignedUrls {
  /** A URL for this part, used once. `upcoming` are the following parts, in order. */
  take(partNumber: number, upcoming: readonly number[]): Promise<string>;
  /** Requests URLs of the first of these parts, in order. */
  prepare(upcoming: readonly number[]): void;
}

/** A URL that was requested before it is used. `requestedAt`: wall clock, in milliseconds. */
interface Prefetched {
  url: Promise<string>;
  requestedAt: number;
}

type Freshness = Pick<SignedUrlsOptions, "maxAgeMs" | "now">;

function isFresh({ requestedAt }: Prefetched, { maxAgeMs, now }: Freshness): boolean {
  const age = now() - requestedAt;
  // A negative age: the clock was set back, and the true age is unknown.
  return age >= 0 && age < maxAgeMs;
}

/**
 * Requests a URL at once; the first call of the returned function uses it if it is fresh, later
 * ones request others.
 */
export function signAhead(
  sign: () => Promise<string>,
  freshness: Freshness,
): () => Promise<string> {
  let ahead: Prefetched | null = { url: sign(), requestedAt: freshness.now() };
  // A failure is handled where the URL is used; this prevents an unhandled rejection before.
  ahead.url.catch(() => undefined);
  return () => {
    const ready = ahead;
    ahead = null;
    return ready && isFresh(ready, freshness) ? ready.url : sign();
  };
}

export function createSignedUrls(options: SignedUrlsOptions): SignedUrls {
  const { media, file, uploadId, signal, now } = options;
  const prefetched = new Map<number, Prefetched>();

  async function requestUrl(partNumber: number): Promise<string> {
    try {
      const part = await media.presignPart(file, { partNumber, uploadId }, signal);
      return part.uploadUrl;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not-found") throw error;
      // The service deletes unfinished uploads after some days.
      throw new AppError("upload-lost", error.message, { cause: error });
    }
  }
  function prefetch(partNumber: number): void {
    const url = requestUrl(partNumber);
    // A failure is handled where the URL is used; this prevents an unhandled rejection before.
    url.catch(() => undefined);
    prefetched.set(partNumber, { url, requestedAt: now() });
  }

  function prepare(upcoming: readonly number[]): void {
    for (const next of upcoming.slice(0, options.ahead)) {
      const existing = prefetched.get(next);
      if (!existing || !isFresh(existing, options)) prefetch(next);
    }
  }

  return {
    prepare,
    async take(partNumber, upcoming) {
      const ready = prefetched.get(partNumber);
      prefetched.delete(partNumber);
      const url = ready && isFresh(ready, options) ? ready.url : requestUrl(partNumber);
      prepare(upcoming);
      try {
        return await url;
      } catch (error) {
        // The request in advance may have failed in an outage that is over.
        if (ready && !signal.aborted) return requestUrl(partNumber);
        throw error;
      }
    },
  };
}
