/** Sends a file, or the range of it that a request names. */
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { parseRange } from "../../common/byte-ranges";
import { mediaTypeOf } from "../../../preload/facts/source-paths";
import type { OpenedObject } from "../objects/port";

export interface SentFile {
  /**
   * Absolute; or an opened object, which is closed afterwards, also if none of its bytes are sent.
   */
  file: string | OpenedObject;
  bytes: number;
  /** Sent if it is a type of audio or video; see `mediaTypeOf`. */
  contentType: string;
  /** ETag, Cache-Control and the like. */
  headers: Readonly<Record<string, string>> & { etag: string };
}

/** The headers of a request that select what is sent. */
export interface Conditions {
  range: string | undefined;
  ifNoneMatch: string | undefined;
}

/**
 * 200 with the whole file, 206 with a range, 304 for the version that the client has, 416 for
 * another range.
 */
export function sendFile(
  { file, bytes, contentType, headers: own }: SentFile,
  { range, ifNoneMatch }: Conditions,
): Response {
  const headers = {
    ...own,
    "accept-ranges": "bytes",
    "content-type": mediaTypeOf(contentType),
    "x-content-type-options": "nosniff",
  };
  const close = () => (typeof file === "string" ? undefined : void file.close());
  if (ifNoneMatch === own.etag) {
    close();
    return new Response(null, { status: 304, headers });
  }
  const part = parseRange(range, bytes);
  if (part === "invalid") {
    close();
    const unsatisfied = { ...headers, "content-range": `bytes */${bytes}` };
    return new Response(null, { status: 416, headers: unsatisfied });
  }
  const { first, last } = part ?? { first: 0, last: bytes - 1 };
  const end = Math.max(first, last);
  const stream =
    typeof file === "string"
      ? createReadStream(file, { start: first, end })
      : file.stream(first, end);
  return new Response(Readable.toWeb(stream) as ReadableStream, {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "content-length": String(last - first + 1),
      ...(part ? { "content-range": `bytes ${first}-${last}/${bytes}` } : {}),
    },
  });
}
