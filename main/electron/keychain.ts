/** The system's keychain through safeStorage, in whichever of its two forms this Electron has. */
import type { SafeStorage } from "electron";

/** Encrypts and decrypts with a key that only the system's keychain holds. */
export interface Keychain {
  encrypt(secret: string): Promise<Buffer>;
  /** Rejects when it was encrypted with another key. */
  decrypt(encrypted: Buffer): Promise<string>;
}

/** Every part of safeStorage may be missing: older Electrons lack the asynchronous form, newer may drop the other. */
type AnySafeStorage = Partial<SafeStorage>;

/** The keychain, or null where there is none. The app has to be ready: before, no keychain answers. */
export async function openKeychain(
  safeStorage: AnySafeStorage,
  platform: NodeJS.Platform,
): Promise<Keychain | null> {
  // SECURITY: "basic_text" encrypts with a password that is in Chromium's source: as good as plain text.
  if (platform === "linux" && safeStorage.getSelectedStorageBackend?.() === "basic_text")
    return null;
  return (await openAsynchronous(safeStorage)) ?? openSynchronous(safeStorage);
}

async function openAsynchronous(safeStorage: AnySafeStorage): Promise<Keychain | null> {
  const { isAsyncEncryptionAvailable, encryptStringAsync, decryptStringAsync } = safeStorage;
  if (!isAsyncEncryptionAvailable || !encryptStringAsync || !decryptStringAsync) return null;
  if (!(await isAsyncEncryptionAvailable())) return null;
  return {
    encrypt: (secret) => encryptStringAsync(secret),
    decrypt: async (encrypted) => (await decryptStringAsync(encrypted)).result,
  };
}

function openSynchronous(safeStorage: AnySafeStorage): Keychain | null {
  /* eslint-disable @typescript-eslint/no-deprecated -- the only form up to Electron 40 or so */
  const { isEncryptionAvailable, encryptString, decryptString } = safeStorage;
  /* eslint-enable @typescript-eslint/no-deprecated */
  if (!isEncryptionAvailable?.() || !encryptString || !decryptString) return null;
  return {
    // Within a promise, so that what is thrown rejects it.
    encrypt: (secret) => new Promise((resolve) => resolve(encryptString(secret))),
    decrypt: (encrypted) => new Promise((resolve) => resolve(decryptString(encrypted))),
  };
}
