/** The originals of batches and lines, and peaks, for listening (extension "review"). */
import { Readable } from "node:stream";
import type { SourceFacts, SourcePreview } from "../../../preload/contract/review";
import { previewProgress, sourceFacts } from "../../../preload/local-service/batches";
import type { SourceMedia } from "../../../preload/facts/source-paths";
import type { ErrorCode } from "../../../preload/model";
import { AppError } from "../../common/errors";
import { batchPath } from "../batches";
import type { Http } from "../http/http";
import { readStart } from "../http/http-errors";
import { limits } from "../http/limits";
import { createReader, local } from "./read-form";

/** A response whose bytes are read as they arrive. */
export interface OpenedMedia {
  status: 200 | 202 | 206;
  /** Those of `passedHeaders`. */
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

export interface SourceCalls {
  /**
   * `range`: the Range header of the request, or null. Rejects with "not-found" if there is none.
   */
  open(media: SourceMedia, range: string | null, signal?: AbortSignal): Promise<OpenedMedia>;
  facts(batchId: string): Promise<SourceFacts>;
  /**
   * The state of the preview, which the service makes from the first call on (extension
   * "source-previews").
   */
  preview(batchId: string): Promise<SourcePreview>;
}

/** Headers of the service that the window receives. */
const passedHeaders = [
  "content-type",
  "content-length",
  "content-range",
  "accept-ranges",
  "etag",
  "peaks-total",
  "retry-after",
];
const statuses = [200, 202, 206] as const;

export function createSourceCalls(http: Http): SourceCalls {
  const read = createReader(http);
  function pathOf(media: SourceMedia): { path: string; query?: Record<string, string> } {
    if (media.kind === "take-peaks") return { path: `${local}/takes/${media.takeId}/peaks` };
    const batch = `${local}${batchPath(media.batchId)}`;
    if (media.kind === "source") return { path: `${batch}/source` };
    if (media.kind === "preview") return { path: `${batch}/source/preview` };
    if (media.kind === "line") return { path: `${batch}/source/lines/${media.line}` };
    const { level, from, count } = media;
    const query = { level: String(level), from: String(from), count: String(count) };
    return { path: `${batch}/source/peaks`, query };
  }

  return {
    async open(media, range, signal) {
      const { statusCode, headers, body } = await http.response({
        method: "GET",
        ...pathOf(media),
        isRepeatable: true,
        mayBeInStorage: true,
        signal,
        ...(range === null ? {} : { headers: { range } }),
      });
      const status = statuses.find((one) => one === statusCode);
      if (!status) {
        await body.dump().catch(() => undefined);
        throw new AppError("unexpected-answer", `HTTP ${statusCode} instead of a file`);
      }
      const passed = passedHeaders.flatMap((name) => {
        const value = headers[name];
        return typeof value === "string" ? [[name, value] as const] : [];
      });
      return {
        status,
        headers: Object.fromEntries(passed),
        body: Readable.toWeb(body) as ReadableStream<Uint8Array>,
      };
    },
    async preview(batchId) {
      try {
        const { statusCode, body } = await http.response({
          method: "GET",
          ...pathOf({ kind: "preview", workspaceId: "", batchId }),
          isRepeatable: true,
          headers: { range: "bytes=0-0" },
        });
        const text = await readStart(body, limits.errorBodyBytes);
        if (statusCode !== 202) return { state: "ready", progress: 1 };
        return { state: "making", progress: progressIn(text) };
      } catch (error) {
        const state = error instanceof AppError ? previewStates[error.code] : undefined;
        if (!state) throw error;
        return { state, progress: 0 };
      }
    },
    async facts(batchId) {
      const path = `${local}${batchPath(batchId)}/source/facts`;
      const { problem, durationMs, picture } = await read(sourceFacts, { path });
      return {
        problem,
        durationMs,
        pictureCodec: picture?.codec ?? null,
        frameRate: picture?.frameRate ?? null,
        startTimecode: picture?.startTimecode ?? null,
      };
    },
  };
}

/** States by the codes of 404 and 409. */
const previewStates: Partial<Record<ErrorCode, SourcePreview["state"]>> = {
  "not-found": "no-program",
  "invalid-input": "unavailable",
};

function progressIn(body: string): number {
  try {
    return previewProgress.parse(JSON.parse(body)).progress;
  } catch {
    return 0;
  }
}
