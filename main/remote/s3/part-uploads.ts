/** Uploads in parts, which a bucket joins. */
import { AppError } from "../../common/errors";
import { refuseStorageBody } from "../http/success-answers";
import type { BucketRequest, createBucketRequests } from "./bucket-requests";
import { isMissing, headerOf, withoutQuotes, type Etag, type ObjectFacts } from "./object-facts";
import { readPartList, textIn, type StoredPart } from "./responses";

export interface PartUpload {
  key: string;
  /** The id of the storage service. */
  uploadId: string;
}

export type SentPart = Pick<StoredPart, "number" | "etag">;

/** All methods reject with an AppError. */
export interface PartUploads {
  /**
   * Stores an object in the parts that `sendParts` resolves with. If it rejects, or they cannot be
   * joined, the parts are removed.
   */
  inParts(
    key: string,
    contentType: string,
    sendParts: (upload: PartUpload) => Promise<SentPart[]>,
    signal?: AbortSignal,
  ): Promise<ObjectFacts>;
  beginParts(key: string, contentType: string, signal?: AbortSignal): Promise<PartUpload>;
  putPart(
    upload: PartUpload,
    number: number,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<Etag>;
  /** In order; null for an upload that is unknown, complete or aborted. */
  listParts(upload: PartUpload, signal?: AbortSignal): Promise<StoredPart[] | null>;
  /** Joins parts into the object. May be repeated after it was done. */
  finishParts(
    upload: PartUpload,
    parts: readonly SentPart[],
    signal?: AbortSignal,
  ): Promise<ObjectFacts>;
  /** Ignores an unknown upload. */
  abortParts(upload: PartUpload, signal?: AbortSignal): Promise<void>;
}

export interface PartUploadDeps {
  send: ReturnType<typeof createBucketRequests>["send"];
  /** Sends a request of which only the headers matter. */
  sendForHeaders: (call: BucketRequest) => Promise<Parameters<typeof headerOf>[0]>;
  head: (key: string, signal?: AbortSignal) => Promise<ObjectFacts | null>;
  /** Rejects for a missing object. */
  requireFacts: (key: string, signal?: AbortSignal) => Promise<ObjectFacts>;
}

export function createPartUploads(deps: PartUploadDeps): PartUploads {
  const { send, sendForHeaders, head, requireFacts } = deps;

  async function beginParts(key: string, contentType: string, signal?: AbortSignal) {
    const answer = await send({
      method: "POST",
      key,
      query: { uploads: "" },
      headers: { "content-type": contentType },
      action: "begin an upload",
      signal,
    });
    const uploadId = textIn(answer, "UploadId");
    if (uploadId === "")
      throw new AppError("unexpected-answer", "the storage service names no id of an upload");
    return { key, uploadId };
  }

  async function listParts({ key, uploadId }: PartUpload, signal?: AbortSignal) {
    const parts: StoredPart[] = [];
    try {
      for (let after = 0; ;) {
        const query = { uploadId, "max-parts": "1000", "part-number-marker": String(after) };
        const page = readPartList(
          await send({ method: "GET", key, query, action: "list parts", signal }),
        );
        parts.push(...page.parts);
        const last = page.parts.at(-1)?.number ?? 0;
        if (!page.isTruncated || last <= after) return parts;
        after = last;
      }
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function finishParts(
    { key, uploadId }: PartUpload,
    parts: readonly SentPart[],
    signal?: AbortSignal,
  ): Promise<ObjectFacts> {
    const listed = parts
      .map(
        ({ number, etag }) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>"${etag}"</ETag></Part>`,
      )
      .join("");
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${listed}</CompleteMultipartUpload>`;
    try {
      const answer = await send({
        method: "POST",
        key,
        query: { uploadId },
        headers: { "content-type": "application/xml" },
        body: Buffer.from(xml),
        action: "complete an upload",
        signal,
      });
      // S3 sends 200 before it has joined the parts, and an error afterwards.
      refuseStorageBody("bucket", undefined, answer);
    } catch (error) {
      signal?.throwIfAborted();
      // Ceph responds with 500 for an upload that does not exist any more.
      if ((await listParts({ key, uploadId }, signal)) !== null) throw error;
      // The answer to an earlier attempt was lost.
      const facts = await head(key, signal);
      if (facts) return facts;
      throw new AppError("not-found", "the upload was ended", { cause: error });
    }
    return requireFacts(key, signal);
  }

  async function abortParts({ key, uploadId }: PartUpload, signal?: AbortSignal): Promise<void> {
    try {
      await send({ method: "DELETE", key, query: { uploadId }, action: "end an upload", signal });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  return {
    async inParts(key, contentType, sendParts, signal) {
      const upload = await beginParts(key, contentType, signal);
      try {
        return await finishParts(upload, await sendParts(upload), signal);
      } catch (error) {
        // The error below is reported instead: parts that were not removed are no object.
        await abortParts(upload).catch(() => undefined);
        throw error;
      }
    },
    beginParts,
    listParts,
    finishParts,
    abortParts,
    async putPart({ key, uploadId }, number, bytes, signal) {
      const headers = await sendForHeaders({
        method: "PUT",
        key,
        query: { partNumber: String(number), uploadId },
        body: bytes,
        action: "store",
        signal,
      });
      return withoutQuotes(headerOf(headers, "etag"));
    },
  };
}
