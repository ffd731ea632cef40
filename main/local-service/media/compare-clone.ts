/** Compares a file in the gallery with the file on this computer that it is a copy of. */
import { createFileHasher } from "../../common/file-hasher";
import type { ObjectStore } from "../objects/port";
import type { FileRows } from "../rows/file-port";
import { unreadable, type CloneSource } from "./clone-source";

export interface Comparison {
  /**
   * "changed": the file, or that of the gallery, is another one now, or the file cannot be read.
   */
  result: "same" | "differs" | "changed";
  /** MD5 of the file, in hexadecimal digits, if the result is "same". */
  md5?: string;
}

/**
 * The ETag of a clone that differs from its file; stored, so that the clone is copied again also
 * after a restart.
 */
const differingEtag = (etag: string) => `differs-${etag}`;

export interface CloneComparisonDeps {
  store: Pick<FileRows, "findFile" | "replaceEtag">;
  objects: Pick<ObjectStore, "sizeAt" | "hash">;
}

/** Creates the comparison of a clone with its file. */
export function createCloneComparison({ store, objects }: CloneComparisonDeps) {
  /** Hashes the copy, then the file. */
  async function compareFiles(
    fileName: string,
    source: CloneSource,
    onCompared: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<Comparison> {
    const { etag } = source;
    const found = await store.findFile(fileName);
    // The response to an earlier comparison was lost.
    if (found?.etag === differingEtag(etag)) return { result: "differs" };
    if (found === null) return { result: "changed" };
    const md5 = await md5OfSame(found.location, source, onCompared, signal);
    await source.check();
    // The hashes of two files that were replaced meanwhile mean nothing.
    if ((await store.findFile(fileName))?.etag !== found.etag) return { result: "changed" };
    if (md5 !== null) return { result: "same", md5 };
    // The gallery has another file, or the ETag is of another mount: this is not known to be a bad
    // copy.
    if (found.etag !== etag) return { result: "changed" };
    await store.replaceEtag(fileName, etag, differingEtag(etag));
    return { result: "differs" };
  }

  /** The MD5 of both files; null if their bytes differ. */
  async function md5OfSame(
    location: string,
    source: CloneSource,
    onCompared: (bytes: number) => void,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { size } = source;
    // A copy that is missing or has another length cannot be the same: it is not read.
    if ((await objects.sizeAt(location)) !== size) return null;
    const hasher = createFileHasher();
    try {
      const stored = await objects.hash(location, size, { signal, onBytes: onCompared });
      const onBytes = (bytes: number) => onCompared(stored.size + bytes);
      const original = await hasher
        .hash(source.path, size, { signal, onBytes })
        .catch((error: unknown) => {
          signal.throwIfAborted();
          return unreadable(error);
        });
      const isSame = stored.size === original.size && stored.sha256 === original.sha256;
      return isSame ? original.md5 : null;
    } finally {
      hasher.close();
    }
  }

  return compareFiles;
}
