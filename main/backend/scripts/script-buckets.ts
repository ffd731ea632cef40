/** Opens the buckets of workspaces, with their secret keys. */
import type { Bucket } from "../../../preload/contract/scripts";
import type { Routes } from "../../remote/http/routes";
import { AppError } from "../../common/errors";
import type { Vault } from "../ports";
import { createScriptBucket, type ScriptBucket } from "../../remote/s3/script-bucket";

/** The name of the secret key in the vault. SECURITY: it is stored nowhere else. */
export const secretKey = (workspaceId: string) => `workspace/${workspaceId}/script-store`;

export interface ScriptBucketsDeps {
  vault: Vault;
  /** Milliseconds. */
  now: () => number;
  routes?: Routes | undefined;
  /** Shorter waits for tests, in milliseconds. */
  timing?: { timeoutMs?: number; backoffMs?: number };
}

export function createScriptBuckets(deps: ScriptBucketsDeps) {
  const { vault } = deps;
  const open = new Set<ScriptBucket>();

  async function secretFor(workspaceId: string, given: string): Promise<string> {
    const secret = given.trim() || ((await vault.get(secretKey(workspaceId))) ?? "");
    if (secret !== "") return secret;
    const message = "secretAccessKey: required, none can be read on this computer";
    const code = vault.has(secretKey(workspaceId)) ? "secret-unreadable" : "secret-missing";
    throw new AppError(code, message, {
      details: [{ field: "secretAccessKey", message: "required" }],
    });
  }

  function openBucket(bucket: Bucket, secretAccessKey: string): ScriptBucket {
    const opened = createScriptBucket({
      connection: { ...bucket, secretAccessKey },
      now: deps.now,
      routes: deps.routes,
      ...deps.timing,
    });
    open.add(opened);
    return opened;
  }

  /** Opens a bucket for some work, then closes its connections. */
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

  return {
    /** The given secret key, or the stored one if it is empty. */
    secretFor,
    inBucket,
    async close(): Promise<void> {
      await Promise.all([...open].map((opened) => opened.close()));
    },
  };
}
