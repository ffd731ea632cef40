/**
 * Extension "clones": the application names a file on this computer, and the service copies it into the gallery.
 *
 * Note: Clones. Without this extension a file on this computer is sent over loopback. A clone replaces only the
 * transfer: the file is staged and published like that of a PUT. No checksum is computed, as there is no connection
 * that could change the bytes; instead the file must have the signed identity before the copy, and must not have been
 * written to until its end. The ETag of the stored file is a digest of that identity. If the response to a clone is
 * lost, the same request finds the file by its path and ETag, and copies nothing.
 */
import path from "node:path";
import { signClone, type CloneGrant } from "../../common/clone-signature";
import { isEqualInConstantTime } from "../auth";
import { HttpError } from "../http-error";
import type { ObjectStore } from "../objects/port";
import type { LocalStore } from "../rows/port";
import { openCloneSource, type CloneSource } from "./clone-source";
import type { Gallery } from "./gallery";

export interface ClonesDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  dataDir: string;
  /** Signs the requests of the process that started this service. */
  key: Buffer;
  /** Milliseconds since 1970. */
  now: () => number;
}

export type CloneRequest = CloneGrant & { signature: string };

/** A clone that is being copied. */
export interface CloneTask {
  /** Bytes. */
  copied(): number;
  /** Resolves when the file is in the gallery, durably. */
  done: Promise<void>;
  /** Ends the copy and removes its bytes. Resolves when it has ended; without effect once it is published. */
  abort(): Promise<void>;
}

export interface Clones {
  /**
   * Checks a request and begins to copy. Rejects with 403 for a forged or expired signature, and with 409 for a file
   * that cannot be cloned; see `openCloneSource`.
   */
  begin(request: CloneRequest): Promise<CloneTask>;
  /** Aborts all clones; resolves when they have ended. */
  close(): Promise<void>;
}

export function createClones(deps: ClonesDeps): Clones {
  const { store, objects, gallery, now } = deps;
  const active = new Set<CloneTask>();

  function checkSignature({ signature, ...grant }: CloneRequest): void {
    // SECURITY: only the application has the key of this run. An access token alone must not make the service read
    // files of its user.
    if (!isEqualInConstantTime(signature, signClone(deps.key, grant)))
      throw new HttpError(403, "signature: not a signature of this service's application");
    if (now() >= grant.expiresAt) throw new HttpError(403, "expiresAt: the signature has expired");
    if (!path.isAbsolute(grant.sourcePath) || grant.sourcePath.includes("\0"))
      throw new HttpError(409, "sourcePath: must be an absolute path");
  }

  async function isStored(fileName: string, { etag, size }: CloneSource): Promise<boolean> {
    const found = await store.findFile(fileName);
    if (found?.etag !== etag) return false;
    return (await objects.sizeAt(found.location)) === size;
  }

  async function copy(
    { fileName, contentType }: CloneRequest,
    source: CloneSource,
    onCopied: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    if (await isStored(fileName, source)) {
      onCopied(source.size);
      return;
    }
    const { handle, size, etag } = source;
    const { staged } = await objects
      .clone({ path: source.path, handle, size, onCopied, signal })
      .catch(async (error: unknown) => {
        // A file that became shorter is a changed file.
        if (!signal.aborted) await source.check();
        throw error;
      });
    try {
      await source.check();
      signal.throwIfAborted();
      await gallery.publish({ staged, path: fileName, contentType, size, etag, uploadId: null });
    } catch (error) {
      await objects.discardStaged(staged);
      throw error;
    }
  }

  return {
    async begin(request) {
      checkSignature(request);
      const source = await openCloneSource(request.sourcePath, request, deps.dataDir);
      const stop = new AbortController();
      let copied = 0;
      const onCopied = (bytes: number) => (copied = bytes);
      const run = async () => {
        try {
          await copy(request, source, onCopied, stop.signal);
        } finally {
          active.delete(task);
          await source.handle.close();
        }
      };
      const done = run();
      done.catch(() => undefined);
      const task: CloneTask = {
        copied: () => copied,
        done,
        async abort() {
          stop.abort(new HttpError(503, "the clone was aborted"));
          await done.catch(() => undefined);
        },
      };
      active.add(task);
      return task;
    },
    async close() {
      await Promise.all([...active].map((task) => task.abort()));
    },
  };
}
