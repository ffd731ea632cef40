/** The files of takes, for listening: bytes with ranges, and the peaks of a waveform. */
import { open } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { HttpError } from "../http-error";
import { bytesPerSample, readWavLayout, WavError } from "../engine/sound/wav";
import type { ObjectStore } from "../objects/port";
import type { LocalStore } from "../rows/port";

/** Samples of each pair of peaks. */
export const samplesPerPeak = 256;
/** Bytes read at once. */
const blockBytes = 1024 ** 2;

export interface TakeFiles {
  /** The bytes, or a part of them. `range` and `ifNoneMatch`: the headers of the request. @throws HttpError 404, 416. */
  send(
    takeId: number,
    range: string | undefined,
    ifNoneMatch: string | undefined,
  ): Promise<Response>;
  /** The least and the largest value of every 256 samples, alternately, as int8. @throws HttpError 404. */
  peaks(takeId: number, ifNoneMatch: string | undefined): Promise<Response>;
}

export function createTakeFiles(store: LocalStore, objects: ObjectStore): TakeFiles {
  async function find(id: number) {
    const take = await store.findTakeFile(id);
    if (!take) throw new HttpError(404, "takeId: unknown, or not made");
    return { ...take, file: objects.fileAt(take.location) };
  }
  /** A take never changes, so its bytes are valid as long as its id. */
  const headersOf = (sha256: string, name: string) => ({
    etag: `"${sha256}${name}"`,
    "cache-control": "private, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });

  return {
    async send(id, range, ifNoneMatch) {
      const { file, bytes, sha256 } = await find(id);
      const headers = {
        ...headersOf(sha256, ""),
        "accept-ranges": "bytes",
        "content-type": "audio/wav",
      };
      if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers });
      const part = parseRange(range, bytes);
      if (part === "invalid") {
        const unsatisfied = { ...headers, "content-range": `bytes */${bytes}` };
        return new Response(null, { status: 416, headers: unsatisfied });
      }
      const { first, last } = part ?? { first: 0, last: bytes - 1 };
      const stream = createReadStream(file, { start: first, end: last });
      return new Response(Readable.toWeb(stream) as ReadableStream, {
        status: part ? 206 : 200,
        headers: {
          ...headers,
          "content-length": String(last - first + 1),
          ...(part ? { "content-range": `bytes ${first}-${last}/${bytes}` } : {}),
        },
      });
    },
    async peaks(id, ifNoneMatch) {
      const { file, sha256 } = await find(id);
      const headers = {
        ...headersOf(sha256, "-peaks"),
        "content-type": "application/octet-stream",
      };
      if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers });
      const peaks = await peaksOf(file);
      return new Response(Uint8Array.from(new Uint8Array(peaks.buffer)), { status: 200, headers });
    },
  };
}

/** A single range of a Range header; null without one, or for one that is not understood (RFC 9110, 14.2). */
export function parseRange(
  header: string | undefined,
  size: number,
): { first: number; last: number } | "invalid" | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? "");
  if (!match || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  return first > last || first >= size ? "invalid" : { first, last };
}

/** Pairs of the least and the largest of every 256 samples of a mono file, in 1/128 of full scale. */
async function peaksOf(file: string): Promise<Int8Array> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const header = Buffer.alloc(Math.min(size, 4096));
    await handle.read(header, 0, header.length, 0);
    const read = (position: number, length: number) => header.subarray(position, position + length);
    const layout = readWavLayout(read, size);
    if (layout.channels !== 1) throw new WavError("the take is not mono");
    const peaks = new Int8Array(2 * Math.ceil(layout.frames / samplesPerPeak));
    const block = Buffer.alloc(blockBytes);
    let frame = 0;
    while (frame < layout.frames) {
      const wanted = Math.min(blockBytes, (layout.frames - frame) * bytesPerSample);
      const position = layout.dataStart + frame * bytesPerSample;
      const { bytesRead } = await handle.read(block, 0, wanted, position);
      const count = Math.floor(bytesRead / bytesPerSample);
      if (count === 0) break;
      for (let index = 0; index < count; index += 1) {
        const value = block.readInt16LE(index * bytesPerSample) >> 8;
        const at = 2 * Math.floor((frame + index) / samplesPerPeak);
        if (value < (peaks[at] ?? 0)) peaks[at] = value;
        if (value > (peaks[at + 1] ?? 0)) peaks[at + 1] = value;
      }
      frame += count;
    }
    return peaks;
  } finally {
    await handle.close();
  }
}
