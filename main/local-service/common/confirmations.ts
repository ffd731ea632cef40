/**
 * What was confirmed on this computer. SECURITY: a workspace may come from another computer, with
 * unfinished work in its database. Work that continues without a confirmation has a signature with
 * a key of this user and computer, which is never stored in a workspace. Other work waits until a
 * user confirms it.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { chmod, link, open, rm } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { readSmallFile } from "../../common/files";
import type { Log } from "../../common/log";
import { makePrivateFolder, privateFileMode } from "../../common/private-files";
import { renameFile } from "../../common/rename";

/** The kinds of work that continue after a restart. */
type ConfirmedKind = "delivery" | "source";
type SignedFields = readonly (string | number | null)[];

export interface Confirmations {
  /** In base64url. */
  sign(kind: ConfirmedKind, fields: SignedFields): string;
  isSigned(kind: ConfirmedKind, fields: SignedFields, signature: string): boolean;
}

export const confirmationKeyBytes = 32;
const maxKeyFileBytes = 64 * 1024;
const keyFileText = new RegExp(`^([0-9a-f]{${confirmationKeyBytes * 2}})\n$`);

export function createConfirmations(key: Buffer): Confirmations {
  const digest = (kind: ConfirmedKind, fields: SignedFields) =>
    createHmac("sha256", key)
      .update(JSON.stringify([kind, ...fields]))
      .digest();
  return {
    sign: (kind, fields) => digest(kind, fields).toString("base64url"),
    isSigned(kind, fields, signature) {
      const given = Buffer.from(signature, "base64url");
      const wanted = digest(kind, fields);
      return given.length === wanted.length && timingSafeEqual(given, wanted);
    },
  };
}

/**
 * Reads the key of this user and computer, or creates it with mode 0600. Without a file that can be
 * read and written the key exists for this run only: what is unfinished at its end waits for a
 * confirmation.
 */
export async function loadConfirmationKey(file: string, log: Log): Promise<Buffer> {
  try {
    return (await readKey(file)) ?? (await createKey(file, log));
  } catch (error) {
    log.warn(
      "confirmations: the key cannot be stored; work that this run leaves unfinished waits for a confirmation",
      error,
    );
    return randomBytes(confirmationKeyBytes);
  }
}

/** Null if the file is missing, or is not a key. */
async function readKey(file: string): Promise<Buffer | null> {
  let text = "";
  try {
    text = readSmallFile(file, maxKeyFileBytes).toString("latin1");
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const [, hex] = keyFileText.exec(text) ?? [];
  if (hex === undefined) return null;
  // SECURITY: a copied file may have lost its mode. File systems without modes reject this; that is
  // ignored.
  await chmod(file, privateFileMode).catch(() => undefined);
  return Buffer.from(hex, "hex");
}

async function createKey(file: string, log: Log): Promise<Buffer> {
  const key = randomBytes(confirmationKeyBytes);
  makePrivateFolder(path.dirname(file));
  const draft = `${file}.${randomBytes(6).toString("hex")}.new`;
  try {
    const handle = await open(draft, "wx", privateFileMode);
    try {
      await handle.writeFile(`${key.toString("hex")}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // Two services that start at the same time have one key: a link does not replace a file.
    await link(draft, file);
    return key;
  } catch (error) {
    const found = await readKey(file);
    if (found) return found;
    const code = systemCode(error);
    const canReplace = code === "EEXIST" || code === "EPERM" || code === "ENOTSUP";
    if (!canReplace) throw error;
    if (code === "EEXIST") log.warn("confirmations: the key was damaged and is replaced");
    await renameFile(draft, file);
    return key;
  } finally {
    await rm(draft, { force: true });
  }
}
