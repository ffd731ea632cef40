/** The secret key of a data folder, and the credentials and keys derived from it. */
import { hkdfSync, randomBytes } from "node:crypto";
import { chmod } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../common/errors";
import { readSmallFile } from "../common/files";
import { keyBytes, keyFileHeading, parseKeyFile } from "../common/workspace-folder";
import { writeFileDurably } from "./objects/files";

export interface ServiceKeys {
  clientId: string;
  clientSecret: string;
  /** Signs access and refresh tokens. */
  tokenKey: Buffer;
  /** Signs upload URLs. */
  urlKey: Buffer;
}

const maxKeyFileBytes = 1024;
const keyName = "service.key";
const damagedKey = () =>
  new AppError("local-service-failed", "service.key of the data folder is damaged");
const formatKeyFile = (key: Buffer) => Buffer.from(`${keyFileHeading}${key.toString("hex")}\n`);

/**
 * Reads DIR/service.key, or creates it atomically with mode 0600. A folder always gives the same
 * credentials and signing keys, so tokens and URLs stay valid across restarts. The caller must hold
 * the folder's lock.
 * @throws AppError "local-service-failed" when the file is not a key.
 */
export async function loadOrCreateKeys(dataDir: string): Promise<ServiceKeys> {
  const file = path.join(dataDir, keyName);
  const content = readKeyFile(file);
  const key = content ? parseKeyFile(content) : randomBytes(keyBytes);
  if (!key) throw damagedKey();
  // Written if it is new, or from an earlier version: 32 bytes without the heading could be any
  // file, and `inspectFolder` recognises a data folder by its key file.
  const currentContent = formatKeyFile(key);
  if (!content?.equals(currentContent)) await writeFileDurably(file, currentContent, 0o600);
  // SECURITY: a copied key file may have lost its mode. File systems without modes reject this;
  // that is ignored.
  await chmod(file, 0o600).catch(() => undefined);
  return deriveKeys(key);
}

/**
 * The id of the workspace of a folder; null for a folder without a key. Changes nothing.
 * @throws AppError "local-service-failed" when the file is not a key.
 */
export function readClientId(dataDir: string): string | null {
  const content = readKeyFile(path.join(dataDir, keyName));
  if (!content) return null;
  const key = parseKeyFile(content);
  if (!key) throw damagedKey();
  return deriveKeys(key).clientId;
}

function readKeyFile(file: string): Buffer | null {
  try {
    return readSmallFile(file, maxKeyFileBytes);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return null;
    // Another kind of file, or a large one.
    throw ["", "EISDIR", "ENXIO"].includes(code) ? damagedKey() : error;
  }
}

function deriveKeys(key: Buffer): ServiceKeys {
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", key, "dubyard local workspace", purpose, bytes));
  return {
    clientId: `local-${derive("client id", 8).toString("hex")}`,
    clientSecret: derive("client secret", 32).toString("base64url"),
    tokenKey: derive("tokens", 32),
    urlKey: derive("upload urls", 32),
  };
}
