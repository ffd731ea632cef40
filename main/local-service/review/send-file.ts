/** Sends an object, or the range of it that a request names. */
import { Readable } from "node:stream";
import { parseRange } from "../../common/byte-ranges";
import { mediaTypeOf } from "../../../preload/facts/source-paths";
import { HttpError } from "../common/http-error";
import type { ObjectStore, OpenedObject } from "../objects/port";

export interface SentFile {
  /** It is closed afterwards, also if none of its bytes are sent. */
  file: OpenedObject;
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
  const close = () => void file.close();
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
  return new Response(Readable.toWeb(file.stream(first, end)) as ReadableStream, {
    status: part ? 206 : 200,
    headers: {
      ...headers,
      "content-length": String(last - first + 1),
      ...(part ? { "content-range": `bytes ${first}-${last}/${bytes}` } : {}),
    },
  });
}

export interface SentObject extends Omit<SentFile, "file"> {
  location: string;
  /** How long a URL of its bytes is valid. */
  urlSeconds: number;
  /** The message of the 404 for an object without bytes, or of another size. */
  missing: string;
}

/**
 * As `sendFile`, from the store: 307 to the bytes where clients can read them without this service.
 * @throws HttpError 404.
 */
export async function sendObject(
  objects: Pick<ObjectStore, "open" | "readUrl">,
  { location, urlSeconds, missing, ...sent }: SentObject,
  conditions: Conditions,
): Promise<Response> {
  const file = await objects.open(location);
  if (file?.size !== sent.bytes) {
    await file?.close();
    throw new HttpError(404, missing);
  }
  return (
    (await redirect(objects, { ...sent, file, location, urlSeconds }, conditions)) ??
    sendFile({ ...sent, file }, conditions)
  );
}

/** Null if this service sends the bytes, and for a version that the client has. */
export async function redirect(
  objects: Pick<ObjectStore, "readUrl">,
  sent: SentFile & Pick<SentObject, "location" | "urlSeconds">,
  { ifNoneMatch }: Conditions,
): Promise<Response | null> {
  const { file, location, urlSeconds: seconds, contentType, headers } = sent;
  if (ifNoneMatch === headers.etag) return null;
  // SECURITY: as `sendFile`, the bytes are of a type that clients do not interpret.
  const shown = { seconds, contentType: mediaTypeOf(contentType), name: null };
  const url = await objects.readUrl(location, shown);
  if (url === null) return null;
  await file.close();
  // The URL expires much earlier than the bytes that it leads to.
  const own = { ...headers, "cache-control": "private, no-store", location: url };
  return new Response(null, { status: 307, headers: own });
}
