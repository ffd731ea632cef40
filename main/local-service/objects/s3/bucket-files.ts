/** Files of this computer into a bucket, and out of it. */
import { open } from "node:fs/promises";
import { privateFileMode } from "../../../common/private-files";
import { systemCode } from "../../../common/errors";
import type { ObjectBucket } from "../../../remote/s3/object-bucket";
import type { ObjectFacts } from "../../../remote/s3/object-facts";
import type { PartUpload, SentPart } from "../../../remote/s3/part-uploads";

/** A larger file is stored in parts of this size. Memory has two of them. */
const partBytes = 16 * 1024 ** 2;
/** How often a download continues after a failure of the connection. */
const maxAttempts = 5;

/** There is no object at a location, as a missing file. */
export class MissingObject extends Error {
  readonly code = "ENOENT";
  readonly errno = -2;
  constructor() {
    super("ENOENT: an object is missing in the bucket");
  }
}

/** Stores a file. An upload that fails leaves no parts. */
export async function storeFile(
  bucket: ObjectBucket,
  { file, key, contentType }: { file: string; key: string; contentType: string },
  signal?: AbortSignal,
): Promise<Pick<ObjectFacts, "size" | "etag">> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const read = async (first: number) => {
      const bytes = Buffer.alloc(Math.min(partBytes, size - first));
      for (let filled = 0; filled < bytes.length;) {
        const rest = bytes.length - filled;
        const { bytesRead } = await handle.read(bytes, filled, rest, first + filled);
        if (bytesRead === 0) throw new Error("the file became shorter while it was stored");
        filled += bytesRead;
      }
      return bytes;
    };
    if (size <= partBytes)
      return { size, etag: await bucket.put(key, await read(0), contentType, signal) };
    const sendParts = async (upload: PartUpload) => {
      const parts: SentPart[] = [];
      for (let first = 0; first < size; first += 2 * partBytes) {
        const two = [first, first + partBytes].filter((offset) => offset < size);
        const stored = two.map(async (offset) => {
          const number = offset / partBytes + 1;
          const etag = await bucket.putPart(upload, number, await read(offset), signal);
          return { number, etag };
        });
        parts.push(...(await Promise.all(stored)));
      }
      return parts;
    };
    return await bucket.inParts(key, contentType, sendParts, signal);
  } finally {
    await handle.close();
  }
}

/**
 * Downloads an object to a new file. After a failure of the connection the missing bytes are read
 * of the same version. Calls `onSize` before the first byte is written.
 * @throws MissingObject
 */
export async function fetchFile(
  bucket: ObjectBucket,
  { file, key, onSize }: { file: string; key: string; onSize: (bytes: number) => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(file, "wx", privateFileMode);
  try {
    let facts: ObjectFacts | null = null;
    let written = 0;
    for (let attempt = 1; facts === null || written < facts.size; attempt += 1) {
      const found = await bucket.get(key, { first: written, etag: facts?.etag }, signal);
      if (!found) throw new MissingObject();
      if (facts === null) await onSize(found.facts.size);
      facts = found.facts;
      try {
        for await (const chunk of found.body as AsyncIterable<Buffer>) {
          await handle.writeFile(chunk);
          written += chunk.length;
        }
      } catch (error) {
        signal.throwIfAborted();
        if (systemCode(error) === "ENOSPC" || attempt >= maxAttempts) throw error;
      }
      if (written < facts.size && attempt >= maxAttempts)
        throw new Error("an object ends before its announced size");
      if (facts.size === 0) break;
    }
  } finally {
    await handle.close();
  }
}
