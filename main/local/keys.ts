/** The one secret of a data folder, and everything that is derived from it. */
import { hkdfSync, randomBytes } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../errors";
import { writeFileDurably } from "./objects/files";

export interface ServiceKeys {
  clientId: string;
  clientSecret: string;
  /** Signs access and refresh tokens. */
  tokenKey: Buffer;
  /** Signs upload URLs. */
  urlKey: Buffer;
}

const keyBytes = 32;

/**
 * Reads DIR/service.key, or makes it (mode 0600, whole or not at all). The same folder always gives the same
 * credentials and signing keys, so that tokens and URLs outlive a restart. Call it with the folder's lock held.
 * @throws AppError "local-service-failed" when the file is not a key.
 */
export async function openKeys(dataDir: string): Promise<ServiceKeys> {
  const file = path.join(dataDir, "service.key");
  let key: Buffer;
  try {
    key = await readFile(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
    key = randomBytes(keyBytes);
    await writeFileDurably(file, key, 0o600);
  }
  if (key.length !== keyBytes) {
    throw new AppError("local-service-failed", "service.key of the data folder is damaged");
  }
  // SECURITY: a key that was copied about may have lost its mode. Some file systems have none.
  await chmod(file, 0o600).catch(() => undefined);
  return deriveKeys(key);
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
