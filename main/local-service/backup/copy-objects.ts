/**
 * Copies the objects of a workspace into a backup. One that cannot be read is listed, and does not
 * end the backup.
 */
import { lstat, rm } from "node:fs/promises";
import path from "node:path";
import { isMissingFile } from "../../common/errors";
import { createFileHasher, type FileHashes } from "../../common/file-hasher";
import { HttpError, isDiskFull } from "../common/http-error";
import type { DiskObjects } from "../objects/port";
import type { ObjectRow, BackupRows } from "../rows/backup-port";
import { syncFile } from "./folder";
import { bytesName, type ListedObject, type ObjectProblem } from "./format";

export interface CopyOptions {
  store: Pick<BackupRows, "isSoundKnown">;
  objects: DiskObjects;
  /** The folder of the backup. */
  folder: string;
  signal: AbortSignal;
  /** Called with the number of further bytes. */
  onBytes: (bytes: number) => void;
}

export interface ObjectCopier {
  /**
   * Copies an object and syncs the copy. The hash of the copy is compared with that of the row, or
   * else with that of the object. Rejects only if the copy cannot be written.
   */
  copy(row: ObjectRow): Promise<ListedObject>;
  close(): void;
}

const wholeFile = Number.MAX_SAFE_INTEGER;
const problemOf = (error: unknown): ObjectProblem =>
  isMissingFile(error) ? "missing" : "unreadable";

export function createObjectCopier(options: CopyOptions): ObjectCopier {
  const { objects, store, folder, signal, onBytes } = options;
  const hasher = createFileHasher();

  /** Why there is no file at a location, or null. A link is not followed. */
  async function findProblem(location: string): Promise<ObjectProblem | null> {
    try {
      return (await lstat(objects.fileAt(location))).isFile() ? null : "unreadable";
    } catch (error) {
      return problemOf(error);
    }
  }

  /** Why the bytes of an object cannot be read to their end, or null. */
  async function findReadProblem(location: string): Promise<ObjectProblem | null> {
    try {
      await hasher.hash(objects.fileAt(location), wholeFile, { signal });
      return null;
    } catch (error) {
      signal.throwIfAborted();
      return problemOf(error);
    }
  }

  /**
   * Copies an object. Returns why it cannot be read, or null if it was copied.
   * @throws an error of the copy.
   */
  async function copyBytes(location: string, target: string): Promise<ObjectProblem | null> {
    const problem = await findProblem(location);
    if (problem !== null) return problem;
    try {
      await objects.copyOut(location, target);
      await syncFile(target);
      return null;
    } catch (error) {
      const readProblem = isDiskFull(error) ? null : await findReadProblem(location);
      if (readProblem === null) throw error;
      await rm(target, { force: true });
      return readProblem;
    }
  }

  /** Takes are removed also while a backup is made. */
  async function isRemoved({ kind, location }: ObjectRow): Promise<boolean> {
    const isSound = kind === "take" || kind === "speech";
    return isSound && !(await store.isSoundKnown(location));
  }

  async function hashCopy(target: string): Promise<FileHashes> {
    let reported = 0;
    const report = (bytes: number) => {
      onBytes(bytes - reported);
      reported = bytes;
    };
    const hashes = await hasher.hash(target, wholeFile, { signal, onBytes: report });
    report(hashes.size);
    return hashes;
  }

  /**
   * Whether a copy has the bytes that were stored.
   * @throws HttpError 500 if it differs from the object.
   */
  async function isAsStored(row: ObjectRow, copy: FileHashes): Promise<boolean> {
    const { size, md5, sha256 } = row;
    const known = sha256 ?? md5;
    const isKnown = known !== null && known === (sha256 === null ? copy.md5 : copy.sha256);
    if (!isKnown) {
      const source = await hasher.hash(objects.fileAt(row.location), wholeFile, { signal });
      if (source.sha256 !== copy.sha256)
        throw new HttpError(500, `the copy of ${row.name} differs from its original`);
    }
    return (isKnown || known === null) && (size === null || size === copy.size);
  }

  return {
    async copy(row) {
      const { kind, location, name } = row;
      const target = path.join(folder, bytesName, location);
      const problem = await copyBytes(location, target);
      if (problem !== null) {
        const state = (await isRemoved(row)) ? "removed" : problem;
        return { kind, location, name, size: 0, sha256: null, problem: state };
      }
      const copy = await hashCopy(target);
      const { size, sha256 } = copy;
      const isIntact = await isAsStored(row, copy);
      return { kind, location, name, size, sha256, problem: isIntact ? null : "damaged" };
    },
    close: () => hasher.close(),
  };
}
