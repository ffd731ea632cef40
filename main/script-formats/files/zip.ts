/** Opens the zip containers of .xlsx and .docx within the limits of limits.ts. */
import { constants, crc32, inflateRawSync } from "node:zlib";
import { maxPartBytes, maxParts, maxRatio, maxUnpackedBytes, minBytesForRatio } from "../limits";
import { UnreadableFile } from "../problems";

export interface Zip {
  names: readonly string[];
  /** Names are compared exactly; if there is none, without case. */
  has(name: string): boolean;
  /** Unpacks a part; throws `UnreadableFile` if it is missing, damaged, or larger than declared. */
  read(name: string): Buffer;
}

interface Entry {
  name: string;
  method: number;
  crc: number;
  packed: number;
  unpacked: number;
  offset: number;
}

const damaged = () => new UnreadableFile("damaged");

function directoryOf(file: Buffer): { at: number; count: number } {
  // The end record has 22 bytes and a comment of at most 65,535 bytes.
  const lowest = Math.max(0, file.length - 22 - 0xffff);
  for (let at = file.length - 22; at >= lowest; at -= 1) {
    if (file.readUInt32LE(at) !== 0x06054b50) continue;
    const count = file.readUInt16LE(at + 10);
    const start = file.readUInt32LE(at + 16);
    // Zip64 is for files larger than our limits, but some programs always write it.
    if (count !== 0xffff && start !== 0xffffffff) return { at: start, count };
    const locator = at - 20;
    if (locator < 0 || file.readUInt32LE(locator) !== 0x07064b50) throw damaged();
    const record = Number(file.readBigUInt64LE(locator + 8));
    if (record + 56 > file.length || file.readUInt32LE(record) !== 0x06064b50) throw damaged();
    return {
      count: Number(file.readBigUInt64LE(record + 32)),
      at: Number(file.readBigUInt64LE(record + 48)),
    };
  }
  throw damaged();
}

/**
 * Sizes that do not fit into 32 bits are stored in an extra field, in this order, each only if
 * needed.
 */
function wideSizes(entry: Entry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    for (const field of ["unpacked", "packed", "offset"] as const) {
      if (entry[field] !== 0xffffffff || next + 8 > extra.length) continue;
      entry[field] = Number(extra.readBigUInt64LE(next));
      next += 8;
    }
  }
}

function readEntries(file: Buffer): Map<string, Entry> {
  const { at: start, count } = directoryOf(file);
  if (count > maxParts) throw new UnreadableFile("unpacked");
  const entries = new Map<string, Entry>();
  let at = start;
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    const extraEnd = nameEnd + file.readUInt16LE(at + 30);
    const entry: Entry = {
      // Some old programs write backslashes.
      name: file.toString("utf8", at + 46, nameEnd).replaceAll("\\", "/"),
      method: file.readUInt16LE(at + 10),
      crc: file.readUInt32LE(at + 16),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      offset: file.readUInt32LE(at + 42),
    };
    wideSizes(entry, file.subarray(nameEnd, extraEnd));
    if ((file.readUInt16LE(at + 8) & 1) !== 0) throw new UnreadableFile("encrypted");
    total += entry.unpacked;
    // SECURITY: rejected by the declared size, before any byte is unpacked; `read` enforces the
    // declared size.
    if (
      total > maxUnpackedBytes ||
      (entry.unpacked > minBytesForRatio && entry.unpacked > entry.packed * maxRatio)
    ) {
      throw new UnreadableFile("unpacked");
    }
    entries.set(entry.name, entry);
    at = extraEnd + file.readUInt16LE(at + 32);
  }
  return entries;
}

/**
 * Opens a container. Throws `UnreadableFile`: "damaged", "encrypted", or "unpacked" for a zip bomb.
 */
export function openZip(bytes: Uint8Array): Zip {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < 22) throw damaged();
  let entries: Map<string, Entry>;
  try {
    entries = readEntries(file);
  } catch (error) {
    // An offset points outside of the file.
    throw error instanceof UnreadableFile ? error : damaged();
  }
  let left = maxPartBytes;
  // Some programs write the name of a part and the reference to it in different case; office
  // programs open such files.
  const byLowerCase = new Map([...entries.values()].map((one) => [one.name.toLowerCase(), one]));
  const entryOf = (name: string) => entries.get(name) ?? byLowerCase.get(name.toLowerCase());

  function unpack(entry: Entry): Buffer {
    const { offset, packed, unpacked } = entry;
    if (offset + 30 > file.length || file.readUInt32LE(offset) !== 0x04034b50) throw damaged();
    const from = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    if (from + packed > file.length) throw damaged();
    if (unpacked > left) throw new UnreadableFile("unpacked");
    const data = file.subarray(from, from + packed);
    if (entry.method === 0) return data;
    if (entry.method !== 8) throw damaged();
    // SECURITY: unpacking stops when the output exceeds the declared size.
    return inflateRawSync(data, {
      maxOutputLength: Math.max(unpacked, 1),
      finishFlush: constants.Z_FINISH,
    });
  }

  function read(name: string): Buffer {
    const entry = entryOf(name);
    if (entry === undefined) throw damaged();
    let data: Buffer;
    try {
      data = unpack(entry);
    } catch (error) {
      if (error instanceof UnreadableFile) throw error;
      const code = error instanceof Error && "code" in error ? error.code : "";
      throw new UnreadableFile(code === "ERR_BUFFER_TOO_LARGE" ? "unpacked" : "damaged");
    }
    left -= data.length;
    if (data.length !== entry.unpacked || crc32(data) !== entry.crc) throw damaged();
    return data;
  }

  return {
    names: [...entries.keys()],
    has: (name) => entryOf(name) !== undefined,
    read,
  };
}
