/** A package, made as a release is made, started as a user starts it. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { callBridge, launch, root, temporaryFolder } from "./harness";

const isLinux = process.platform === "linux";
const hasDpkg = isLinux && spawnSync("which", ["dpkg-deb"]).status === 0;

function run(command: string, args: string[], env: Record<string, string> = {}): string {
  const result = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  if (result.status !== 0) throw new Error(`${command} failed:\n${result.stdout}${result.stderr}`);
  return result.stdout;
}

describe.skipIf(!isLinux)("a package", () => {
  let output = "";
  const unpacked = () => path.join(output, "linux-unpacked");
  beforeAll(() => {
    output = mkdtempSync(path.join(os.tmpdir(), "dubyard-package-"));
    run(
      process.execPath,
      [
        "resources/tools/package.mjs",
        "--linux",
        "dir",
        ...(hasDpkg ? ["deb"] : []),
        `-c.directories.output=${output}`,
        "-c.compression=store",
      ],
      { E2E_BUILD: "1", FPM_LITE_LEVEL: "1", DUBYARD_SKIP_BUILD: "1" },
    );
    return () => rmSync(output, { recursive: true, force: true });
  }, 240_000);

  test("starts, shows its window and answers", async () => {
    const { app, page } = await launch({ executablePath: path.join(unpacked(), "dubyard") });
    expect(await app.evaluate(({ app: electron }) => electron.isPackaged)).toBe(true);
    expect(await page.title()).toContain("Dubyard");
    expect(await page.evaluate(() => location.origin)).toBe("app://bundle");
    expect(await callBridge(page, "app.state")).toMatchObject({ ok: true });
    expect(await callBridge(page, "workspaces.list")).toMatchObject({ ok: true });
  });

  test("takes no page from a server, whatever its environment says", async () => {
    const { page } = await launch({
      executablePath: path.join(unpacked(), "dubyard"),
      env: { VITE_DEV_SERVER_URL: "http://127.0.0.1:9/" },
    });
    expect(await page.evaluate(() => location.origin)).toBe("app://bundle");
  });

  test("holds what it needs and no more", () => {
    const resources = readdirSync(path.join(unpacked(), "resources"));
    expect(resources).toContain("app.asar");
    expect(resources).not.toContain("default_app.asar");
    expect(existsSync(path.join(unpacked(), ".complete"))).toBe(false);
    const native = readdirSync(path.join(unpacked(), "resources/app.asar.unpacked"), {
      recursive: true,
      encoding: "utf8",
    }).filter((file) => file.endsWith(".node"));
    expect(native.length).toBeGreaterThan(0);
    expect(native.every((file) => file.includes(`${process.platform}-${process.arch}`))).toBe(true);
    const asar = readFileSync(path.join(unpacked(), "resources/app.asar"));
    const header = asar.subarray(16, 16 + asar.readUInt32LE(12)).toString();
    expect(header).not.toContain(".map");
    expect(header).toContain("local-service.cjs");
  });

  test("has every fuse as it was written", () => {
    const fuses = run(process.execPath, [
      path.join(root, "node_modules/@electron/fuses/dist/bin.js"),
      "read",
      "--app",
      path.join(unpacked(), "dubyard"),
    ]);
    const isOn = (name: string) => new RegExp(`${name} is Enabled`).test(fuses);
    expect(isOn("RunAsNode")).toBe(false);
    expect(isOn("EnableCookieEncryption")).toBe(true);
    expect(isOn("EnableNodeOptionsEnvironmentVariable")).toBe(false);
    expect(isOn("OnlyLoadAppFromAsar")).toBe(true);
    expect(isOn("GrantFileProtocolExtraPrivileges")).toBe(false);
    expect(isOn("LoadBrowserProcessSpecificV8Snapshot")).toBe(false);
    // This package is one for tests; in a release this one is off as well.
    expect(isOn("EnableNodeCliInspectArguments")).toBe(true);
    const written = readFileSync(path.join(root, "electron-builder.yml"), "utf8");
    expect(written).toContain("enableNodeCliInspectArguments: false");
  });

  test.skipIf(!hasDpkg)("the .deb says what it is", () => {
    const [deb] = readdirSync(output).filter((file) => file.endsWith(".deb"));
    expect(deb).toBeDefined();
    const file = path.join(output, deb ?? "");
    const control = run("dpkg-deb", ["--field", file]);
    const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
      version: string;
    };
    expect(control).toContain("Package: dubyard\n");
    expect(control).toContain(`Version: ${manifest.version}\n`);
    expect(control).toMatch(/Depends: .*libgtk-3-0/);
    const contents = run("dpkg-deb", ["--contents", file]);
    expect(contents).toContain("/usr/share/applications/dubyard.desktop");
    expect(contents).toMatch(/icons\/hicolor\/512x512\/apps\/dubyard\.png/);
    expect(contents).toMatch(/-rwsr-xr-x root\/root.*chrome-sandbox/);
    const folder = temporaryFolder("deb");
    run("dpkg-deb", ["--extract", file, folder]);
    const desktop = readFileSync(
      path.join(folder, "usr/share/applications/dubyard.desktop"),
      "utf8",
    );
    expect(desktop).toContain("Name=Dubyard");
    expect(desktop).toContain("Categories=AudioVideo;");
    expect(desktop).toContain("StartupWMClass=");
  });
});
