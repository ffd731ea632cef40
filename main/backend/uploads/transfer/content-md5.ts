/**
 * The MD5 of what was sent of a file. It shows whether the file still has this content when only
 * its stamp changed.
 *
 * Of a single PUT: the MD5 in hexadecimal digits. Of a file in parts: the MD5 of the MD5s of its
 * parts, "-" and the size of a part in bytes. The parts are sent in any order, so there is no MD5
 * of the whole.
 */
import { createHash } from "node:crypto";
import { AppError } from "../../../common/errors";
import type { FileSnapshot, SentFile } from "../store/upload-rows";
import type { FileAccess } from "./disk";
import { countParts, partRange } from "./parts";
import { isSameFile, isSameSnapshot, isSameStamp } from "./source-file";

/** The parts in the order of their numbers; "" if the MD5 of one is unknown. */
export function contentMd5OfParts(md5s: readonly string[], partSize: number): string {
  if (md5s.includes("")) return "";
  const hash = createHash("md5");
  for (const md5 of md5s) hash.update(Buffer.from(md5, "hex"));
  return `${hash.digest("hex")}-${partSize}`;
}

/** The size of the parts of which the MD5 is, in bytes; 0 for a single PUT. */
export const partSizeOf = (contentMd5: string) => Number(contentMd5.split("-")[1] ?? 0);

/**
 * Whether the file is the one that was sent, as far as its snapshot shows; null if only its content
 * does. Without an MD5 of the content the inode decides.
 */
export function isAsSent(sent: SentFile, found: FileSnapshot): boolean | null {
  if (!isSameFile(sent, found)) return false;
  if (isSameStamp(sent, found)) return true;
  return sent.contentMd5 === "" ? sent.inode === found.inode : null;
}

/**
 * Whether the file has the content that was sent; reads it if its snapshot does not show that.
 * Rejects with "file-changed" if it changes meanwhile, with the reason why it cannot be read, or
 * with that of the signal.
 */
export async function hasSentContent(
  files: Pick<FileAccess, "identity" | "md5">,
  sent: SentFile,
  found: FileSnapshot,
  signal: AbortSignal,
): Promise<boolean> {
  const known = isAsSent(sent, found);
  if (known !== null) return known;
  const isSame = (await readContentMd5(files, sent, signal)) === sent.contentMd5;
  if (isSameSnapshot(await files.identity(sent.sourcePath), found)) return isSame;
  throw new AppError("file-changed", "the file changes while it is read");
}

async function readContentMd5(
  files: Pick<FileAccess, "md5">,
  { sourcePath, size, contentMd5 }: SentFile,
  signal: AbortSignal,
): Promise<string> {
  const partSize = partSizeOf(contentMd5);
  if (partSize === 0) return files.md5(sourcePath, { offset: 0, size }, signal);
  const md5s: string[] = [];
  for (let number = 1; number <= countParts(size, partSize); number += 1)
    md5s.push(await files.md5(sourcePath, partRange(size, partSize, number), signal));
  return contentMd5OfParts(md5s, partSize);
}
