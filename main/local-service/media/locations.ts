/** Where a gallery path is kept on disk. */
import { createHash } from "node:crypto";
import type { LocalStore } from "../rows/port";

export interface Place {
  /** Below the data folder, "/" between segments. */
  location: string;
  folded: string | null;
}

const maxSegmentBytes = 255;
/** What Windows gives to devices, with any extension. */
const reservedName = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** Whether every system can keep this as a file's or folder's name, as it is. */
function isPortable(segment: string): boolean {
  if (Buffer.byteLength(segment) > maxSegmentBytes) return false;
  if (/[<>:"|?*]/.test(segment) || /[. ]$/.test(segment)) return false;
  return !reservedName.test((segment.split(".")[0] ?? "").trimEnd());
}

/** Two paths with the same folded form could be one file on a system that ignores case. */
export function fold(path: string): string {
  return path.toUpperCase().toLowerCase().normalize("NFC");
}

/** The place for a name that cannot be kept as it is; nothing but its extension is to be seen in it. */
export function safePlace(path: string): Place {
  const digest = createHash("sha256").update(path).digest("hex").slice(0, 40);
  const extension = /\.[a-z0-9]{1,8}$/i.exec(path)?.[0] ?? "";
  return { location: `renamed/${digest}${extension.toLowerCase()}`, folded: null };
}

/**
 * Note: Names that some system cannot keep. A file lies in media/ under its own path wherever every system could
 * keep it so. It goes to renamed/ when its name is reserved or too long somewhere, when it differs from another
 * file's in case alone, or when it is both a file and a folder of another path ("a" and "a/b"): the gallery, like
 * a bucket, allows all of these. It is listed under its own path in any case. A file that is replaced stays where
 * it is. Call this while no other file is being published.
 */
export async function choosePlace(store: LocalStore, path: string): Promise<Place> {
  const earlier = await store.findFile(path);
  if (earlier) return { location: earlier.location, folded: earlier.folded };
  const segments = path.split("/");
  if (!segments.every(isPortable)) return safePlace(path);
  const folded = fold(path);
  const foldedSegments = folded.split("/");
  const withFolders = foldedSegments.map((_, index) =>
    foldedSegments.slice(0, index + 1).join("/"),
  );
  if (await store.isFoldedTaken(withFolders, path)) return safePlace(path);
  if (await store.isFolderTaken(`${folded}/`)) return safePlace(path);
  return { location: `media/${path}`, folded };
}
