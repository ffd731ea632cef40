/**
 * Pre-signed URLs of one multipart upload, asked for a little ahead of need: early enough that a lane does not
 * wait for the answer, late enough that none expires unused.
 */
import { AppError } from "../../common/errors";
import type { Media, MediaFile } from "../../remote/media";

export interface SignedUrlsOptions {
  media: Pick<Media, "presignPart">;
  file: MediaFile;
  uploadId: string;
  /** How many to ask for ahead. */
  ahead: number;
  /** Milliseconds after which a URL is no longer used. */
  maxAgeMs: number;
  now: () => number;
  signal: AbortSignal;
}

export interface SignedUrls {
  /** A URL for this part, used once. `upcoming` are the parts to come, in order. */
  take(partNumber: number, upcoming: readonly number[]): Promise<string>;
}

export function createSignedUrls(options: SignedUrlsOptions): SignedUrls {
  const { media, file, uploadId, signal, now } = options;
  const held = new Map<number, { url: Promise<string>; askedAt: number }>();

  const isFresh = (askedAt: number) => {
    const age = now() - askedAt;
    // A clock that was set back makes an age negative: such a URL's true age is unknown.
    return age >= 0 && age < options.maxAgeMs;
  };
  async function ask(partNumber: number): Promise<string> {
    try {
      const answer = await media.presignPart(file, { partNumber, uploadId }, signal);
      return answer.uploadUrl;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "not-found") throw error;
      // The service swept it: an upload that is not finished lives for some days only.
      throw new AppError("upload-lost", error.message, { cause: error });
    }
  }
  function askAhead(partNumber: number): void {
    const url = ask(partNumber);
    // A failure is met by whoever takes it; until then nobody listens.
    url.catch(() => undefined);
    held.set(partNumber, { url, askedAt: now() });
  }

  return {
    async take(partNumber, upcoming) {
      const ready = held.get(partNumber);
      held.delete(partNumber);
      const url = ready && isFresh(ready.askedAt) ? ready.url : ask(partNumber);
      for (const next of upcoming.slice(0, options.ahead)) {
        const existing = held.get(next);
        if (!existing || !isFresh(existing.askedAt)) askAhead(next);
      }
      try {
        return await url;
      } catch (error) {
        // One asked for ahead may have failed in an outage that is over.
        if (ready && !signal.aborted) return ask(partNumber);
        throw error;
      }
    },
  };
}
