/** Maps gallery paths to file names on disk. */
import { createHash } from "node:crypto";
import { isPortableName } from "../../common/portable-names";
import type { FileRows } from "../rows/file-port";

export interface FileLocation {
  /** Below the data folder, "/" between segments. */
  location: string;
  /** The path in the form of `fold`; null for a file in renamed/. */
  folded: string | null;
}

/** Two paths with the same folded form may be the same file on a case-insensitive file system. */
export function fold(path: string): string {
  return path.toUpperCase().toLowerCase().normalize("NFC");
}

/**
 * Location for a path that cannot be used as a file name: a hash of the path, with its extension.
 */
export function safeLocation(path: string): FileLocation {
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 40);
  const extension = /\.[a-z0-9]{1,8}$/i.exec(path)?.[0] ?? "";
  return { location: `renamed/${digest}${extension.toLowerCase()}`, folded: null };
}

/**
 * Note: Names that are not portable. A file is stored in media/ under its own path if every
 * supported system can store that path. It is stored in renamed/ when a name is reserved or too
 * long on some system, when the path differs from another one only in case, or when it is both a
 * file and a folder of another path ("a" and "a/b"): the gallery, like a bucket, allows all of
 * these. The gallery always lists the original path. A replaced file keeps its location. The caller
 * must hold the gallery lock.
 */
export async function chooseLocation(store: FileRows, path: string): Promise<FileLocation> {
  const earlier = await store.findFile(path);
  if (earlier) return { location: earlier.location, folded: earlier.folded };
  const segments = path.split("/");
  if (!segments.every(isPortableName)) return safeLocation(path);
  const folded = fold(path);
  const foldedSegments = folded.split("/");
  const withFolders = foldedSegments.map((_, index) =>
    foldedSegments.slice(0, index + 1).join("/"),
  );
  if (await store.isFoldedTaken(withFolders, path)) return safeLocation(path);
  if (await store.isFolderTaken(`${folded}/`)) return safeLocation(path);
  return { location: `media/${path}`, folded };
}
