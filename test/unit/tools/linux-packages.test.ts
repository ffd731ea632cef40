/**
 * The content and the scripts of Linux packages, with packages of a few bytes: those of the
 * application take minutes.
 */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { long } from "../../long";

const root = path.resolve(import.meta.dirname, "../../..");
const hasProgram = (name: string) =>
  process.platform === "linux" && spawnSync("which", [name]).status === 0;
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

function run(program: string, ...args: string[]): string {
  const result = spawnSync(program, args, { encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${program}: ${result.stdout}${result.stderr}`);
  return result.stdout;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-packages-"));
  mkdirSync(path.join(folder, "files"));
  writeFileSync(path.join(folder, "files/dubyard"), "#!/bin/sh\n");
  chmodSync(path.join(folder, "files/dubyard"), 0o755);
  writeFileSync(path.join(folder, "files/chrome-sandbox"), "x");
  symlinkSync("/opt/Dubyard/dubyard", path.join(folder, "dubyard"));
  writeFileSync(
    path.join(folder, "changelog.rpm"),
    "* Mon Sep 21 2026 The Dubyard authors <hello@dubyard.invalid> - 1.2.0-1\n- 5 %% less memory.\n",
  );
  // electron-builder fills in the names.
  for (const name of ["after-install", "after-remove"])
    writeFileSync(
      path.join(folder, name),
      read(`resources/linux/${name}.tpl`)
        .replaceAll("${executable}", "dubyard")
        .replaceAll("${sanitizedProductName}", "Dubyard"),
    );
});
afterAll(() => rmSync(folder, { recursive: true }));

const summary = "Uploads media to a dubbing service";
const description =
  "Projects, batches, casting, glossary and teams are managed there, and voices are heard.";

/** Makes a package with the arguments of electron-builder. */
function make(type: "deb" | "rpm", architecture: string, ...more: string[]): string {
  const file = path.join(folder, `dubyard-${architecture}.${type}`);
  const named = {
    name: "dubyard",
    version: "1.2.0",
    architecture,
    maintainer: "The Dubyard authors <hello@dubyard.invalid>",
    vendor: "The Dubyard authors",
    url: "https://dubyard.invalid",
    license: "MIT",
    category: type === "deb" ? "video" : "Applications/Multimedia",
    description: `${summary}\n${description}`,
    "rpm-summary": summary,
    "after-install": path.join(folder, "after-install"),
    "after-remove": path.join(folder, "after-remove"),
    package: file,
  };
  run(
    process.execPath,
    path.join(root, "resources/tools/fpm-lite.mjs"),
    "-s",
    "dir",
    "-t",
    type,
    ...Object.entries(named).flatMap(([name, value]) => [`--${name}`, value]),
    ...more,
    `${path.join(folder, "dubyard")}=/usr/bin/dubyard`,
    `${path.join(folder, "files")}/=/opt/Dubyard`,
  );
  return file;
}

describe.skipIf(!hasProgram("rpmbuild"))("an rpm", () => {
  let made: string;
  beforeAll(() => {
    made = make("rpm", "aarch64", `--rpm-changelog=${path.join(folder, "changelog.rpm")}`);
  });

  it("owns its command, its folder and its changelog, and starts no other program for them", () => {
    expect(run("rpm", "-qpl", made).trim().split("\n")).toEqual([
      "/opt/Dubyard",
      "/opt/Dubyard/chrome-sandbox",
      "/opt/Dubyard/dubyard",
      "/usr/bin/dubyard",
    ]);
    expect(run("rpm", "-qp", "--changelog", made)).toContain("- 5 % less memory.");
    // Links of alternatives are no files of a package: an upgrade once removed the command.
    expect(run("rpm", "-qp", "--scripts", made)).not.toContain("alternatives");
  });

  it("is for the processor of its files", () => {
    expect(run("rpm", "-qp", "--queryformat", "%{ARCH}", made)).toBe("aarch64");
  });

  it.skipIf(!hasProgram("rpmlint"))(
    "has no errors of rpmlint that are those of the project",
    { ...long, timeout: 60_000 },
    () => {
      const config = path.join(root, "resources/linux/rpmlint.toml");
      const { stdout } = spawnSync("rpmlint", ["--config", config, made], { encoding: "utf8" });
      const errors = stdout.split("\n").filter((line) => line.includes(": E: "));
      // The files of this test are no programs.
      expect(errors.filter((line) => !/no-binary|script-without-shebang/.test(line))).toEqual([]);
    },
  );
});

it.skipIf(!hasProgram("dpkg-deb"))("a deb owns its command, and describes itself in lines", () => {
  const made = make("deb", "amd64");
  expect(run("dpkg-deb", "--contents", made)).toMatch(
    /\.\/usr\/bin\/dubyard -> \/opt\/Dubyard\/dubyard\n/,
  );
  const lines = run("dpkg-deb", "--field", made, "Description").split("\n");
  expect(lines[0]).toBe(summary);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(run("dpkg-deb", "--info", made, "postrm")).not.toContain("alternatives");
});

interface BuilderConfig {
  deb: { fpm: string[]; afterInstall: string; afterRemove: string };
  rpm: { fpm: string[]; afterInstall: string; afterRemove: string };
}

it("both packages are configured with the same scripts, the command, and the metadata", () => {
  const { deb, rpm } = parse(read("electron-builder.yml")) as BuilderConfig;
  for (const { fpm, afterInstall, afterRemove } of [deb, rpm]) {
    expect([afterInstall, afterRemove]).toEqual([
      "resources/linux/after-install.tpl",
      "resources/linux/after-remove.tpl",
    ]);
    expect(fpm).toContain("out/package/dubyard=/usr/bin/dubyard");
    expect(fpm.join()).toContain("/usr/share/metainfo/org.dubyard.Dubyard.metainfo.xml");
  }
  expect(rpm.fpm).toContain("--rpm-changelog=out/package/changelog.rpm");
});
