import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  openKeychain,
  type AnySafeStorage,
  type Keychain,
} from "../../../../main/electron/system/keychain";
import { createVault } from "../../../../main/electron/system/vault";
import { silentLog } from "../../../../main/common/log";

let folder = "";
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-vault-"))));
afterEach(() => rmSync(folder, { recursive: true }));
const file = () => path.join(folder, "vault.json");

/** A keychain whose "encryption" is reversible by the same key only. */
function fakeKeychain(key: string): Keychain {
  return {
    encrypt: (secret) => Promise.resolve(Buffer.from(`${key}:${secret}`).reverse()),
    decrypt: (encrypted) => {
      const text = Buffer.from(encrypted).reverse().toString();
      if (!text.startsWith(`${key}:`)) return Promise.reject(new Error("wrong key"));
      return Promise.resolve(text.slice(key.length + 1));
    },
  };
}
const open = (keychain: Keychain | null) => createVault({ keychain, file: file(), log: silentLog });

describe("with a keychain", () => {
  test("stores secrets encrypted across a restart, for this user only", async () => {
    const vault = open(fakeKeychain("a"));
    expect(vault.isPersistent).toBe(true);
    await vault.set("workspace:1", "very-secret");
    await vault.set("workspace:2", "other");
    expect(readFileSync(file(), "utf8")).not.toContain("very-secret");
    if (process.platform !== "win32") expect(statSync(file()).mode & 0o777).toBe(0o600);
    const again = open(fakeKeychain("a"));
    expect(await again.get("workspace:1")).toBe("very-secret");
    await again.delete("workspace:1");
    expect(await again.get("workspace:1")).toBeNull();
    expect(await open(fakeKeychain("a")).get("workspace:2")).toBe("other");
  });

  test("preserves secrets that were encrypted with another keychain", async () => {
    await open(fakeKeychain("a")).set("key", "secret");
    expect(await open(fakeKeychain("b")).get("key")).toBeNull();
    expect(open(fakeKeychain("b")).has("key")).toBe(true);
    expect(open(null).has("key")).toBe(true);
    expect(open(null).has("other")).toBe(false);
    expect(await open(fakeKeychain("a")).get("key")).toBe("secret");
  });

  test("treats a damaged file as an empty vault", async () => {
    writeFileSync(file(), '{"version":1,"secr');
    const vault = open(fakeKeychain("a"));
    expect(await vault.get("key")).toBeNull();
    await vault.set("key", "secret");
    expect(await open(fakeKeychain("a")).get("key")).toBe("secret");
  });
});

describe("without a keychain", () => {
  test("stores secrets for the session only, and never writes them", async () => {
    const vault = open(null);
    expect(vault.isPersistent).toBe(false);
    await vault.set("key", "secret");
    expect(await vault.get("key")).toBe("secret");
    expect(existsSync(file())).toBe(false);
    expect(await open(null).get("key")).toBeNull();
  });

  test("preserves stored secrets until they are removed", async () => {
    const keychain = fakeKeychain("a");
    await open(keychain).set("kept", "1");
    await open(keychain).set("removed", "2");
    const locked = open(null);
    expect(await locked.get("kept")).toBeNull();
    await locked.delete("removed");
    const unlocked = open(keychain);
    expect(await unlocked.get("kept")).toBe("1");
    expect(await unlocked.get("removed")).toBeNull();
  });
});

describe("the keychain", () => {
  const synchronous = {
    isEncryptionAvailable: () => true,
    encryptString: (secret: string) => Buffer.from(secret),
    decryptString: () => {
      throw new Error("wrong key");
    },
  };
  const openWith = (storage: AnySafeStorage) => openKeychain(storage, "linux");

  test("is not used if encryption is unavailable or not secure", async () => {
    expect(await openWith({})).toBeNull();
    expect(await openWith({ ...synchronous, isEncryptionAvailable: () => false })).toBeNull();
    const plain = { ...synchronous, getSelectedStorageBackend: () => "basic_text" };
    expect(await openWith(plain)).toBeNull();
    expect(await openKeychain(plain, "darwin")).not.toBeNull();
  });

  test("is used with its asynchronous functions if available, else with the synchronous ones", async () => {
    const old = await openWith(synchronous);
    expect(await old?.encrypt("x")).toEqual(Buffer.from("x"));
    await expect(old?.decrypt(Buffer.from("x"))).rejects.toThrow("wrong key");
    const current = await openWith({
      ...synchronous,
      isAsyncEncryptionAvailable: () => Promise.resolve(true),
      encryptStringAsync: () => Promise.resolve(Buffer.from("new")),
      decryptStringAsync: () => Promise.resolve({ result: "plain" }),
    });
    expect(await current?.encrypt("x")).toEqual(Buffer.from("new"));
    expect(await current?.decrypt(Buffer.from("x"))).toBe("plain");
  });
});
