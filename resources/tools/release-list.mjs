/**
 * `npm run release:list -- --notes-en en.txt --notes-de de.txt 3< private-key.pem`: writes
 * dist/releases.json, the signed list of releases that the application reads, for the packages in
 * dist. The list before it is given by `--previous FILE`, without which there must be none.
 *
 * - `--rollout 0.05`: the part of computers that the release is offered to (1 unless given)
 * - `--security`: the release closes a vulnerability
 * - `--days 60`: how long the list is valid
 * - `--minimum-version 0.2.0`: the lowest version that can be updated directly
 *
 * Instead of adding a release, `--change VERSION --rollout 0.5` changes the part of a release;
 * 0 withdraws it.
 *
 * The private key (Ed25519, PEM) is read from file descriptor 3, because arguments are visible to
 * other programs. Its public key must be one of those in package.json, which builds contain.
 */
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { main, printStatus, root } from "./processes.mjs";

/** The kind and the system of a package by the end of its name. */
const kinds = [
  [/\.AppImage$/, "appimage", "linux"],
  [/\.deb$/, "deb", "linux"],
  [/\.rpm$/, "rpm", "linux"],
  [/\.tar\.gz$/, "archive", "linux"],
  [/\.exe$/, "nsis", "win32"],
  [/\.zip$/, "mac", "darwin"],
];
const architectures = [
  [/-(?:x64|amd64|x86_64)\./, "x64"],
  [/-(?:arm64|aarch64)\./, "arm64"],
];

/** The file of a list for a package: null for other files. `address`: the folder of the files. */
export function fileOfPackage(name, bytes, address) {
  const [, kind, os] = kinds.find(([ending]) => ending.test(name)) ?? [];
  const [, arch] = architectures.find(([part]) => part.test(name)) ?? [];
  if (kind === undefined || arch === undefined) return null;
  if (name.includes("-TEST-")) throw new Error(`${name} is a package for tests`);
  return {
    os,
    arch,
    kind,
    url: new URL(encodeURIComponent(name), address).href,
    size: bytes.length,
    sha512: createHash("sha512").update(bytes).digest("hex"),
  };
}

/**
 * The next list. `previous`: the one before it, or null. `release` replaces one of its version.
 * Throws if the release cannot be offered.
 */
export function nextList(previous, release, { expires }) {
  const { version, notes, files, rollout } = release;
  for (const language of ["en", "de"])
    if (!notes[language]?.trim())
      throw new Error(`there are no notes of ${version} in ${language}`);
  if (files.length === 0) throw new Error(`there are no packages of ${version}`);
  if (!(rollout >= 0 && rollout <= 1)) throw new Error("the roll-out is a number from 0 to 1");
  const others = (previous?.releases ?? []).filter((one) => one.version !== version);
  return {
    metadataVersion: (previous?.metadataVersion ?? 0) + 1,
    expires: expires.toISOString(),
    releases: [release, ...others],
  };
}

/** The text of a list with the signature of a private key (a KeyObject). */
export function signList(list, privateKey) {
  const signed = JSON.stringify(list);
  const signature = sign(null, Buffer.from(signed, "utf8"), privateKey);
  return `${JSON.stringify({ signed, signatures: [signature.toString("base64")] })}\n`;
}

/** The bytes before a raw Ed25519 key in the format SPKI. */
const spkiPrefix = Buffer.from("302a300506032b6570032100", "hex");

/**
 * The list of a text that `signList` has written. SECURITY: the next list signs the releases of the
 * one before it again, which may come from the host. Throws unless one of `trusted`, public keys as
 * builds contain them, has signed it.
 */
export function openList(text, trusted) {
  const { signed, signatures } = JSON.parse(text);
  const bytes = Buffer.from(signed, "utf8");
  const isSigned = trusted
    .map((key) => Buffer.concat([spkiPrefix, Buffer.from(key, "base64")]))
    .map((key) => createPublicKey({ key, format: "der", type: "spki" }))
    .some((key) => signatures.some((one) => verify(null, bytes, key, Buffer.from(one, "base64"))));
  if (!isSigned) throw new Error("no key of package.json has signed the previous list");
  return JSON.parse(signed);
}

/** The public key of a private one as builds contain it: 32 bytes in base64. */
export const publicKeyText = (privateKey) =>
  createPublicKey(privateKey)
    .export({ format: "der", type: "spki" })
    .subarray(-32)
    .toString("base64");

const readText = (file) => fs.readFileSync(file, "utf8");

function readKey(trusted) {
  const key = createPrivateKey(readText(3));
  if (key.asymmetricKeyType !== "ed25519") throw new Error("the private key is not of Ed25519");
  if (!trusted.includes(publicKeyText(key)))
    throw new Error("package.json has no public key of this private key: builds would refuse it");
  return key;
}

function releaseOf(options, { version, updates }) {
  const output = path.join(root, "dist");
  if (!options["notes-en"] || !options["notes-de"])
    throw new Error("--notes-en FILE and --notes-de FILE are needed: notes in both languages");
  const packages = fs.readdirSync(output).filter((name) => name.includes(`-${version}-`));
  const files = packages
    .map((name) => fileOfPackage(name, fs.readFileSync(path.join(output, name)), updates.feed))
    .filter((file) => file !== null);
  return {
    version,
    date: new Date().toISOString().slice(0, 10),
    notes: { en: readText(options["notes-en"]), de: readText(options["notes-de"]) },
    security: options.security,
    rollout: Number(options.rollout),
    ...(options["minimum-version"] ? { minimumVersion: options["minimum-version"] } : {}),
    files,
  };
}

function writeList(args) {
  const { values: options } = parseArgs({
    args,
    options: {
      "notes-en": { type: "string" },
      "notes-de": { type: "string" },
      rollout: { type: "string", default: "1" },
      security: { type: "boolean", default: false },
      days: { type: "string", default: "60" },
      "minimum-version": { type: "string" },
      previous: { type: "string" },
      change: { type: "string" },
    },
  });
  const manifest = JSON.parse(readText(path.join(root, "package.json")));
  if (!manifest.updates.feed) throw new Error("package.json has no address of the list (updates)");
  const key = readKey(manifest.updates.keys);
  const previous = options.previous
    ? openList(readText(options.previous), manifest.updates.keys)
    : null;
  const changed = previous?.releases.find(({ version }) => version === options.change);
  if (options.change && !changed) throw new Error(`the previous list has no ${options.change}`);
  const release = changed
    ? { ...changed, rollout: Number(options.rollout) }
    : releaseOf(options, manifest);
  const expires = new Date(Date.now() + Number(options.days) * 24 * 3_600_000);
  const list = nextList(previous, release, { expires });
  const target = path.join(root, "dist/releases.json");
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(target, signList(list, key));
  printStatus(`list ${list.metadataVersion} of ${list.releases.length} releases: ${target}`);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(() => writeList(process.argv.slice(2)));
