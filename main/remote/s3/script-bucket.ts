/** A script store in a bucket. Each script has its own id and a URL that expires after a week. */
import { randomBytes } from "node:crypto";
import { scriptTypeOf } from "../../../preload/facts/script-formats";
import { AppError } from "../../common/errors";
import { newestFirst, type ScriptStore, type StoredScript } from "../script-store";
import { encode, idOfKey, keyOfId, nameOfId, newKey } from "./address";
import { createBucketClient } from "./bucket";
import type { BucketDeps } from "./bucket-requests";

/** In seconds. This is the maximum for Signature Version 4. */
export const urlLifetime = 7 * 24 * 60 * 60;
/**
 * Number of listed objects, including objects of other applications, from which the list is
 * reported as truncated.
 */
const maxObjects = 100_000;

export interface ScriptBucket extends ScriptStore {
  /**
   * Puts a small file, fetches it by its URL and deletes it. Rejects with the error of the step
   * that fails.
   */
  test(signal?: AbortSignal): Promise<void>;
}

/** `deps.connection` must be a result of `normaliseBucket`. */
export function createScriptBucket(deps: BucketDeps): ScriptBucket {
  const { connection, now } = deps;
  const client = createBucketClient(deps);

  async function put(name: string, bytes: Uint8Array, signal?: AbortSignal) {
    const { id, key } = newKey(connection, name);
    const safeName = nameOfId(id);
    await client.put(
      {
        key,
        bytes,
        contentType: contentTypeOf(safeName),
        contentDisposition: dispositionOf(safeName),
      },
      signal,
    );
    // The URL is signed after the upload, so that the week begins when the script is available.
    // Signatures have a resolution of one second.
    const signedAt = Math.floor(now() / 1000) * 1000;
    const url = await client.presign(key, urlLifetime);
    return { id, url, expiresAt: signedAt + urlLifetime * 1000 };
  }
  async function deleteAll(ids: readonly string[], signal?: AbortSignal): Promise<void> {
    const keys = ids.map((id) => keyOfId(connection, id));
    await client.delete(keys, signal);
  }

  return {
    urlLifetime,
    put,
    delete: deleteAll,
    close: client.close,
    async list(signal) {
      const scripts: StoredScript[] = [];
      let objectCount = 0;
      for await (const objects of client.list(connection.prefix, signal)) {
        objectCount += objects.length;
        for (const { key, size, modifiedAt } of objects) {
          const id = idOfKey(connection, key);
          if (id !== null) scripts.push({ id, name: nameOfId(id), size, storedAt: modifiedAt });
        }
      }
      return newestFirst(scripts, objectCount >= maxObjects);
    },
    async test(signal) {
      const bytes = randomBytes(64);
      const { id, url } = await put("dubyard-test.txt", bytes, signal);
      try {
        const fetched = await client.fetch(url, signal);
        if (!bytes.equals(fetched))
          throw new AppError(
            "unexpected-answer",
            "the URL of the script returns different content",
          );
      } catch (error) {
        // The first error is reported; an error of the deletion is ignored.
        await deleteAll([id], signal).catch(() => undefined);
        throw error;
      }
      await deleteAll([id], signal);
    },
  };
}

const contentTypeOf = (name: string): string =>
  scriptTypeOf(name)?.mimeTypes[0] ?? "application/octet-stream";

/**
 * SECURITY: browsers save a script as a file and never display it as a page of the bucket's host.
 * The header contains the name in ASCII and in the extended form (`filename*`). `safeFileName`
 * removes all characters that could terminate either form.
 */
function dispositionOf(name: string): string {
  const ascii = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[^\x20-\x7e]/g, "_");
  return `attachment; filename="${ascii.replace(/["\\%]/g, "_")}"; filename*=UTF-8''${encode(name)}`;
}
