"use strict";
/**
 * Stubs for stories. `trust` adds trusted certificates. Loaded before the application, this module also sets the
 * network state and a keychain that is kept with the profile.
 */
const { Buffer } = require("node:buffer");
const { existsSync, readFileSync } = require("node:fs");
const { env, versions } = require("node:process");
const tls = require("node:tls");

/** Trusts the certificates of this file, once it exists; returns a function that undoes that. */
function trust(file) {
  const { createSecureContext } = tls;
  tls.createSecureContext = (options = {}) =>
    createSecureContext(
      existsSync(file)
        ? { ...options, ca: [...tls.rootCertificates, readFileSync(file, "utf8")] }
        : options,
    );
  return () => (tls.createSecureContext = createSecureContext);
}
module.exports = { trust };

const { STORY_AUTHORITY, STORY_OFFLINE } = env;
if (versions.electron && STORY_AUTHORITY !== undefined) {
  trust(STORY_AUTHORITY);
  const { net, safeStorage } = require("electron");
  net.isOnline = () => STORY_OFFLINE !== "1";
  const invertBits = (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  Object.assign(safeStorage, {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => "gnome_libsecret",
    encryptString: (text) => invertBits(Buffer.from(text)),
    decryptString: (bytes) => invertBits(bytes).toString(),
    isAsyncEncryptionAvailable: undefined,
  });
}
