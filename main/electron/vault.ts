/**
 * Secrets: encrypted by the system's keychain, the encrypted values in a file of ours. Where there is no keychain
 * they stay in memory and are never written.
 */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { AppError, systemCode } from "../common/errors";
import { replaceFileDurably } from "../common/private-files";
import type { Vault } from "../backend/ports";
import type { Log } from "../common/log";
import type { Keychain } from "./keychain";

export interface VaultDeps {
  /** Null where there is none. */
  keychain: Keychain | null;
  file: string;
  log: Log;
}

const stored = z.object({ version: z.literal(1), secrets: z.record(z.string(), z.string()) });

/** Opens the vault kept in `file`. */
export function createVault({ keychain, file, log }: VaultDeps): Vault {
  if (!keychain) log.warn("vault: no keychain here, secrets last for this session only");
  const inMemory = new Map<string, string>();
  const encrypted = new Map(read(file, log));

  function save(): void {
    const content = { version: 1, secrets: Object.fromEntries(encrypted) };
    // A file that is half written, or whose bytes a power cut takes, would lose every secret.
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
        // A locked keychain, another one, or a new key in it: the user enters the secret again. What is kept stays,
        // since an unlocked keychain can read it at the next start.
        log.warn(`vault: what is kept as ${key} cannot be decrypted`, error);
        return null;
      }
    },
    has: (key) => inMemory.has(key) || encrypted.has(key),
    async set(key, secret) {
      inMemory.set(key, secret);
      // SECURITY: without a keychain nothing is written, not even obfuscated.
      if (!keychain) return;
      encrypted.set(key, (await keychain.encrypt(secret)).toString("base64"));
      save();
    },
    delete(key) {
      inMemory.delete(key);
      // Also where the keychain is away for now: what the user removed must not come back.
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
    if (systemCode(error) === "ENOENT") return []; // nothing was kept yet
    // Not taken for an empty one, which the next secret would write over.
    throw new AppError("internal", "the file of secrets cannot be read", { cause: error });
  }
  try {
    return Object.entries(stored.parse(JSON.parse(text)).secrets);
  } catch (error) {
    log.error("vault: its file is damaged; the secrets have to be entered again", error);
    return [];
  }
}
