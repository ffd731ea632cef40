/**
 * Signatures of requests with a path on this computer: the application signs them, and the service
 * of a local workspace verifies them.
 */
import { createHmac } from "node:crypto";

/** A file on this computer that the service may read once, and the gallery file that it becomes. */
export interface CloneGrant {
  /** Absolute. */
  sourcePath: string;
  /** The gallery path. */
  fileName: string;
  contentType: string;
  /** The identity of the file: size in bytes, mtime in nanoseconds since 1970, inode. */
  size: number;
  mtimeNs: string;
  inode: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Bytes of the key that signs clone requests. It is valid for one run of the service, and never on
 * disk.
 */
export const cloneKeyBytes = 32;

/**
 * HMAC-SHA256 of all fields, in base64url. The gallery path counts in NFC, as the service stores
 * it.
 */
export function signClone(key: Buffer, grant: CloneGrant): string {
  const { sourcePath, contentType, size, mtimeNs, inode, expiresAt } = grant;
  const fileName = grant.fileName.normalize("NFC");
  const fields = ["clone", sourcePath, fileName, contentType, size, mtimeNs, inode, expiresAt];
  return createHmac("sha256", key).update(JSON.stringify(fields)).digest("base64url");
}

/** A file or folder on this computer from which the service may install a pack. */
export interface PackSourceGrant {
  packId: string;
  /** Absolute. */
  sourcePath: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** As `signClone`, with the same key; the first field separates the two. */
export function signPackSource(key: Buffer, grant: PackSourceGrant): string {
  const { packId, sourcePath, expiresAt } = grant;
  const fields = ["pack", packId, sourcePath, expiresAt];
  return createHmac("sha256", key).update(JSON.stringify(fields)).digest("base64url");
}
