/** The secret key of a data folder, and the credentials and keys derived from it. */
import { hkdfSync, randomBytes } from "node:crypto";
import { chmod, readFile } from "node:fs/promises";
import path from "node:path";
import { AppError, systemCode } from "../common/errors";
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
/** The file's content: this line, then the key in hexadecimal, then a line break. */
const heading = "dubyard service key 1\n";
const keyText = new RegExp(`^${heading}([0-9a-f]{${keyBytes * 2}})\n$`);

/** Parses a key file; null when it is not one. Earlier versions wrote only the 32 bytes. */
export function readKey(content: Buffer): Buffer | null {
  if (content.length === keyBytes) return content;
  const [, hex] = keyText.exec(content.toString("latin1")) ?? [];
  return hex === undefined ? null : Buffer.from(hex, "hex");
}

/**
 * Reads DIR/service.key, or creates it atomically with mode 0600. A folder always gives the same credentials and
 * signing keys, so tokens and URLs stay valid across restarts. The caller must hold the folder's lock.
 * @throws AppError "local-service-failed" when the file is not a key.
 */
export async function openKeys(dataDir: string): Promise<ServiceKeys> {
  const file = path.join(dataDir, "service.key");
  let content: Buffer | null = null;
  try {
    content = await readFile(file);
  } catch (error) {
    if (systemCode(error) !== "ENOENT") throw error;
  }
  const key = content ? readKey(content) : randomBytes(keyBytes);
  if (!key) throw new AppError("local-service-failed", "service.key of the data folder is damaged");
  // A key file without a heading is rewritten with it: `inspectFolder` recognises a folder by its key.
  if (content?.length !== heading.length + keyBytes * 2 + 1)
    await writeFileDurably(file, Buffer.from(`${heading}${key.toString("hex")}\n`), 0o600);
  // SECURITY: a copied key file may have lost its mode. File systems without modes reject this; that is ignored.
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
