/** Where a workspace's scripts are put so that its service can fetch them: with the service itself, or in a bucket. */
import path from "node:path";
import type { Bucket } from "../../../preload/contract/scripts";
import type { Handlers } from "../../../preload/contract";
import type { ProxyFor } from "../../remote/http-agents";
import { AppError } from "../../common/errors";
import type { Vault } from "../ports";
import type { Remote } from "../../remote/remote";
import type { PutScript, ScriptStore } from "../../remote/script-store";
import { normaliseBucket } from "../../remote/s3/address";
import { createScriptBucket, urlLifetime, type ScriptBucket } from "../../remote/s3/script-bucket";
import { maxFileBytes } from "../../script-formats/limits";
import type { ScriptBucketStore } from "./bucket-store";
import type { Extensions } from "../workspaces/extensions";
import { readBounded } from "../../common/files";

export interface ScriptStoresDeps {
  store: ScriptBucketStore;
  vault: Vault;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "offers">;
  /** Confirms a bucket's address unless it is known; rejects with "not-confirmed". */
  requireHost: (address: string) => Promise<void>;
  /** Throws "not-found" for a workspace that is no longer there. */
  requireWorkspace: (workspaceId: string) => void;
  onChanged: () => void;
  /** Milliseconds. */
  now: () => number;
  proxyFor?: ProxyFor | undefined;
  /** Shorter waits for tests, in milliseconds. */
  timing?: { timeoutMs?: number; backoffMs?: number };
}

export interface ScriptStores {
  handlers: Handlers["scriptStore"];
  /**
   * Puts a file of this computer in the workspace's store. Rejects with "not-offered" where there is no store, with
   * the file's own codes, or with the store's.
   */
  putScript(workspaceId: string, file: string, signal?: AbortSignal): Promise<PutScript>;
  /** The same for what was made here and is on no disk. */
  putBytes(
    workspaceId: string,
    name: string,
    bytes: Uint8Array,
    signal?: AbortSignal,
  ): Promise<PutScript>;
  /** How long a URL can be fetched, in seconds; null as long as the script is kept, or where there is no store. */
  urlLifetime(workspaceId: string): number | null;
  /** Forgets a workspace's bucket and its key. */
  forget(workspaceId: string): Promise<void>;
  stop(): Promise<void>;
}

/** SECURITY: the secret key has a place of its own in the vault. */
const secretKey = (workspaceId: string) => `workspace/${workspaceId}/script-store`;

export function createScriptStores(deps: ScriptStoresDeps): ScriptStores {
  const { store, vault, extensions } = deps;
  /** Ends what is under way when the application does. */
  const stopping = new AbortController();
  const open = new Set<ScriptBucket>();

  const kindOf = (workspaceId: string): "workspace" | "bucket" | "none" => {
    if (extensions.offers(workspaceId, "scripts")) return "workspace";
    return store.get(workspaceId) ? "bucket" : "none";
  };

  /** SECURITY: with its bucket's name, because anybody can have a bucket at a large service. */
  async function confirmBucket(workspaceId: string, place: Bucket): Promise<void> {
    const present = store.get(workspaceId);
    const isSame = present?.endpoint === place.endpoint && present.bucket === place.bucket;
    if (!isSame) await deps.requireHost(`${place.endpoint}/${place.bucket}`);
  }

  async function secretFor(workspaceId: string, given: string): Promise<string> {
    const secret = given.trim() || ((await vault.get(secretKey(workspaceId))) ?? "");
    if (secret !== "") return secret;
    const message = "secretAccessKey: is needed, none can be read on this computer";
    const code = vault.has(secretKey(workspaceId)) ? "secret-unreadable" : "secret-missing";
    throw new AppError(code, message, {
      details: [{ field: "secretAccessKey", message: "required" }],
    });
  }

  function openBucket(bucket: Bucket, secretAccessKey: string): ScriptBucket {
    const opened = createScriptBucket({
      connection: { ...bucket, secretAccessKey },
      now: deps.now,
      proxyFor: deps.proxyFor,
      ...deps.timing,
    });
    open.add(opened);
    return opened;
  }

  /** Works with a bucket and lets go of its connections. */
  async function inBucket<T>(
    bucket: Bucket,
    secretAccessKey: string,
    work: (opened: ScriptBucket) => Promise<T>,
  ): Promise<T> {
    const opened = openBucket(bucket, secretAccessKey);
    try {
      return await work(opened);
    } finally {
      open.delete(opened);
      await opened.close();
    }
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

  async function forget(workspaceId: string): Promise<void> {
    // The key first: where it cannot be deleted the bucket is still there to try again.
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
      const place = normaliseBucket(bucket);
      await confirmBucket(workspaceId, place);
      const secret = await secretFor(workspaceId, secretAccessKey);
      const begun = performance.now();
      await inBucket(place, secret, (opened) => opened.test(stopping.signal));
      return { milliseconds: Math.round(performance.now() - begun) };
    },
    async setBucket({ workspaceId, bucket, secretAccessKey }) {
      deps.requireWorkspace(workspaceId);
      const place = normaliseBucket(bucket);
      await confirmBucket(workspaceId, place);
      const secret = await secretFor(workspaceId, secretAccessKey);
      // The key first: a bucket without one would be of no use.
      await vault.set(secretKey(workspaceId), secret);
      store.set(workspaceId, place);
      deps.onChanged();
    },
    async removeBucket({ workspaceId }) {
      deps.requireWorkspace(workspaceId);
      await forget(workspaceId);
      deps.onChanged();
    },
    list: ({ workspaceId }) => inStore(workspaceId, (opened) => opened.list(stopping.signal)),
    async delete({ workspaceId, scriptIds }) {
      try {
        await inStore(workspaceId, (opened) => opened.delete(scriptIds, stopping.signal));
      } finally {
        // Some are gone even where others could not be deleted.
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
    forget,
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
      await Promise.all([...open].map((opened) => opened.close()));
    },
  };
}
