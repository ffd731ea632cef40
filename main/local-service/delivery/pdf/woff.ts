/** Fonts of the Web Open Font Format 1.0 (W3C) as OpenType fonts. */
import { inflateSync } from "node:zlib";

const headerBytes = 44;
const entryBytes = 20;

/** @throws Error for other bytes. */
export function woffToSfnt(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("not a WOFF font");
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_none, index) => {
    const at = headerBytes + index * entryBytes;
    const offset = woff.readUInt32BE(at + 4);
    const stored = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
    const length = woff.readUInt32BE(at + 12);
    const data = stored.length < length ? inflateSync(stored) : stored;
    return { tag: woff.subarray(at, at + 4), checksum: woff.subarray(at + 16, at + 20), data };
  });
  const power = Math.floor(Math.log2(count));
  const head = Buffer.alloc(12);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  let at = head.length + count * 16;
  const directory: Buffer[] = [];
  const contents: Buffer[] = [];
  for (const { tag, checksum, data } of tables) {
    const place = Buffer.alloc(8);
    place.writeUInt32BE(at, 0);
    place.writeUInt32BE(data.length, 4);
    directory.push(tag, checksum, place);
    // Tables begin at multiples of four bytes.
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    contents.push(padded);
    at += padded.length;
  }
  return Buffer.concat([head, ...directory, ...contents]);
}
