/**
 * Objects of any size in an S3-compatible bucket: ranges, copies, uploads in parts, and URLs for
 * clients.
 */
import { Readable } from "node:stream";
import { AppError } from "../../common/errors";
import { fromNetworkError } from "../http/http-errors";
import { addressOf } from "./address";
import { createBucketClient, type BucketClient } from "./bucket";
import { createBucketRequests, type BucketDeps } from "./bucket-requests";
import { createCopies, type CopyObject } from "./copy-objects";
import {
  factsOf,
  headerOf,
  isMissing,
  statusOf,
  withoutQuotes,
  type Etag,
  type ObjectFacts,
} from "./object-facts";
import { createPartUploads, type PartUpload, type PartUploads } from "./part-uploads";

/** All methods reject with an AppError. */
export interface ObjectBucket extends Pick<BucketClient, "list" | "delete" | "close">, PartUploads {
  /** Resolves with null if the object is missing. */
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
  /**
   * Stores an object unless there is one. A service that does not know the condition replaces it:
   * read it before and afterwards.
   */
  putNew(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  copy: CopyObject;
  /** SECURITY: whoever has one of these URLs can use it until it expires. They are never logged. */
  putUrl(key: string, seconds: number): Promise<string>;
  partUrl(upload: PartUpload, number: number, seconds: number): Promise<string>;
  getUrl(
    key: string,
    seconds: number,
    shown: { contentType: string; disposition: string },
  ): Promise<string>;
}

/** `deps.connection` must be a result of `normaliseBucket`. */
export function createObjectBucket(deps: BucketDeps): ObjectBucket {
  const requests = createBucketRequests(deps);
  const client = createBucketClient(deps, requests);
  const { send, respond, retry } = requests;
  const { connection } = deps;

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

  const parts = createPartUploads({ send, sendForHeaders, head, requireFacts });

  const copy = createCopies({ bucket: connection.bucket, send, head, requireFacts, parts });

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
    ...parts,
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
    async putNew(key, bytes, contentType) {
      const store = (condition: Record<string, string>) =>
        sendForHeaders({
          method: "PUT",
          key,
          headers: { "content-type": contentType, ...condition },
          body: bytes,
          action: "store",
          signal: undefined,
        });
      try {
        await store({ "if-none-match": "*" });
      } catch (error) {
        const status = statusOf(error);
        // 409: another one is being stored.
        if (status === 412 || status === 409) return;
        if (status !== 501) throw error;
        await store({});
      }
    },
    copy,
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
