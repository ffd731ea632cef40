/** The system's keychain through safeStorage, in whichever of its two forms this Electron has. */

/** Encrypts and decrypts with a key that only the system's keychain holds. */
export interface Keychain {
  encrypt(secret: string): Promise<Buffer>;
  /** Rejects when it was encrypted with another key. */
  decrypt(encrypted: Buffer): Promise<string>;
}

/** Electron up to 40 or so has this form only. */
interface Synchronous {
  isEncryptionAvailable(): boolean;
  encryptString(secret: string): Buffer;
  decryptString(encrypted: Buffer): string;
}
/** Electron calls the other form deprecated since it has this one. */
interface Asynchronous {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(secret: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string }>;
}
/** What an Electron's safeStorage may have. */
export type AnySafeStorage = Partial<Synchronous & Asynchronous> & {
  /** Linux only. */
  getSelectedStorageBackend?(): string;
};

const isAsynchronous = (storage: AnySafeStorage): storage is Asynchronous =>
  typeof storage.isAsyncEncryptionAvailable === "function";
const isSynchronous = (storage: AnySafeStorage): storage is Synchronous =>
  typeof storage.isEncryptionAvailable === "function";

/** The keychain, or null where there is none. The app has to be ready: before, no keychain answers. */
export async function openKeychain(
  storage: AnySafeStorage,
  platform: NodeJS.Platform,
): Promise<Keychain | null> {
  // SECURITY: "basic_text" encrypts with a password that is in Chromium's source: as good as plain text.
  if (platform === "linux" && storage.getSelectedStorageBackend?.() === "basic_text") return null;
  if (isAsynchronous(storage) && (await storage.isAsyncEncryptionAvailable())) {
    return {
      encrypt: (secret) => storage.encryptStringAsync(secret),
      decrypt: async (encrypted) => (await storage.decryptStringAsync(encrypted)).result,
    };
  }
  if (isSynchronous(storage) && storage.isEncryptionAvailable()) {
    return {
      // Within a promise, so that what is thrown rejects it.
      encrypt: (secret) => new Promise((resolve) => resolve(storage.encryptString(secret))),
      decrypt: (encrypted) => new Promise((resolve) => resolve(storage.decryptString(encrypted))),
    };
  }
  return null;
}
