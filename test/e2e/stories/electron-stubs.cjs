"use strict";
/**
 * Stubs for stories, loaded before the application: the network state, and a keychain that is kept
 * with the profile.
 */
const { Buffer } = require("node:buffer");
const { env } = require("node:process");
const { net, safeStorage } = require("electron");

net.isOnline = () => env.STORY_OFFLINE !== "1";
const invertBits = (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
Object.assign(safeStorage, {
  isEncryptionAvailable: () => true,
  getSelectedStorageBackend: () => "gnome_libsecret",
  encryptString: (text) => invertBits(Buffer.from(text)),
  decryptString: (bytes) => invertBits(bytes).toString(),
  isAsyncEncryptionAvailable: undefined,
});
