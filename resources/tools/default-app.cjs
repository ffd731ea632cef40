"use strict";
// A minimal stand-in for Electron's default_app: `electron [-r module] [--flags] <app dir|file>`
const { app } = require("electron");
const fs = require("node:fs"),
  path = require("node:path"),
  Module = require("node:module");
const argv = process.argv.slice(1),
  requires = [];
let target = null;
for (let i = 0; i < argv.length; i++) {
  const a = argv[i];
  if (a === "-r" || a === "--require") {
    requires.push(argv[++i]);
    continue;
  }
  if (a === "--version" || a === "-v") {
    console.log("v" + process.versions.electron);
    process.exit(0);
  }
  if (a === "--abi" || a === "-a") {
    console.log(process.versions.modules);
    process.exit(0);
  }
  if (a.startsWith("-")) continue;
  target = a;
  break;
}
if (requires.length) Module._preloadModules(requires);
if (!target) {
  console.error("usage: electron [-r module] <app directory>");
  process.exit(1);
}
Object.defineProperty(process, "defaultApp", { value: true, enumerable: true });
const full = path.resolve(target);
let entry = full,
  dir = path.dirname(full);
if (fs.statSync(full).isDirectory()) {
  dir = full;
  const pkg = JSON.parse(fs.readFileSync(path.join(full, "package.json"), "utf8"));
  if (pkg.productName) app.name = pkg.productName;
  else if (pkg.name) app.name = pkg.name;
  if (pkg.version) app.setVersion(pkg.version);
  if (pkg.desktopName) app.setDesktopName(pkg.desktopName);
  app.setPath("userData", path.join(app.getPath("appData"), app.name));
  entry = require.resolve(path.join(full, pkg.main || "index.js"));
}
app.setAppPath(dir);
const isEsm = entry.endsWith(".mjs");
if (isEsm && +process.versions.electron.split(".")[0] < 28) {
  console.error("ESM main needs Electron >= 28");
  process.exit(1);
}
if (isEsm) import(require("node:url").pathToFileURL(entry).href);
else Module._load(entry, Module, true);
