/** What the window of a test hears in a review: a short take, and peaks. */
import { wavHeader } from "../../main/local-service/engine/sound/wav";
import { mediaOfPath } from "../../preload/facts/source-paths";
import { takeOfPath } from "../../preload/facts/review";

interface Media {
  body: Uint8Array;
  headers: Record<string, string>;
}

/** 10 ms of silence. */
const take = Buffer.concat([
  wavHeader({ channels: 1, sampleRate: 48_000 }, 480),
  Buffer.alloc(960),
]);

/** Pairs of words with pauses between them. */
function speech(from: number, count: number): Uint8Array {
  const pairs = new Int8Array(2 * count);
  for (let index = 0; index < count; index += 1) {
    const at = from + index;
    const word = Math.max(0, Math.sin(at / 40)) * (at % 900 < 600 ? 1 : 0);
    const level = Math.round(100 * word * (0.6 + 0.4 * Math.sin(at * 1.7)));
    pairs[2 * index] = -level;
    pairs[2 * index + 1] = level;
  }
  return new Uint8Array(pairs.buffer);
}

/** The file at a path of the window, or null. There is no video. */
export function reviewMedia(pathname: string): Media | null {
  if (takeOfPath(pathname)) return { body: take, headers: { "content-type": "audio/wav" } };
  const media = mediaOfPath(pathname);
  if (media?.kind === "take-peaks") return { body: speech(media.takeId * 10, 345), headers: {} };
  if (media?.kind !== "peaks") return null;
  return { body: speech(media.from, media.count), headers: { "peaks-total": "1000000" } };
}
