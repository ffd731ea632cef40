"use strict";
/**
 * What a story decides of the computer it is told on: an authority that it trusts beside the usual ones, and, loaded
 * before the application, its network and a keychain that lasts as long as the profile.
 */
const { Buffer } = require("node:buffer");
const { existsSync, readFileSync } = require("node:fs");
const { env, versions } = require("node:process");
const tls = require("node:tls");

/** Trusts what this file says, once it is there. */
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
  const turned = (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff));
  Object.assign(safeStorage, {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => "gnome_libsecret",
    encryptString: (text) => turned(Buffer.from(text)),
    decryptString: (bytes) => turned(bytes).toString(),
    isAsyncEncryptionAvailable: undefined,
  });
}
