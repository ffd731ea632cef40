/**
 * `npm run release -- --linux deb`: packages what may be released, and refuses everything else.
 * Before work begins: Electron is the official one, no file differs from the commit, the commit has
 * the tag of the version, and the changelog describes that version. Afterwards: the fuses are those
 * of the configuration, every program in the package is for its processor, and on Windows and macOS
 * it is signed. Writes SHA256SUMS.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { readComponents, withoutLicence } from "./components.mjs";
import { resolveRuntime } from "./electron-runtime.mjs";
import { makePackages } from "./package.mjs";
import { main, printStatus, root } from "./processes.mjs";

/** States in the bytes of an executable; the package does not export them. */
const fuseOff = 0x30;
const fuseOn = 0x31;

/** The fuses that a release has on; all others are off. electron-builder.yml sets the same. */
const fusesOn = [
  "EnableCookieEncryption",
  "EnableEmbeddedAsarIntegrityValidation",
  "OnlyLoadAppFromAsar",
];

/**
 * Why a release must not be made; empty if it may. `facts`:
 * - isOfficial: whether Electron is the project's own, not the one for development;
 * - isForTests: whether the package could be automated;
 * - changed: files that differ from the commit;
 * - version, tags (of the commit), changelog (text);
 * - unlicensed: names of contained parts without a licence;
 * - platform: the system of the packages; canSign: the result of canSign.
 */
export function releaseProblems(facts) {
  const { version } = facts;
  const problems = [];
  if (!facts.isOfficial) problems.push("Electron is the one for development and tests");
  if (facts.isForTests) problems.push("E2E_BUILD=1 makes a package that tests can automate");
  if (facts.changed.length > 0)
    problems.push(`files differ from the commit: ${facts.changed.slice(0, 5).join(", ")}`);
  if (!facts.tags.includes(`v${version}`)) problems.push(`the commit has no tag v${version}`);
  const headings = [...facts.changelog.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  const first = headings[0] ?? "";
  if (first.split(" ")[0] !== version)
    problems.push(`the first heading of CHANGELOG.md is "${first}", not ${version}`);
  for (const name of facts.unlicensed) problems.push(`${name} states no licence`);
  // Linux packages are attested, and SHA256SUMS has their hashes.
  if (facts.platform !== "linux" && !facts.canSign)
    problems.push(
      "there is nothing to sign with: CSC_LINK, or on Windows WIN_CSC_LINK, or AZURE_TENANT_ID and AZURE_CLIENT_ID",
    );
  return problems;
}

/**
 * Whether the environment has what electron-builder signs with: a certificate, or on Windows the
 * account of Azure Trusted Signing, whose other facts are arguments
 * (`-c.win.azureSignOptions.endpoint=…`). Signatures are verified afterwards in any case.
 */
export function canSign(platform, env) {
  if (env.CSC_LINK) return true;
  if (platform !== "win32") return false;
  return Boolean(env.WIN_CSC_LINK || (env.AZURE_TENANT_ID && env.AZURE_CLIENT_ID));
}

/**
 * The processor of a program or library from its first bytes: "x64", "arm64", "other", or null for
 * other files. ELF, PE and 64-bit Mach-O (a file for several processors is "other").
 */
export function architectureOf(bytes) {
  const known = (value, table) => table[value] ?? "other";
  if (bytes.length >= 20 && bytes.readUInt32BE(0) === 0x7f454c46)
    return known(bytes.readUInt16LE(18), { 0x3e: "x64", 0xb7: "arm64" });
  if (bytes.length >= 8 && bytes.readUInt32LE(0) === 0xfeedfacf)
    return known(bytes.readUInt32LE(4), { 0x01000007: "x64", 0x0100000c: "arm64" });
  if (bytes.length >= 8 && bytes.readUInt32BE(0) === 0xcafebabe) return "other";
  if (bytes.length >= 64 && bytes.toString("latin1", 0, 2) === "MZ") {
    const at = bytes.readUInt32LE(60);
    if (at + 6 > bytes.length || bytes.toString("latin1", at, at + 4) !== "PE\0\0") return null;
    return known(bytes.readUInt16LE(at + 4), { 0x8664: "x64", 0xaa64: "arm64" });
  }
  return null;
}

/** The first bytes of a file, as many as architectureOf needs. */
function firstBytes(file) {
  const bytes = Buffer.alloc(4096);
  const descriptor = fs.openSync(file, "r");
  try {
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The programs and libraries below a folder that are for another processor than `arch`. */
export function foreignPrograms(folder, arch) {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file: path.relative(folder, file), found: architectureOf(firstBytes(file)) }))
    .filter(({ found }) => found !== null && found !== arch);
}

/** The fuses of an executable that differ from those of a release, by name. */
export async function wrongFuses(executable) {
  const wire = await getCurrentFuseWire(executable);
  return Object.keys(FuseV1Options)
    .filter((name) => Number.isNaN(Number(name)))
    .filter((name) => {
      const state = wire[FuseV1Options[name]];
      // A fuse that this Electron does not have, or that inherits its default, needs no state.
      if (state !== fuseOff && state !== fuseOn) return false;
      return (state === fuseOn) !== fusesOn.includes(name);
    });
}

const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trimEnd();
const linesOf = (text) => text.split("\n").filter((line) => line !== "");

/** The executables of unpacked applications, by the names that electron-builder has for systems. */
const executables = {
  linux: "dubyard",
  win: "Dubyard.exe",
  mac: "Dubyard.app/Contents/MacOS/Dubyard",
};

/**
 * The unpacked applications among the names in the output of electron-builder: the folder, the
 * processor of its programs, and the executable in it.
 */
export function unpackedFolders(names) {
  return names.flatMap((name) => {
    const found = /^(?:(linux|win)(?:-(arm64))?-unpacked|(mac)(?:-(arm64))?)$/.exec(name);
    if (found === null) return [];
    const executable = executables[found[1] ?? found[3]];
    return [{ name, arch: found[2] ?? found[4] ?? "x64", executable }];
  });
}

/** Why the signatures of packages cannot be trusted; empty if they can, and on Linux. */
function signatureProblems(output, applications) {
  const check = (program, args, name) => {
    const { status, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    return status === 0 ? [] : [`${name} is not signed: ${(stdout + stderr).trim()}`];
  };
  if (process.platform === "darwin")
    return applications.flatMap(({ name }) => {
      const application = path.join(output, name, "Dubyard.app");
      return check("codesign", ["--verify", "--deep", "--strict", application], name);
    });
  if (process.platform !== "win32") return [];
  const installers = fs.readdirSync(output).filter((name) => name.endsWith(".exe"));
  // Windows shows the signature of the application too, after the installer's.
  const programs = applications.map(({ name, executable }) => path.join(name, executable));
  return [...installers, ...programs].flatMap((name) => {
    const file = path.join(output, name).replaceAll("'", "''");
    const script = `if ((Get-AuthenticodeSignature '${file}').Status -ne 'Valid') { exit 1 }`;
    return check("powershell.exe", ["-NoProfile", "-Command", script], name);
  });
}

/** Writes the checksums of all packages, as `sha256sum --check` reads them. */
function writeChecksums(output) {
  const packages = fs
    .readdirSync(output)
    .filter((name) => /\.(?:deb|rpm|AppImage|tar\.gz|dmg|zip|exe)$/.test(name))
    .sort();
  const sums = packages.map((name) => {
    const bytes = fs.readFileSync(path.join(output, name));
    return `${createHash("sha256").update(bytes).digest("hex")}  ${name}\n`;
  });
  fs.writeFileSync(path.join(output, "SHA256SUMS"), sums.join(""));
}

async function release(builderArguments) {
  const runtime = resolveRuntime();
  const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const before = releaseProblems({
    isOfficial: runtime.isOfficial,
    isForTests: process.env.E2E_BUILD === "1",
    changed: linesOf(git("status", "--porcelain")).map((line) => line.slice(3)),
    version,
    tags: linesOf(git("tag", "--points-at", "HEAD")),
    changelog: fs.readFileSync(path.join(root, "CHANGELOG.md"), "utf8"),
    // Of the last build; the packages' own is checked again below.
    unlicensed: [],
    platform: process.platform,
    canSign: canSign(process.platform, process.env),
  });
  if (before.length > 0) {
    for (const problem of before) printStatus(`no release: ${problem}`);
    return 1;
  }
  const output = path.join(root, "dist");
  fs.rmSync(output, { recursive: true, force: true });
  const code = await makePackages(builderArguments);
  if (code !== 0) return code;
  const problems = withoutLicence(readComponents({ electron: runtime.version })).map(
    ({ name }) => `${name} states no licence`,
  );
  const applications = unpackedFolders(fs.readdirSync(output));
  if (applications.length === 0) problems.push("no unpacked application was found to examine");
  problems.push(...signatureProblems(output, applications));
  for (const { name: folderName, arch, executable } of applications) {
    const folder = path.join(output, folderName);
    for (const { file, found } of foreignPrograms(folder, arch))
      problems.push(`${file} is for ${found}, not ${arch}`);
    for (const name of await wrongFuses(path.join(folder, executable)))
      problems.push(`the fuse ${name} is not as configured`);
  }
  if (problems.length > 0) {
    for (const problem of problems) printStatus(`no release: ${problem}`);
    fs.rmSync(output, { recursive: true, force: true });
    return 1;
  }
  writeChecksums(output);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(() => release(process.argv.slice(2)));
