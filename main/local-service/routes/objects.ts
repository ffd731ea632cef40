/** Where pre-signed URLs lead: bytes come in by PUT, and no token is asked for. Plain node:http, for speed. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { maxPutBytes } from "../media/rules";
import type { Uploads } from "../media/uploads";
import type { Presign, SignedGrant } from "../presign";
import { HttpProblem } from "../problem";

export interface ObjectsDeps {
  presign: Presign;
  uploads: Uploads;
}

/** A sender that is silent for this long is gone. In milliseconds. */
const silenceMs = 5 * 60_000;

/**
 * Answers a PUT to a pre-signed URL: 200 with the ETag, once the bytes are on disk. 403 for a bad, expired or used
 * URL and for another content type than the signed one; 404 for an upload that is gone; 411 without a length; 400
 * over 5 GB; 507 when the disk is full. All of these are thrown.
 */
export async function receiveObject(
  deps: ObjectsDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== "PUT") throw new HttpProblem(405, "only PUT here", { Allow: "PUT" });
  const grant = deps.presign.verify(request.url ?? "");
  checkContentType(request, grant);
  const size = sizeOf(request);
  request.setTimeout(silenceMs, () => request.destroy(new Error("the sender fell silent")));
  if (expectsContinue(request)) response.writeContinue();
  const etag = await deps.uploads.receive(grant, { stream: request, size });
  response.writeHead(200, { ETag: `"${etag}"`, "Content-Length": 0 });
  response.end();
}

function checkContentType(request: IncomingMessage, grant: SignedGrant): void {
  const sent = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (sent !== undefined && sent !== grant.contentType)
    throw new HttpProblem(403, `Content-Type: this URL is signed for ${grant.contentType}`);
}

function sizeOf(request: IncomingMessage): number {
  const text = request.headers["content-length"];
  if (text === undefined) throw new HttpProblem(411, "Content-Length: is required");
  const size = Number(text);
  if (size > maxPutBytes)
    throw new HttpProblem(400, `Content-Length: must be at most ${maxPutBytes} bytes`);
  return size;
}

function expectsContinue(request: IncomingMessage): boolean {
  return request.headers.expect?.toLowerCase() === "100-continue";
}
