/**
 * Objects of any size in an S3-compatible bucket: ranges, copies, uploads in parts, and URLs for
 * clients.
 */
import { Readable } from "node:stream";
import { AppError } from "../../common/errors";
import { fromNetworkError } from "../http/http-errors";
import { refuseStorageBody } from "../http/success-answers";
import { addressOf, encode } from "./address";
import { createBucketClient, type BucketClient } from "./bucket";
import { createBucketRequests, type BucketDeps } from "./bucket-requests";
import { readPartList, textIn, type StoredPart } from "./responses";

/** Without quotes. The MD5 of the bytes, unless they were stored in parts or are encrypted. */
type Etag = string;

export interface ObjectFacts {
  /** Bytes. */
  size: number;
  etag: Etag;
}

export interface PartUpload {
  key: string;
  /** The id of the storage service. */
  uploadId: string;
}

/** All methods reject with an AppError. */
export interface ObjectBucket extends Pick<BucketClient, "list" | "delete" | "close"> {
  /** Null for a missing object. */
  head(key: string, signal?: AbortSignal): Promise<ObjectFacts | null>;
  /**
   * The bytes of an object from `first` to `last`, both included; to its end without `last`. Null
   * for a missing object, or one with another ETag. An error of the stream is an AppError.
   */
  get(
    key: string,
    range: { first: number; last?: number | undefined; etag?: Etag | undefined },
    signal?: AbortSignal,
  ): Promise<{ body: Readable; facts: ObjectFacts } | null>;
  put(key: string, bytes: Uint8Array, contentType: string, signal?: AbortSignal): Promise<Etag>;
  /** Copies an object without reading it; null if it is missing. */
  copy(from: string, to: string, signal?: AbortSignal): Promise<ObjectFacts | null>;
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
    parts: readonly Pick<StoredPart, "number" | "etag">[],
    signal?: AbortSignal,
  ): Promise<ObjectFacts>;
  /** Ignores an unknown upload. */
  abortParts(upload: PartUpload, signal?: AbortSignal): Promise<void>;
  /** SECURITY: whoever has one of these URLs can use it until it expires. They are never logged. */
  putUrl(key: string, seconds: number): Promise<string>;
  partUrl(upload: PartUpload, number: number, seconds: number): Promise<string>;
  getUrl(
    key: string,
    seconds: number,
    shown: { contentType: string; disposition: string },
  ): Promise<string>;
}

/** S3 copies no larger object in one request. */
const maxCopyBytes = 5 * 1024 ** 3;
const copiedPartBytes = 1024 ** 3;
/** The error of an object that is missing, or of an upload. */
const isMissing = (error: unknown) =>
  error instanceof AppError && error.code === "not-found" && !Array.isArray(error.details);
const statusOf = (error: unknown) =>
  error instanceof AppError
    ? (error.details as { status?: number } | undefined)?.status
    : undefined;
const withoutQuotes = (etag: string) => etag.trim().replace(/^"(.*)"$/, "$1");

type Headers = Readonly<Record<string, string | string[] | undefined>>;
const headerOf = (headers: Headers, name: string): string => {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
};

function factsOf(headers: Headers): ObjectFacts {
  const total = /\/(\d+)$/.exec(headerOf(headers, "content-range"))?.[1];
  const size = Number(total ?? (headerOf(headers, "content-length") || "NaN"));
  if (!Number.isSafeInteger(size))
    throw new AppError("unexpected-answer", "the storage service names no size of an object");
  return { size, etag: withoutQuotes(headerOf(headers, "etag")) };
}

/** `deps.connection` must be a result of `normaliseBucket`. */
export function createObjectBucket(deps: BucketDeps): ObjectBucket {
  const requests = createBucketRequests(deps);
  const client = createBucketClient(deps, requests);
  const { send, respond, retry } = requests;
  const { connection } = deps;
  const source = (key: string) =>
    `/${encode(connection.bucket)}/${key.split("/").map(encode).join("/")}`;

  /** Sends a request of which only the headers matter. */
  const sendForHeaders = (call: Parameters<typeof respond>[0]) =>
    retry(call.signal, async () => {
      const response = await respond(call);
      await response.body.dump();
      return response.headers;
    });

  async function head(key: string, signal?: AbortSignal): Promise<ObjectFacts | null> {
    try {
      return factsOf(await sendForHeaders({ method: "HEAD", key, action: "read", signal }));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function requireFacts(key: string, signal?: AbortSignal): Promise<ObjectFacts> {
    const facts = await head(key, signal);
    if (facts) return facts;
    throw new AppError("unexpected-answer", "the storage service has not stored an object");
  }

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
    parts: readonly Pick<StoredPart, "number" | "etag">[],
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

  async function copyInParts(from: string, to: string, size: number, signal?: AbortSignal) {
    const upload = await beginParts(to, "application/octet-stream", signal);
    const parts: { number: number; etag: string }[] = [];
    for (let first = 0; first < size; first += copiedPartBytes) {
      const last = Math.min(size, first + copiedPartBytes) - 1;
      const number = parts.length + 1;
      const answer = await send({
        method: "PUT",
        key: to,
        query: { partNumber: String(number), uploadId: upload.uploadId },
        headers: {
          "x-amz-copy-source": source(from),
          "x-amz-copy-source-range": `bytes=${first}-${last}`,
        },
        action: "copy",
        signal,
      });
      refuseStorageBody("bucket", undefined, answer);
      parts.push({ number, etag: withoutQuotes(textIn(answer, "ETag")) });
    }
    return finishParts(upload, parts, signal);
  }

  async function get(
    key: string,
    { first, last, etag }: Parameters<ObjectBucket["get"]>[1],
    signal?: AbortSignal,
  ) {
    try {
      const response = await retry(signal, () =>
        respond({
          method: "GET",
          key,
          headers: {
            ...(first === 0 && last === undefined ? {} : { range: `bytes=${first}-${last ?? ""}` }),
            ...(etag === undefined ? {} : { "if-match": `"${etag}"` }),
          },
          action: "read",
          signal,
        }),
      );
      const { body, headers } = response;
      return { body: withAppErrors(body), facts: factsOf(headers) };
    } catch (error) {
      if (isMissing(error) || statusOf(error) === 412) return null;
      throw error;
    }
  }

  return {
    list: client.list,
    delete: client.delete,
    close: client.close,
    head,
    get,
    async put(key, bytes, contentType, signal) {
      const headers = await sendForHeaders({
        method: "PUT",
        key,
        headers: { "content-type": contentType },
        body: bytes,
        action: "store",
        signal,
      });
      return withoutQuotes(headerOf(headers, "etag"));
    },
    async copy(from, to, signal) {
      const found = await head(from, signal);
      if (!found) return null;
      if (found.size > maxCopyBytes) return copyInParts(from, to, found.size, signal);
      const answer = await send({
        method: "PUT",
        key: to,
        headers: { "x-amz-copy-source": source(from) },
        action: "copy",
        signal,
      });
      refuseStorageBody("bucket", undefined, answer);
      return requireFacts(to, signal);
    },
    beginParts,
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
    listParts,
    finishParts,
    async abortParts({ key, uploadId }, signal) {
      try {
        await send({ method: "DELETE", key, query: { uploadId }, action: "end an upload", signal });
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
    },
    putUrl: (key, seconds) =>
      requests.presign(addressOf(connection, key), seconds, { method: "PUT" }),
    partUrl: ({ key, uploadId }, number, seconds) =>
      requests.presign(addressOf(connection, key), seconds, {
        method: "PUT",
        query: { partNumber: String(number), uploadId },
      }),
    getUrl: (key, seconds, { contentType, disposition }) =>
      requests.presign(addressOf(connection, key), seconds, {
        query: {
          "response-content-type": contentType,
          "response-content-disposition": disposition,
        },
      }),
  };
}

/** A stream whose errors of the connection are AppErrors. */
function withAppErrors(body: Readable): Readable {
  async function* chunks() {
    try {
      for await (const chunk of body) yield chunk as Buffer;
    } catch (error) {
      throw fromNetworkError(error);
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}
