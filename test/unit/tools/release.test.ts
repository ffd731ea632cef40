/** What `npm run release` refuses, and the list of the parts that a package contains. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import {
  billOfMaterials,
  noticesText,
  withoutLicence,
} from "../../../resources/tools/components.mjs";
import {
  architectureOf,
  canSign,
  foreignPrograms,
  releaseProblems,
  unpackedFolders,
  wrongFuses,
} from "../../../resources/tools/release.mjs";

const ready = {
  isOfficial: true,
  isForTests: false,
  changed: [],
  version: "1.2.0",
  tags: ["v1.2.0"],
  changelog: "# Changelog\n\n## 1.2.0 (2026-11-30)\n\n- New\n\n## 1.1.0\n",
  unlicensed: [],
  platform: "linux" as NodeJS.Platform,
  canSign: false,
};

test("a commit that is ready may be released", () => {
  expect(releaseProblems(ready)).toEqual([]);
  expect(releaseProblems({ ...ready, platform: "darwin", canSign: true })).toEqual([]);
});

test("Windows and macOS packages are signed with a certificate, on Windows also by Azure", () => {
  const azure = { AZURE_TENANT_ID: "t", AZURE_CLIENT_ID: "c" };
  expect(canSign("win32", azure)).toBe(true);
  expect(canSign("win32", { AZURE_TENANT_ID: "t" })).toBe(false);
  expect(canSign("win32", { WIN_CSC_LINK: "file" })).toBe(true);
  expect(canSign("darwin", { ...azure, WIN_CSC_LINK: "file" })).toBe(false);
  expect(canSign("darwin", { CSC_LINK: "file" })).toBe(true);
});

const nothingToSign =
  "there is nothing to sign with: CSC_LINK, or on Windows WIN_CSC_LINK, or AZURE_TENANT_ID and AZURE_CLIENT_ID";

test.each([
  [{ isOfficial: false }, "Electron is the one for development and tests"],
  [{ isForTests: true }, "E2E_BUILD=1 makes a package that tests can automate"],
  [{ changed: ["main/index.ts"] }, "files differ from the commit: main/index.ts"],
  [{ tags: [] }, "the commit has no tag v1.2.0"],
  [{ tags: ["v1.2.0-beta"] }, "the commit has no tag v1.2.0"],
  [
    { changelog: "# Changelog\n\n## Unreleased\n\n## 1.2.0\n" },
    'the first heading of CHANGELOG.md is "Unreleased", not 1.2.0',
  ],
  [
    { changelog: "# Changelog\n\n## 1.2.01\n" },
    'the first heading of CHANGELOG.md is "1.2.01", not 1.2.0',
  ],
  [{ unlicensed: ["left-pad"] }, "left-pad states no licence"],
  [{ platform: "win32" as const }, nothingToSign],
  [{ platform: "darwin" as const }, nothingToSign],
])("a release is refused with %j", (change, problem) => {
  expect(releaseProblems({ ...ready, ...change })).toEqual([problem]);
});

/** The first bytes of an ELF file for a machine. */
function elf(machine: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0x7f454c46, 0);
  bytes.writeUInt16LE(machine, 18);
  return bytes;
}
function pe(machine: number): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write("MZ", 0, "latin1");
  bytes.writeUInt32LE(128, 60);
  bytes.write("PE\0\0", 128, "latin1");
  bytes.writeUInt16LE(machine, 132);
  return bytes;
}
function machO(processor: number): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32LE(0xfeedfacf, 0);
  bytes.writeUInt32LE(processor, 4);
  return bytes;
}

test("programs of another processor in a package are found", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "dubyard"), elf(0x3e));
  writeFileSync(path.join(folder, "library.so"), elf(0xb7));
  writeFileSync(path.join(folder, "tool.exe"), pe(0xaa64));
  writeFileSync(path.join(folder, "text.txt"), "MZ is only a text");
  writeFileSync(path.join(folder, "empty"), "");
  expect(foreignPrograms(folder, "x64").sort((a, b) => (a.file < b.file ? -1 : 1))).toEqual([
    { file: "library.so", found: "arm64" },
    { file: "tool.exe", found: "arm64" },
  ]);
});

test("the processor is read from ELF, PE and Mach-O", () => {
  expect(architectureOf(elf(0x3e))).toBe("x64");
  expect(architectureOf(elf(0x28))).toBe("other");
  expect(architectureOf(pe(0x8664))).toBe("x64");
  expect(architectureOf(machO(0x0100000c))).toBe("arm64");
  expect(architectureOf(Buffer.alloc(0))).toBeNull();
});

test("the unpacked applications of each system are examined, and nothing else", () => {
  const names = ["linux-unpacked", "linux-arm64-unpacked", "win-unpacked", "mac", "mac-arm64"];
  const others = [
    "dubyard-1.2.0-linux-amd64.deb",
    "builder-debug.yml",
    "mac-universal",
    ".icon-set",
  ];
  expect(unpackedFolders([...names, ...others])).toEqual([
    { name: "linux-unpacked", arch: "x64", executable: "dubyard" },
    { name: "linux-arm64-unpacked", arch: "arm64", executable: "dubyard" },
    { name: "win-unpacked", arch: "x64", executable: "Dubyard.exe" },
    { name: "mac", arch: "x64", executable: "Dubyard.app/Contents/MacOS/Dubyard" },
    { name: "mac-arm64", arch: "arm64", executable: "Dubyard.app/Contents/MacOS/Dubyard" },
  ]);
});

test("a fuse that differs from the configuration is named", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, "dubyard");
  /** An executable as far as the fuses: their mark, version and number, and a digit for each. */
  const withFuses = (digits: string) => {
    const mark = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");
    const head = Buffer.from([1, digits.length]);
    writeFileSync(file, Buffer.concat([Buffer.alloc(100), mark, head, Buffer.from(digits)]));
  };
  withFuses("01001100");
  expect(await wrongFuses(file)).toEqual([]);
  withFuses("11011100");
  expect(await wrongFuses(file)).toEqual(["RunAsNode", "EnableNodeCliInspectArguments"]);
  withFuses("01001000");
  expect(await wrongFuses(file)).toEqual(["OnlyLoadAppFromAsar"]);
});

test("the notices contain each part; the bill of materials names it by its package URL", () => {
  const components = [
    { name: "@scope/a", version: "1.0.0", identifier: "MIT", text: "Permission is granted" },
    { name: "b", version: "2.0.0", identifier: "MIT OR Apache-2.0", text: "" },
    { name: "c", version: "3.0.0", text: "A licence in words" },
  ];
  const notices = noticesText(components);
  expect(notices).toContain("@scope/a 1.0.0\nLicence: MIT\n\nPermission is granted");
  expect(notices).toContain("b 2.0.0\nLicence: MIT OR Apache-2.0\n\nThe package contains no text");
  expect(withoutLicence(components.concat({ name: "d", version: "1", text: "" }))).toEqual([
    { name: "d", version: "1", text: "" },
  ]);
  const materials = billOfMaterials(components, { version: "1.2.0", time: new Date(0) });
  expect(materials.components.map(({ purl }) => purl)).toEqual([
    "pkg:npm/%40scope/a@1.0.0",
    "pkg:npm/b@2.0.0",
    "pkg:npm/c@3.0.0",
  ]);
  expect(materials.components[1]?.licenses).toEqual([{ expression: "MIT OR Apache-2.0" }]);
});
