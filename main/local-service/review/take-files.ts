/** The files of takes, for listening: bytes with ranges, and the peaks of a waveform. */
import { HttpError } from "../http-error";
import type { ObjectStore } from "../objects/port";
import type { LocalStore } from "../rows/port";
import { peaksOfFile } from "./peaks";
import { sendFile, type Conditions } from "./send-file";

export interface TakeFiles {
  /** The bytes, or a part of them. @throws HttpError 404. */
  send(takeId: number, conditions: Conditions): Promise<Response>;
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
    async send(id, conditions) {
      const { file, bytes, sha256 } = await find(id);
      const headers = headersOf(sha256, "");
      return sendFile({ file, bytes, contentType: "audio/wav", headers }, conditions);
    },
    async peaks(id, ifNoneMatch) {
      const { file, sha256 } = await find(id);
      const headers = {
        ...headersOf(sha256, "-peaks"),
        "content-type": "application/octet-stream",
      };
      if (ifNoneMatch === headers.etag) return new Response(null, { status: 304, headers });
      const blocks: Uint8Array[] = [];
      for await (const block of peaksOfFile(file)) blocks.push(new Uint8Array(block.buffer));
      return new Response(Uint8Array.from(Buffer.concat(blocks)), { status: 200, headers });
    },
  };
}
