/** The requests of interface §4.1 Media. */
import { z } from "zod";
import { AppError } from "../common/errors";
import { fromNetworkError } from "./http/http-errors";
import type { Http } from "./http/http";
import { executedStatuses, hasErrorWords } from "./http/success-answers";
import { asFailedSync } from "./http/tolerant-parse";
import { readStringList } from "./http/string-list";

/**
 * A part in a `complete` request (interface §4.1). The ETag is sent back unchanged, including its
 * quotes.
 */
interface CompletedPart {
  partNumber: number;
  etag: string;
}

type CompleteAnswer = "completed" | "unclear";

/** Uploads in parts. */
export interface PartCalls {
  /**
   * A request for part 1 without an `uploadId` starts an upload. Later parts pass the `uploadId` of
   * the upload.
   */
  presignPart(
    file: MediaFile,
    part: { partNumber: number; uploadId: string | null },
    signal?: AbortSignal,
  ): Promise<{ uploadId: string; uploadUrl: string }>;
  /**
   * Assembles the parts. Not idempotent, so it is not retried; the caller handles a lost response.
   * Resolves with "unclear" if the answer is successful, but not the one that the interface
   * promises.
   */
  complete(
    file: MediaFile,
    upload: { uploadId: string; parts: readonly CompletedPart[] },
    signal?: AbortSignal,
  ): Promise<CompleteAnswer>;
}

export interface Media extends PartCalls {
  /** A URL for one PUT of a complete file. */
  uploadUrl(file: MediaFile, signal?: AbortSignal): Promise<string>;
  /**
   * All paths of the gallery, streamed in chunks. Rejects unless the response is a 200 with a
   * complete list.
   */
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
const partAnswer = z.object({
  uploadId: z.union([z.string().min(1), z.int()]).transform(fromUploadId),
  uploadUrl: z.url(),
});
const completeAnswer = z.object({ message: z.string().min(1) });
/** In milliseconds. Assembling thousands of parts may take minutes. */
const completeTimeoutMs = 10 * 60_000;

/** Uploads in parts by the calls at a path. */
export function createPartCalls(http: Http, path: string): PartCalls {
  return {
    async presignPart(file, { partNumber, uploadId }, signal) {
      const response = await http.json({
        method: "POST",
        path,
        body: {
          action: "presign",
          fileName: file.fileName,
          contentType: file.contentType,
          partNumber,
          ...(uploadId === null ? {} : { uploadId: toUploadId(uploadId) }),
        },
        // A repeated presign request for part 1 leaves an empty upload, which the service deletes
        // later.
        isRepeatable: true,
        signal,
      });
      const part = read(partAnswer, response);
      await http.requireSecure(part.uploadUrl);
      return part;
    },
    async complete(file, { uploadId, parts }, signal) {
      const { value, status, isHtml } = await http.answer({
        method: "POST",
        path,
        body: {
          action: "complete",
          fileName: file.fileName,
          contentType: file.contentType,
          uploadId: toUploadId(uploadId),
          parts: parts.map((part) => ({ ETag: part.etag, PartNumber: part.partNumber })),
        },
        isRepeatable: false,
        judgesMessage: true,
        timeoutMs: completeTimeoutMs,
        signal,
      });
      const promised = completeAnswer.safeParse(value);
      const isClear =
        promised.success &&
        !hasErrorWords(promised.data.message, [file.fileName]) &&
        !isHtml &&
        executedStatuses.has(status);
      return isClear ? "completed" : "unclear";
    },
  };
}

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
    ...createPartCalls(http, "/media/upload-url/multipart"),
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

/**
 * Upload ids are opaque texts. A service whose ids are numbers gets them back as numbers; this
 * application stores them as texts with a prefix that no id of a storage has.
 */
const numberPrefix = "number ";
function fromUploadId(id: string | number): string {
  return typeof id === "number" ? `${numberPrefix}${id}` : id;
}
function toUploadId(id: string): string | number {
  return id.startsWith(numberPrefix) ? Number(id.slice(numberPrefix.length)) : id;
}

function read<T>(schema: z.ZodType<T>, response: unknown): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  // SECURITY: the response may contain a signed URL, so the message contains only the field paths,
  // not the values.
  const fields = parsed.error.issues
    .map((issue) => issue.path.map(String).join("."))
    .filter((field) => field !== "")
    .join(", ");
  const named = fields === "" ? "" : ` (${fields})`;
  throw new AppError("unexpected-answer", `the response has an unexpected format${named}`);
}
