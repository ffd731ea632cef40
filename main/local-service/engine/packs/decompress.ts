/**
 * Decompresses files, with a limit on what comes out. Runs in the thread of unpack-thread.ts: it
 * blocks.
 */
import fs from "node:fs";
import { pipeline } from "node:stream/promises";
import { Transform, type TransformCallback } from "node:stream";
import { createGunzip } from "node:zlib";
import bunzip from "seek-bzip";
import { PackError } from "./problems";

const bufferBytes = 1024 * 1024;

export interface DecompressOptions {
  /** The largest number of bytes to write. */
  maxBytes: number;
  /** Called with the number of compressed bytes that were read, about once per MiB. */
  onRead: (bytes: number) => void;
}

const tooLarge = () => new PackError("archive", "the file contains more than it may");
const damaged = () => new PackError("archive", "the compressed file is damaged");

/**
 * Writes the decompressed bytes to a new file.
 * @throws PackError "archive", or the error of the operating system
 */
export async function decompress(
  format: "bz2" | "gz",
  from: string,
  to: string,
  options: DecompressOptions,
): Promise<void> {
  try {
    if (format === "bz2") decompressBzip2(from, to, options);
    else await decompressGzip(from, to, options);
  } catch (error) {
    if (error instanceof PackError) throw error;
    // Both libraries throw errors without a code of the operating system for damaged data.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw error;
    throw damaged();
  }
}

async function decompressGzip(from: string, to: string, { maxBytes, onRead }: DecompressOptions) {
  let read = 0;
  let written = 0;
  const counter = (count: (bytes: number) => void) =>
    new Transform({
      transform(chunk: Buffer, _encoding, done: TransformCallback) {
        try {
          count(chunk.length);
          done(null, chunk);
        } catch (error) {
          done(error as Error);
        }
      },
    });
  await pipeline(
    fs.createReadStream(from, { highWaterMark: bufferBytes }),
    counter((bytes) => onRead((read += bytes))),
    createGunzip(),
    counter((bytes) => {
      if ((written += bytes) > maxBytes) throw tooLarge();
    }),
    fs.createWriteStream(to, { flags: "wx", mode: 0o600 }),
  );
}

function decompressBzip2(from: string, to: string, { maxBytes, onRead }: DecompressOptions): void {
  const input = fs.openSync(from, "r");
  const output = fs.openSync(to, "wx", 0o600);
  const inBuffer = Buffer.allocUnsafe(bufferBytes);
  const outBuffer = Buffer.allocUnsafe(bufferBytes);
  let inStart = 0;
  let inEnd = 0;
  let read = 0;
  let outEnd = 0;
  let written = 0;
  const fill = (): boolean => {
    inStart = 0;
    inEnd = fs.readSync(input, inBuffer, 0, bufferBytes, null);
    read += inEnd;
    onRead(read);
    return inEnd > 0;
  };
  const flush = () => {
    written += outEnd;
    if (written > maxBytes) throw tooLarge();
    for (let at = 0; at < outEnd;) at += fs.writeSync(output, outBuffer, at, outEnd - at);
    outEnd = 0;
  };
  const readByte = () => (inStart < inEnd || fill() ? (inBuffer[inStart++] ?? -1) : -1);
  try {
    bunzip.decode(
      {
        readByte,
        read(buffer, offset, length) {
          for (let count = 0; count < length; count += 1) {
            const byte = readByte();
            if (byte < 0) return count === 0 ? -1 : count;
            buffer[offset + count] = byte;
          }
          return length;
        },
        eof: () => inStart >= inEnd && !fill(),
      },
      {
        writeByte(byte) {
          outBuffer[outEnd] = byte;
          outEnd += 1;
          if (outEnd === bufferBytes) flush();
        },
        flush: () => undefined,
      },
      true,
    );
    flush();
  } finally {
    fs.closeSync(input);
    fs.closeSync(output);
  }
}
