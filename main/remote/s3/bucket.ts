/** The client of an S3-compatible bucket: puts, lists, presigns, fetches and deletes objects. */
import { isTransient } from "../../../preload/facts/errors";
import { AppError } from "../../common/errors";
import { escapeMarkup } from "../../common/xml";
import { limits } from "../http/limits";
import { refuseStorageBody } from "../http/success-answers";
import { attemptAll } from "../script-store";
import { addressOf } from "./address";
import { readDeletion, readList, type ListedObject } from "./responses";
import { createBucketRequests, type BucketDeps } from "./bucket-requests";
import { readWhole } from "../http/read-whole";

interface StoredObject {
  key: string;
  bytes: Uint8Array;
  contentType: string;
  contentDisposition: string;
}

/** All methods reject with an AppError. If a setting is the cause, `details` contains its field. */
export interface BucketClient {
  put(object: StoredObject, signal?: AbortSignal): Promise<void>;
  /** A pre-signed URL that is valid for `seconds`, at most a week. Sends no request. */
  presign(key: string, seconds: number): Promise<string>;
  /**
   * Fetches a pre-signed URL without credentials. Rejects with "url-refused" if the service rejects
   * the request.
   */
  fetch(url: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** Yields the objects with a prefix in pages, ordered by key; at most 100 unless given. */
  list(prefix: string, signal?: AbortSignal, maxPages?: number): AsyncGenerator<ListedObject[]>;
  /**
   * Deletes objects in groups of up to 1000 keys. A missing object counts as deleted. If a group
   * has errors, rejects with the first error of that group and skips the later groups.
   */
  delete(keys: readonly string[], signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

const maxKeysPerRequest = 1000;
const maxConcurrentDeletions = 4;
const defaultMaxPages = 100;

export function createBucketClient(
  deps: BucketDeps,
  requests = createBucketRequests(deps),
): BucketClient {
  const { connection } = deps;
  const { send, sendHttp, readErrorResponse, retry, presign, close } = requests;

  async function deleteOne(key: string, signal: AbortSignal | undefined): Promise<void> {
    try {
      await send({ method: "DELETE", key, action: "delete scripts", signal });
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === "not-found" && !hasField(error);
      if (!isMissing) throw error;
    }
  }

  /** For services that do not support DeleteObjects. */
  const deleteSingly = (keys: readonly string[], signal?: AbortSignal) =>
    attemptAll(keys, maxConcurrentDeletions, (key) => deleteOne(key, signal));

  async function deleteTogether(keys: readonly string[], signal?: AbortSignal): Promise<void> {
    const objects = keys.map((key) => `<Object><Key>${escapeMarkup(key)}</Key></Object>`).join("");
    const xml = `<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Quiet>true</Quiet>${objects}</Delete>`;
    const response = await send({
      method: "POST",
      key: "",
      query: { delete: "" },
      headers: { "content-type": "application/xml" },
      body: Buffer.from(xml),
      action: "delete scripts",
      signal,
    });
    const failed = readDeletion(response).filter(({ code }) => code !== "NoSuchKey");
    const [first] = failed;
    if (!first) return;
    throw new AppError(
      first.code === "AccessDenied" ? "token-refused" : "service-error",
      `${failed.length} of ${keys.length} scripts could not be deleted: ${first.message || first.code}`,
    );
  }

  return {
    async put({ key, bytes, contentType, contentDisposition }, signal) {
      const answer = await send({
        method: "PUT",
        key,
        headers: { "content-type": contentType, "content-disposition": contentDisposition },
        body: bytes,
        action: "store a script",
        signal,
      });
      refuseStorageBody("bucket", undefined, answer);
    },
    presign: (key, seconds) => presign(addressOf(connection, key), seconds),
    fetch: (url, signal) =>
      retry(signal, async () => {
        const response = await sendHttp(url, { method: "GET", signal });
        if (response.statusCode === 200)
          return readWhole(response.body, limits.bucketResponseBytes);
        const failure = await readErrorResponse(response, "fetch a script");
        throw isTransient(failure.code)
          ? failure
          : new AppError("url-refused", `the URL cannot be fetched: ${failure.message}`);
      }),
    async *list(prefix, signal, maxPages = defaultMaxPages) {
      let next: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const query: Record<string, string> = {
          "list-type": "2",
          "max-keys": String(maxKeysPerRequest),
          ...(prefix === "" ? {} : { prefix }),
          ...(next === null ? {} : { "continuation-token": next }),
        };
        const found = readList(
          await send({ method: "GET", key: "", query, action: "list scripts", signal }),
        );
        yield found.objects;
        if (found.next === null) return;
        next = found.next;
      }
    },
    async delete(keys, signal) {
      for (let at = 0; at < keys.length; at += maxKeysPerRequest) {
        const some = keys.slice(at, at + maxKeysPerRequest);
        if (some.length === 1) {
          await deleteSingly(some, signal);
          continue;
        }
        try {
          await deleteTogether(some, signal);
        } catch (error) {
          if (!isUnknownCall(error)) throw error;
          await deleteSingly(some, signal);
        }
      }
    },
    close,
  };
}

/**
 * Whether the error means that the service does not support the operation; some do not support
 * DeleteObjects.
 */
function isUnknownCall(error: unknown): boolean {
  if (!(error instanceof AppError) || hasField(error)) return false;
  const { status } = (error.details ?? {}) as { status?: number };
  return status === 400 || status === 405 || status === 501 || error.code === "unexpected-answer";
}

const hasField = (error: AppError) => Array.isArray(error.details);
