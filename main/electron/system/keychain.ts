/**
 * The keychain of the system through safeStorage, with the synchronous or asynchronous API of this
 * Electron version.
 */

/** Encrypts and decrypts with a key that is stored only in the keychain of the system. */
export interface Keychain {
  encrypt(secret: string): Promise<Buffer>;
  /** Rejects if the data was encrypted with another key. */
  decrypt(encrypted: Buffer): Promise<string>;
}

/** Electron up to about version 40 has only this API. */
interface Synchronous {
  isEncryptionAvailable(): boolean;
  encryptString(secret: string): Buffer;
  decryptString(encrypted: Buffer): string;
}
/** Electron versions with this API deprecate the synchronous one. */
interface Asynchronous {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(secret: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string }>;
}
/** The safeStorage of any supported Electron version. */
export type AnySafeStorage = Partial<Synchronous & Asynchronous> & {
  /** Linux only. */
  getSelectedStorageBackend?(): string;
};

const isAsynchronous = (storage: AnySafeStorage): storage is Asynchronous =>
  typeof storage.isAsyncEncryptionAvailable === "function";
const isSynchronous = (storage: AnySafeStorage): storage is Synchronous =>
  typeof storage.isEncryptionAvailable === "function";

/**
 * The keychain, or null if there is none. Has to be called after "ready": before, no keychain is
 * available.
 */
export async function openKeychain(
  storage: AnySafeStorage,
  platform: NodeJS.Platform,
): Promise<Keychain | null> {
  // SECURITY: "basic_text" encrypts with a password that is in the source of Chromium: equivalent
  // to plain text.
  if (platform === "linux" && storage.getSelectedStorageBackend?.() === "basic_text") return null;
  if (isAsynchronous(storage) && (await storage.isAsyncEncryptionAvailable())) {
    return {
      encrypt: (secret) => storage.encryptStringAsync(secret),
      decrypt: async (encrypted) => (await storage.decryptStringAsync(encrypted)).result,
    };
  }
  if (isSynchronous(storage) && storage.isEncryptionAvailable()) {
    return {
      // Called inside the promise, so that a thrown error rejects it.
      encrypt: (secret) => new Promise((resolve) => resolve(storage.encryptString(secret))),
      decrypt: (encrypted) => new Promise((resolve) => resolve(storage.decryptString(encrypted))),
    };
  }
  return null;
}
