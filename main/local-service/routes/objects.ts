/**
 * Handler of pre-signed URLs: receives bytes by PUT, without an access token. Uses node:http
 * directly, for speed.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { maxPutBytes, withoutParameters } from "../objects/file-rules";
import type { Uploads } from "../media/uploads";
import type { Presign, SignedGrant } from "../common/presign";
import { HttpError } from "../common/http-error";

export interface ObjectsDeps {
  presign: Presign;
  uploads: Uploads;
}

/** A connection without data for this long is closed, in milliseconds. */
const idleMs = 5 * 60_000;

/**
 * Handles a PUT to a pre-signed URL: 200 with the ETag, once the bytes are synced to disk. Throws
 * 403 for an invalid, expired or used URL and for a content type other than the signed one; 404 for
 * a closed upload; 411 without a length; 400 over 5 GB; 507 when the disk is full.
 */
export async function receiveObject(
  deps: ObjectsDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "PUT")
    throw new HttpError(405, "only PUT is supported here", { Allow: "PUT" });
  const grant = deps.presign.verify(request.url ?? "");
  checkContentType(request, grant);
  const size = sizeOf(request);
  request.setTimeout(idleMs, () => request.destroy(new Error("no data received in time")));
  if (expectsContinue(request)) response.writeContinue();
  const etag = await deps.uploads.receive(grant, { stream: request, size });
  response.writeHead(200, { ETag: `"${etag}"`, "Content-Length": 0 });
  response.end();
}

function checkContentType(request: IncomingMessage, grant: SignedGrant): void {
  const sent = request.headers["content-type"];
  if (sent !== undefined && withoutParameters(sent) !== grant.contentType)
    throw new HttpError(403, `Content-Type: this URL is signed for ${grant.contentType}`);
}

function sizeOf(request: IncomingMessage): number {
  const text = request.headers["content-length"];
  if (text === undefined) throw new HttpError(411, "Content-Length: is required");
  const size = Number(text);
  if (size > maxPutBytes)
    throw new HttpError(400, `Content-Length: must be at most ${maxPutBytes} bytes`);
  return size;
}

function expectsContinue(request: IncomingMessage): boolean {
  return request.headers.expect?.toLowerCase() === "100-continue";
}
