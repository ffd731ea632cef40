/**
 * The script store of a workspace, from which its service fetches scripts: the service's own store,
 * or a bucket.
 */
import path from "node:path";
import type { Bucket } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import type { Remote } from "../../remote/remote";
import type { PutScript, ScriptStore } from "../../remote/script-store";
import { normaliseBucket } from "../../remote/s3/address";
import { urlLifetime } from "../../remote/s3/script-bucket";
import { maxFileBytes } from "../../script-formats/limits";
import type { ScriptBucketStore } from "./bucket-store";
import type { Extensions } from "../workspaces/extensions";
import { readBounded } from "../../common/files";
import { createScriptBuckets, secretKey, type ScriptBucketsDeps } from "./script-buckets";

export interface ScriptStoresDeps extends ScriptBucketsDeps {
  store: ScriptBucketStore;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "offers">;
  /**
   * Confirms a bucket's address in a native dialog unless it is known; rejects with
   * "not-confirmed".
   */
  requireHost: (address: string) => Promise<void>;
  /** Throws "not-found" for a workspace that was removed. */
  requireWorkspace: (workspaceId: string) => void;
  onChanged: () => void;
}

export interface ScriptStores {
  handlers: Handlers["scriptStore"];
  /**
   * Uploads a local file to the workspace's store. Rejects with "not-offered" where there is no
   * store, with the error codes of files, or with those of the store.
   */
  putScript(workspaceId: string, file: string, signal?: AbortSignal): Promise<PutScript>;
  /** Uploads a generated script that is not on disk. */
  putBytes(
    workspaceId: string,
    name: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<PutScript>;
  /** The lifetime of a URL in seconds; null where it is unlimited or there is no store. */
  urlLifetime(workspaceId: string): number | null;
  /** Deletes a workspace's bucket settings and secret key. */
  deleteBucket(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

export function createScriptStores(deps: ScriptStoresDeps): ScriptStores {
  const { store, vault, extensions } = deps;
  const buckets = createScriptBuckets(deps);
  const { secretFor, inBucket } = buckets;
  /** Aborts active requests when the application ends. */
  const stopping = new AbortController();

  const kindOf = (workspaceId: string): "workspace" | "bucket" | "none" => {
    if (extensions.offers(workspaceId, "scripts")) return "workspace";
    return store.get(workspaceId) ? "bucket" : "none";
  };

  /**
   * SECURITY: confirms endpoint and bucket name together, because anyone can own a bucket at a
   * large provider.
   */
  async function confirmBucket(workspaceId: string, bucket: Bucket): Promise<void> {
    const current = store.get(workspaceId);
    const isSame = current?.endpoint === bucket.endpoint && current.bucket === bucket.bucket;
    if (!isSame) await deps.requireHost(`${bucket.endpoint}/${bucket.bucket}`);
  }

  async function inStore<T>(
    workspaceId: string,
    work: (opened: Omit<ScriptStore, "close">) => Promise<T>,
  ): Promise<T> {
    deps.requireWorkspace(workspaceId);
    if (kindOf(workspaceId) === "workspace") return work(deps.remote(workspaceId).scripts);
    const bucket = store.get(workspaceId);
    if (!bucket) throw new AppError("not-offered", "this workspace has no script store");
    return inBucket(bucket, await secretFor(workspaceId, ""), work);
  }

  async function deleteBucket(workspaceId: string): Promise<void> {
    // The key first: if it cannot be deleted, the bucket remains and the call can be repeated.
    await vault.delete(secretKey(workspaceId));
    store.remove(workspaceId);
  }

  const handlers: Handlers["scriptStore"] = {
    async get({ workspaceId }) {
      deps.requireWorkspace(workspaceId);
      const bucket = store.get(workspaceId);
      return {
        kind: kindOf(workspaceId),
        bucket,
        hasSecret: bucket !== null && (await vault.get(secretKey(workspaceId))) !== null,
        urlLifetime: lifetimeOf(workspaceId),
      };
    },
    async test({ workspaceId, bucket, secretAccessKey }) {
      deps.requireWorkspace(workspaceId);
      const normalised = normaliseBucket(bucket);
      await confirmBucket(workspaceId, normalised);
      const secret = await secretFor(workspaceId, secretAccessKey);
      const startedAt = performance.now();
      await inBucket(normalised, secret, (opened) => opened.test(stopping.signal));
      return { milliseconds: Math.round(performance.now() - startedAt) };
    },
    async setBucket({ workspaceId, bucket, secretAccessKey }) {
      deps.requireWorkspace(workspaceId);
      const normalised = normaliseBucket(bucket);
      await confirmBucket(workspaceId, normalised);
      const secret = await secretFor(workspaceId, secretAccessKey);
      // The key first: a bucket without a key cannot be used.
      await vault.set(secretKey(workspaceId), secret);
      store.set(workspaceId, normalised);
      deps.onChanged();
    },
    async removeBucket({ workspaceId }) {
      deps.requireWorkspace(workspaceId);
      await deleteBucket(workspaceId);
      deps.onChanged();
    },
    list: ({ workspaceId }) => inStore(workspaceId, (opened) => opened.list(stopping.signal)),
    async delete({ workspaceId, scriptIds }) {
      try {
        await inStore(workspaceId, (opened) => opened.delete(scriptIds, stopping.signal));
      } finally {
        // Some may be deleted although the call failed.
        deps.onChanged();
      }
    },
  };

  function lifetimeOf(workspaceId: string): number | null {
    return kindOf(workspaceId) === "bucket" ? urlLifetime : null;
  }

  async function putBytes(
    workspaceId: string,
    name: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<PutScript> {
    const ended = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const put = await inStore(workspaceId, (opened) => opened.put(name, bytes, ended));
    deps.onChanged();
    return put;
  }

  return {
    handlers,
    urlLifetime: lifetimeOf,
    deleteBucket,
    async putScript(workspaceId, file, signal) {
      const name = path.basename(file).normalize("NFC");
      if (kindOf(workspaceId) === "none")
        throw new AppError("not-offered", "this workspace has no script store");
      const { bytes } = await readBounded(file, maxFileBytes);
      const bound = maxFileBytes / 1024 ** 2;
      if (bytes === null)
        throw new AppError("invalid-input", `script: ${name} is larger than ${bound} MB`);
      if (bytes.length === 0) throw new AppError("file-empty", `${name} is empty`);
      return putBytes(workspaceId, name, bytes, signal);
    },
    putBytes,
    async stop() {
      stopping.abort(new AppError("offline", "the program is closing"));
      await buckets.close();
    },
  };
}
