/** The bytes of the files of the media gallery (extension "media-files"). */
import type { Dispatcher } from "../../common/http/undici";
import { AppError } from "../../common/errors";
import type { Http } from "../http/http";
import { fromNetworkError } from "../http/http-errors";
import { local } from "./read-form";

/**
 * A file whose bytes are being received. The caller reads `chunks` to the end, leaves the loop, or
 * discards it.
 */
export interface OpenedFile {
  /** As the service announces it. */
  bytes: number;
  /**
   * Rejects with the error of the connection. Its end does not prove that all bytes were received.
   */
  chunks: AsyncIterable<Uint8Array>;
  discard(): Promise<void>;
}

export interface FileCalls {
  /** Rejects with "not-found" if the file is not in the gallery. `signal` also ends a transfer. */
  open(path: string, signal: AbortSignal): Promise<OpenedFile>;
}

export function createFileCalls(http: Http): FileCalls {
  return {
    async open(galleryPath, signal) {
      if (/\p{Surrogate}/u.test(galleryPath))
        throw new AppError("not-found", "the path is not well-formed Unicode");
      const path = `${local}/files/${encodeURIComponent(galleryPath)}`;
      const { statusCode, headers, body } = await http.response({
        method: "GET",
        path,
        isRepeatable: true,
        mayBeInStorage: true,
        signal,
        headers: { accept: "*/*" },
      });
      const discard = () => body.dump().catch(() => undefined);
      const length = headers["content-length"];
      if (statusCode !== 200 || typeof length !== "string" || !/^\d{1,15}$/.test(length)) {
        await discard();
        throw new AppError(
          "unexpected-answer",
          `HTTP ${statusCode} instead of a file of known size`,
        );
      }
      return { bytes: Number(length), chunks: chunksOf(body), discard };
    },
  };
}

/** The bytes of a body, with the errors of the connection. */
export async function* chunksOf(body: Dispatcher.ResponseData["body"]): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw fromNetworkError(error);
  }
}
