/**
 * Files of a virtual file system. Their content is a version number: two ranges are equal if path
 * and version are.
 */
import { createHash } from "node:crypto";
import { AppError } from "../../../../../main/common/errors";
import type {
  ByteRange,
  FileAccess,
  FoundFile,
} from "../../../../../main/backend/uploads/transfer/disk";

interface VirtualFile {
  size: number;
  version: number;
  mtime: number;
  ctime: number;
  inode: number;
  exists: boolean;
}

/** What another program does with a file. */
export const fileChanges = [
  "rewrite",
  "rewrite-with-old-time",
  "replace",
  "replace-with-old-time",
  "mount-again",
  "grow",
  "truncate",
  "touch",
  "delete",
] as const;
export type FileChange = (typeof fileChanges)[number];

export type VirtualFiles = ReturnType<typeof createVirtualFiles>;

/** The MD5 that a range of a version has. */
export const digest = (path: string, version: number, { offset, size }: ByteRange): string =>
  createHash("md5").update(`${path} ${version} ${offset} ${size}`).digest("hex");

export function createVirtualFiles(sizes: Readonly<Record<string, number>>) {
  let counter = 1;
  const next = () => (counter += 1);
  const files = new Map<string, VirtualFile>();
  for (const [path, size] of Object.entries(sizes))
    files.set(path, { size, version: next(), mtime: 1, ctime: 1, inode: next(), exists: true });

  function existing(path: string): VirtualFile {
    const file = files.get(path);
    if (!file?.exists) throw new AppError("file-missing", "no such file");
    return file;
  }
  function identity(path: string): FoundFile {
    const { size, mtime, inode, ctime } = existing(path);
    return {
      size,
      mtimeNs: String(mtime),
      inode: String(inode),
      ctimeNs: String(ctime),
      device: "1",
      isPlaceholder: false,
    };
  }

  return {
    identity,
    /**
     * The version of a file; throws an AppError like a read, "file-changed" if the range is not in
     * the file.
     */
    versionFor(path: string, { offset, size }: ByteRange): number {
      const file = existing(path);
      if (offset + size > file.size)
        throw new AppError("file-changed", "the file is shorter than it was");
      return file.version;
    },
    /** The version of the present content. */
    version: (path: string): number => files.get(path)?.version ?? 0,
    size: (path: string): number => files.get(path)?.size ?? 0,
    change(path: string, change: FileChange): void {
      const file = files.get(path);
      if (!file) return;
      const isContent = !["touch", "mount-again", "delete"].includes(change);
      const hasOldTime = change === "rewrite-with-old-time" || change === "replace-with-old-time";
      file.exists = change !== "delete";
      file.ctime = next();
      if (isContent) file.version = next();
      if (isContent && !hasOldTime) file.mtime = next();
      if (change.startsWith("replace") || change === "mount-again") file.inode = next();
      if (change === "grow") file.size += 3_000_000;
      if (change === "truncate") file.size = Math.max(1, Math.floor(file.size / 2));
    },
    /** A deleted file exists again, with its content and identity. */
    restore(path: string): void {
      const file = files.get(path);
      if (file) file.exists = true;
    },
    access: {
      identity: (path) => Promise.resolve().then(() => identity(path)),
      md5: (path, range) =>
        Promise.resolve().then(() => {
          const { size, version } = existing(path);
          const length = Math.max(0, Math.min(range.size, size - range.offset));
          return digest(path, version, { offset: range.offset, size: length });
        }),
      probe: (path) => Promise.resolve().then(() => void existing(path)),
      recall: () => Promise.resolve(),
      isDriveMissing: () => Promise.resolve(false),
    } satisfies FileAccess,
  };
}
