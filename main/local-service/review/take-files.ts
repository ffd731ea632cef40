/** The files of takes, for listening: bytes with ranges, and the peaks of a waveform. */
import { HttpError } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import type { TakeRows } from "../rows/dubs/dub-port";
import { joinPeaks, peaksOfFile, samplesPerPeak } from "./peaks";
import { sendObject, type Conditions } from "./send-file";

export interface TakeFiles {
  /** The bytes, or a part of them. @throws HttpError 404. */
  send(takeId: number, conditions: Conditions): Promise<Response>;
  /**
   * Pairs of the least and the largest value of `level` samples, as int8.
   * @throws HttpError 404.
   */
  peaks(
    takeId: number,
    part: { level?: number | undefined; from?: number | undefined; count?: number | undefined },
    ifNoneMatch: string | undefined,
  ): Promise<Response>;
}

/** How long a URL of a take is valid, in seconds: it is read at once. */
const urlSeconds = 60;

async function readPeaks(file: string): Promise<Buffer> {
  const blocks: Uint8Array[] = [];
  for await (const block of peaksOfFile(file)) blocks.push(new Uint8Array(block.buffer));
  return Buffer.concat(blocks);
}

export function createTakeFiles(store: TakeRows, objects: ObjectStore): TakeFiles {
  async function find(id: number) {
    const take = await store.findTakeFile(id);
    if (!take) throw new HttpError(404, "takeId: unknown, or not made");
    return take;
  }
  /** A take never changes, so its bytes are valid as long as its id. */
  const headersOf = (sha256: string, name: string) => ({
    etag: `"${sha256}${name}"`,
    "cache-control": "private, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });

  return {
    async send(id, conditions) {
      const { location, bytes, sha256 } = await find(id);
      const headers = headersOf(sha256, "");
      const missing = "takeId: its file is missing, or was changed";
      return sendObject(
        objects,
        { location, bytes, contentType: "audio/wav", headers, urlSeconds, missing },
        conditions,
      );
    },
    async peaks(id, { level = samplesPerPeak, from = 0, count = Infinity }, ifNoneMatch) {
      const { location, sha256 } = await find(id);
      const headers = {
        ...headersOf(sha256, `-${level}-${from}-${count}`),
        "content-type": "application/octet-stream",
      };
      if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers });
      // A take is 10 minutes at most.
      const stored = await objects.withFile(location, readPeaks, new AbortController().signal);
      const pairs = joinPeaks(new Int8Array(stored), level / samplesPerPeak);
      const part = pairs.slice(2 * from, 2 * (from + count));
      return new Response(part.buffer, {
        status: 200,
        headers: { ...headers, "peaks-total": String(pairs.length / 2) },
      });
    },
  };
}
