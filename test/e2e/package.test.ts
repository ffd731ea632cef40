/**
 * A package as it is released, started as a user starts it. Its fuses disable the automation that
 * other tests use; they do not disable the debugging protocol of the page.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { chromium, type Page } from "playwright";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { long } from "../long";
import { callBridge, killTree, root, temporaryFolder } from "./harness";

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

/** Starts a packaged application and finds the page of its window. */
async function open(executable: string, env: Record<string, string> = {}): Promise<Page> {
  const isRoot = process.getuid?.() === 0;
  const child = spawn(
    executable,
    [
      ...(isRoot ? ["--no-sandbox"] : []),
      `--user-data-dir=${temporaryFolder("profile")}`,
      "--ozone-platform=x11",
      "--remote-debugging-port=0",
    ],
    {
      env: { ...process.env, DUBYARD_QUIT_WITHOUT_ASKING: "1", ...env },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  onTestFinished(() => killTree(child.pid));
  const address = await new Promise<string>((resolve, reject) => {
    const outputLines: string[] = [];
    const lines = createInterface(child.stderr);
    lines.on("line", (line) => {
      outputLines.push(line);
      const [, found] = /^DevTools listening on (ws:.*)$/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
    lines.on("close", () => reject(new Error(`the process ended: ${outputLines.join("\n")}`)));
  });
  // A connection before the window exists gets no response, so the list of pages is requested
  // first.
  const list = address.replace(/^ws:\/\/([^/]+).*$/, "http://$1/json/list");
  await expect
    .poll(async () => (await fetch(list)).text(), { timeout: 30_000 })
    .toContain('"app://bundle/');
  const browser = await chromium.connectOverCDP(address);
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error("no page");
  await page.waitForLoadState("domcontentloaded");
  return page;
}

describe.skipIf(!isLinux)("a package", long, () => {
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
      { FPM_LITE_LEVEL: "1", DUBYARD_SKIP_BUILD: "1" },
    );
    return () => rmSync(output, { recursive: true, force: true });
  }, 240_000);

  test("starts, shows its window and responds", async () => {
    const home = temporaryFolder("home");
    const page = await open(path.join(unpacked(), "dubyard"), { HOME: home });
    expect(await page.title()).toContain("Dubyard");
    expect(await page.evaluate(() => location.origin)).toBe("app://bundle");
    expect(await callBridge(page, "app.state")).toMatchObject({ ok: true });
    // The local service runs from the archive, in a separate process.
    const dataDir = path.join(home, "Dubyard");
    expect(await callBridge(page, "workspaces.createLocal", { dataDir })).toMatchObject({
      ok: true,
      value: { kind: "local" },
    });
  });

  test("loads no page from a server, whatever its environment contains", async () => {
    const page = await open(path.join(unpacked(), "dubyard"), {
      VITE_DEV_SERVER_URL: "http://127.0.0.1:9/",
    });
    expect(await page.evaluate(() => location.origin)).toBe("app://bundle");
  });

  test.each([
    [["--version"], 0, /^dubyard \d/],
    [["help", "upload"], 0, /^usage:/],
    [["uplod"], 2, /^$/],
  ])("without a display, the terminal command %j exits with %i", (args, code, response) => {
    const env = { ...process.env, DISPLAY: "", WAYLAND_DISPLAY: "" };
    const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const result = spawnSync(path.join(unpacked(), "dubyard"), [...sandbox, ...args], {
      encoding: "utf8",
      env,
      timeout: 60_000,
    });
    expect(result.status, result.stderr).toBe(code);
    expect(result.stdout).toMatch(response);
  });

  test("contains only the required files", () => {
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
    expect(header).toContain("flite.wasm");
    // Programs under the GPL are beside the archive, each with its licence and source offer, and
    // not in it.
    for (const program of ["espeak-ng", "ffmpeg"])
      expect(readdirSync(path.join(unpacked(), "resources/gpl", program)).sort()).toEqual(
        ["LICENSE", "README.md", "SOURCE.md", "engine", "host.cjs"].sort(),
      );
    const models = readdirSync(path.join(unpacked(), "resources/gpl/sherpa-onnx/models"));
    expect(models.sort()).toEqual(["LICENSE", "silero_vad.onnx"]);
    expect(header).not.toContain("espeak-ng.data");
    expect(header).not.toContain("ffmpeg-core");
  });

  test("has the configured fuses", () => {
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
    expect(isOn("EnableNodeCliInspectArguments")).toBe(false);
  });

  test.skipIf(!hasDpkg)("the .deb has the expected metadata", () => {
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
    expect(desktop).toMatch(/^MimeType=(?=.*x-scheme-handler\/dubyard;)(?=.*video\/mp4;)/m);
  });
});
