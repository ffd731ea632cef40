/** The calls of interface §4.1 Media. */
import { z } from "zod";
import { AppError } from "../common/errors";
import { clean, fromNetworkError } from "./http-errors";
import type { Http } from "./http";
import { asFailedSync } from "./tolerant-parse";
import { readStringList } from "./string-list";

/** A part as `complete` names it (interface §4.1): the ETag goes back as it came, quotes included. */
export interface CompletedPart {
  partNumber: number;
  etag: string;
}

export interface Media {
  /** A URL for one PUT of a whole file. */
  uploadUrl(file: MediaFile, signal?: AbortSignal): Promise<string>;
  /** Part 1 without an id begins an upload; every later part names it. */
  presignPart(
    file: MediaFile,
    part: { partNumber: number; uploadId: string | null },
    signal?: AbortSignal,
  ): Promise<{ uploadId: string; uploadUrl: string }>;
  /** Puts the parts together. Not repeatable: a lost answer is for the caller to resolve. */
  complete(
    file: MediaFile,
    upload: { uploadId: string; parts: readonly CompletedPart[] },
    signal?: AbortSignal,
  ): Promise<void>;
  /** All paths of the gallery, in batches as they arrive. Rejects unless the service answers 200 with a whole list. */
  files(signal?: AbortSignal): AsyncGenerator<string[]>;
  /** Deletes files, and whole folders by paths ending in "/". */
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
/** Putting thousands of parts together may take minutes. */
const completeTimeoutMs = 10 * 60_000;

export function createMedia(http: Http): Media {
  return {
    async uploadUrl(file, signal) {
      const answer = await http.json({
        method: "POST",
        path: "/media/upload-url",
        body: { fileName: file.fileName, contentType: file.contentType },
        isRepeatable: true,
        allowsPlainText: true,
        signal,
      });
      const url = read(urlAnswer, answer);
      await http.requireSecure(url);
      return url;
    },
    async presignPart(file, { partNumber, uploadId }, signal) {
      const answer = await http.json({
        method: "POST",
        path: "/media/upload-url/multipart",
        body: {
          action: "presign",
          fileName: file.fileName,
          contentType: file.contentType,
          partNumber,
          ...(uploadId === null ? {} : { uploadId }),
        },
        // A first presign asked for twice leaves an empty upload behind, which the service sweeps.
        isRepeatable: true,
        signal,
      });
      const part = read(partAnswer, answer);
      await http.requireSecure(part.uploadUrl);
      return part;
    },
    async complete(file, { uploadId, parts }, signal) {
      const answer = await http.json({
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
      // Storage behind a service may fail after its 200 has begun, and say so in the body.
      if (typeof answer === "object" && answer !== null && "error" in answer) {
        throw new AppError(
          "service-error",
          `complete: ${clean(JSON.stringify(answer.error), 200)}`,
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

function read<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  // SECURITY: what came may hold a signed URL, so only the places are named, never the values.
  const places = parsed.error.issues.map((issue) => issue.path.map(String).join(".")).join(", ");
  throw new AppError("unexpected-answer", `the service's answer is not as expected (${places})`);
}
