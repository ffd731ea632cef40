/** The requests of interface §4.1 Media. */
import { z } from "zod";
import { AppError } from "../common/errors";
import { clean, fromNetworkError } from "./http/http-errors";
import type { Http } from "./http/http";
import { asFailedSync } from "./http/tolerant-parse";
import { readStringList } from "./http/string-list";

/** A part in a `complete` request (interface §4.1). The ETag is sent back unchanged, including its quotes. */
export interface CompletedPart {
  partNumber: number;
  etag: string;
}

export interface Media {
  /** A URL for one PUT of a complete file. */
  uploadUrl(file: MediaFile, signal?: AbortSignal): Promise<string>;
  /** A request for part 1 without an `uploadId` starts an upload. Later parts pass the `uploadId` of the upload. */
  presignPart(
    file: MediaFile,
    part: { partNumber: number; uploadId: string | null },
    signal?: AbortSignal,
  ): Promise<{ uploadId: string; uploadUrl: string }>;
  /** Assembles the parts. Not idempotent, so it is not retried; the caller handles a lost response. */
  complete(
    file: MediaFile,
    upload: { uploadId: string; parts: readonly CompletedPart[] },
    signal?: AbortSignal,
  ): Promise<void>;
  /** All paths of the gallery, streamed in chunks. Rejects unless the response is a 200 with a complete list. */
  files(signal?: AbortSignal): AsyncGenerator<string[]>;
  /** Deletes files. A path that ends with "/" deletes a complete folder. */
  deleteFiles(paths: readonly string[]): Promise<void>;
}

export interface MediaFile {
  fileName: string;
  contentType: string;
}

const urlAnswer = z.union([
  z.url(),
  z.object({ uploadUrl: z.url() }).transform((a) => a.uploadUrl),
]);
const partAnswer = z.object({ uploadId: z.string().min(1), uploadUrl: z.url() });
/** In milliseconds. Assembling thousands of parts may take minutes. */
const completeTimeoutMs = 10 * 60_000;

export function createMedia(http: Http): Media {
  return {
    async uploadUrl(file, signal) {
      const response = await http.json({
        method: "POST",
        path: "/media/upload-url",
        body: { fileName: file.fileName, contentType: file.contentType },
        isRepeatable: true,
        allowsPlainText: true,
        signal,
      });
      const url = read(urlAnswer, response);
      await http.requireSecure(url);
      return url;
    },
    async presignPart(file, { partNumber, uploadId }, signal) {
      const response = await http.json({
        method: "POST",
        path: "/media/upload-url/multipart",
        body: {
          action: "presign",
          fileName: file.fileName,
          contentType: file.contentType,
          partNumber,
          ...(uploadId === null ? {} : { uploadId }),
        },
        // A repeated presign request for part 1 leaves an empty upload, which the service deletes later.
        isRepeatable: true,
        signal,
      });
      const part = read(partAnswer, response);
      await http.requireSecure(part.uploadUrl);
      return part;
    },
    async complete(file, { uploadId, parts }, signal) {
      const response = await http.json({
        method: "POST",
        path: "/media/upload-url/multipart",
        body: {
          action: "complete",
          fileName: file.fileName,
          contentType: file.contentType,
          uploadId,
          parts: parts.map((part) => ({ ETag: part.etag, PartNumber: part.partNumber })),
        },
        isRepeatable: false,
        timeoutMs: completeTimeoutMs,
        signal,
      });
      // The storage of a service may fail after the status 200 is sent. The body then contains the error.
      if (typeof response === "object" && response !== null && "error" in response) {
        throw new AppError(
          "service-error",
          `complete: ${clean(JSON.stringify(response.error), 200)}`,
        );
      }
    },
    async *files(signal) {
      const body = await http
        .stream({ method: "GET", path: "/media/files", isRepeatable: true, signal })
        .catch((error: unknown) => {
          throw asFailedSync(error);
        });
      try {
        yield* readStringList(body as AsyncIterable<Buffer>);
      } catch (error) {
        if (signal?.aborted) throw signal.reason;
        throw fromNetworkError(error);
      } finally {
        body.destroy();
      }
    },
    async deleteFiles(paths) {
      await http.json({
        method: "POST",
        path: "/media/files/delete",
        body: { paths },
        isRepeatable: true,
      });
    },
  };
}

function read<T>(schema: z.ZodType<T>, response: unknown): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  // SECURITY: the response may contain a signed URL, so the message contains only the field paths, not the values.
  const fieldPaths = parsed.error.issues
    .map((issue) => issue.path.map(String).join("."))
    .join(", ");
  throw new AppError("unexpected-answer", `the response has an unexpected format (${fieldPaths})`);
}
