/**
 * Secrets, encrypted by the keychain of the system; the encrypted values are in a file of the
 * application. Without a keychain, secrets stay in memory and are never written.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { AppError, systemCode } from "../../common/errors";
import { replaceFileDurably } from "../../common/private-files";
import type { Vault } from "../../backend/ports";
import type { Log } from "../../common/log";
import type { Keychain } from "./keychain";

export interface VaultDeps {
  /** Null if there is none. */
  keychain: Keychain | null;
  file: string;
  log: Log;
}

const stored = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) });

/** Opens the vault stored in `file`. */
export function createVault({ keychain, file, log }: VaultDeps): Vault {
  if (!keychain) log.warn("vault: no keychain, secrets last for this session only");
  const inMemory = new Map<string, string>();
  const encrypted = new Map(read(file, log));

  function save(): void {
    const content = { version: 1, secrets: Object.fromEntries(encrypted) };
    // Durable replacement: a partial write or a power failure could otherwise destroy all secrets.
    replaceFileDurably(file, JSON.stringify(content));
  }

  return {
    isPersistent: keychain !== null,
    async get(key) {
      const known = inMemory.get(key);
      const value = encrypted.get(key);
      if (known !== undefined || value === undefined || !keychain) return known ?? null;
      try {
        const secret = await keychain.decrypt(Buffer.from(value, "base64"));
        inMemory.set(key, secret);
        return secret;
      } catch (error) {
        // The keychain is locked, another one, or has a new key: the user has to enter the secret
        // again. The stored value is not deleted, because an unlocked keychain can decrypt it at
        // the next start.
        log.warn(`vault: the secret ${key} cannot be decrypted`, error);
        return null;
      }
    },
    has: (key) => inMemory.has(key) || encrypted.has(key),
    async set(key, secret) {
      inMemory.set(key, secret);
      // SECURITY: without a keychain, secrets are not written, not even obfuscated.
      if (!keychain) return;
      encrypted.set(key, (await keychain.encrypt(secret)).toString("base64"));
      save();
    },
    delete(key) {
      inMemory.delete(key);
      // Also while the keychain is unavailable: a secret that the user removed must not reappear.
      if (encrypted.delete(key)) save();
      return Promise.resolve();
    },
  };
}

function read(file: string, log: Log): [string, string][] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return []; // no secret was stored yet
    // Not treated as an empty vault, because storing the next secret would overwrite the file.
    throw new AppError("internal", "the file of secrets cannot be read", { cause: error });
  }
  try {
    return Object.entries(stored.parse(JSON.parse(text)).secrets);
  } catch (error) {
    log.error("vault: its file is damaged; the secrets have to be entered again", error);
    return [];
  }
}
