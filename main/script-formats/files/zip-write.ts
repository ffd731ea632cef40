/** Writes zip containers with the minimal features that office programs require. */
import { promisify } from "node:util";
import { crc32, deflateRaw, deflateRawSync } from "node:zlib";

/** 1 January 1980: a constant date, so that the same parts always result in the same container. */
const date = 0x21;
/** Names are UTF-8. */
const flags = 0x0800;
const deflated = 8;

export interface ZipPart {
  name: string;
  data: Buffer;
  /** The result of `pack`; without it the part is compressed synchronously. */
  packed?: Buffer;
}

/** Compresses the data of a large part in the pool of libuv. */
export const pack: (data: Buffer) => Promise<Buffer> = promisify(deflateRaw);

/**
 * A container of these parts, in the given order. Without the 64-bit extension of zip: sizes have
 * to be below 4 GiB.
 */
export function writeZip(parts: Iterable<ZipPart>): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let count = 0;
  for (const { name, data, packed = deflateRawSync(data) } of parts) {
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(deflated, 4);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(label.length, 22);
    const local = Buffer.concat([mark(0x04034b50), common, label, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([mark(0x02014b50), version, common, rest, label]));
    chunks.push(local);
    offset += local.length;
    count += 1;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...chunks, listed, mark(0x06054b50), end]);
}

const version = Buffer.from([20, 0]);

function mark(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
