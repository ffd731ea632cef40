/**
 * Extension "clones": the application names a file on this computer, and the service copies it into
 * the gallery.
 *
 * Note: Clones. Without this extension a file on this computer is sent over loopback. A clone
 * replaces only the transfer: the file is staged and published like that of a PUT. No checksum is
 * computed first: the file must have the signed identity before the copy, and must not have been
 * written to until its end. The ETag of the stored file is a digest of that identity. If the
 * response to a clone is lost, the same request finds the file by its path and ETag, and copies
 * nothing. The application has the copy compared with the file afterwards, while nothing else is
 * copied.
 */
import path from "node:path";
import { signClone, type CloneGrant } from "../../common/clone-signature";
import { createMutex } from "../../common/mutex";
import { isEqualInConstantTime } from "../common/auth";
import { HttpError } from "../common/http-error";
import type { DiskObjects } from "../objects/port";
import type { FileRows } from "../rows/file-port";
import { openCloneSource, type CloneSource } from "./clone-source";
import type { Gallery } from "./gallery";
import { createCloneComparison, type Comparison } from "./compare-clone";

export interface ClonesDeps {
  store: FileRows;
  objects: DiskObjects;
  gallery: Gallery;
  dataDir: string;
  /** Signs the requests of the process that started this service. */
  key: Buffer;
  /** Milliseconds since 1970. */
  now: () => number;
}

type CloneRequest = CloneGrant & { signature: string };

/** "shared": the copy has the same blocks as the file, so that there is nothing to compare. */
type CloneResult = "stored" | "shared";

/** The result of a comparison whose file changed or cannot be read. Rethrows other errors. */
function orChanged(error: unknown): Comparison {
  if (error instanceof HttpError && error.status === 409) return { result: "changed" };
  throw error;
}

/** A file that is being copied or compared. */
export interface CloneTask<Result> {
  /** Bytes; for a comparison those of both files. */
  processed(): number;
  /** Resolves with the result; of a copy when the file is in the gallery, durably. */
  done: Promise<Result>;
  /**
   * Ends the task. Resolves when it has ended; the bytes of a copy that is not published are
   * removed.
   */
  abort(): Promise<void>;
}

export interface Clones {
  /**
   * Checks a request and begins to copy. Rejects with 403 for a forged or expired signature, and
   * with 409 for a file that cannot be cloned; see `openCloneSource`.
   */
  begin(request: CloneRequest): Promise<CloneTask<CloneResult>>;
  /**
   * Begins to compare a clone with its file by hashes. Rejects with 403 like `begin`. A clone that
   * differs is copied again by its next request.
   */
  compare(request: CloneRequest): Promise<CloneTask<Comparison>>;
  /** Aborts all tasks; resolves when they have ended. */
  close(): Promise<void>;
}

export function createClones(deps: ClonesDeps): Clones {
  const { store, objects, gallery, now } = deps;
  const active = new Set<CloneTask<unknown>>();
  const hashing = createMutex();
  const compareFiles = createCloneComparison({ store, objects });

  function checkSignature({ signature, ...grant }: CloneRequest): void {
    // SECURITY: only the application has the key of this run. An access token alone must not make
    // the service read files of its user.
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
  ): Promise<CloneResult> {
    if (await isStored(fileName, source)) {
      onCopied(source.size);
      return "stored";
    }
    const { handle, size, etag } = source;
    const { staged, isShared } = await objects
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
      return isShared ? "shared" : "stored";
    } catch (error) {
      await objects.discardStaged(staged);
      throw error;
    }
  }

  /** Runs `work` with the opened file until it ends or is aborted. */
  function startTask<Result>(
    source: CloneSource,
    work: (onProcessed: (bytes: number) => void, signal: AbortSignal) => Promise<Result>,
  ): CloneTask<Result> {
    const stop = new AbortController();
    let processed = 0;
    const run = async () => {
      try {
        return await work((bytes) => (processed = bytes), stop.signal);
      } finally {
        active.delete(task);
        await source.handle.close();
      }
    };
    const done = run();
    done.catch(() => undefined);
    const task: CloneTask<Result> = {
      processed: () => processed,
      done,
      async abort() {
        stop.abort(new HttpError(503, "the clone was aborted"));
        await done.catch(() => undefined);
      },
    };
    active.add(task);
    return task;
  }

  const openSource = (request: CloneRequest) =>
    openCloneSource(request.sourcePath, request, deps.dataDir);

  return {
    async begin(request) {
      checkSignature(request);
      const source = await openSource(request);
      return startTask(source, (onCopied, signal) => copy(request, source, onCopied, signal));
    },
    async compare(request) {
      checkSignature(request);
      let source: CloneSource;
      try {
        source = await openSource(request);
      } catch (error) {
        return {
          processed: () => 0,
          done: Promise.resolve(orChanged(error)),
          abort: () => Promise.resolve(),
        };
      }
      return startTask(source, (onCompared, signal) =>
        hashing(() => {
          signal.throwIfAborted();
          return compareFiles(request.fileName, source, onCompared, signal).catch(orChanged);
        }),
      );
    },
    async close() {
      await Promise.all([...active].map((task) => task.abort()));
    },
  };
}
