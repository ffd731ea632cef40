"use strict";
/**
 * A minimal stand-in for Electron's own default_app, for the fallback runtime, which comes without
 * one: `electron [-r module] [--flags] <folder or file of an application>`
 */
const { app } = require("electron");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");

const argv = process.argv.slice(1);
const preloaded = [];
let target = null;
for (let index = 0; index < argv.length && target === null; index++) {
  const argument = argv[index];
  if (argument === "-r" || argument === "--require") preloaded.push(argv[++index]);
  else if (argument === "--version" || argument === "-v") {
    console.log(`v${process.versions.electron}`);
    process.exit(0);
  } else if (!argument.startsWith("-")) target = argument;
}
// Playwright delays the start of the application with a module that it preloads.
if (preloaded.length > 0) Module._preloadModules(preloaded);
if (target === null) {
  console.error("usage: electron [-r module] <folder of an application>");
  process.exit(1);
}

Object.defineProperty(process, "defaultApp", { value: true, enumerable: true });
const full = path.resolve(target);
let entry = full;
let folder = path.dirname(full);
if (fs.statSync(full).isDirectory()) {
  folder = full;
  const manifest = JSON.parse(fs.readFileSync(path.join(full, "package.json"), "utf8"));
  app.name = manifest.productName ?? manifest.name;
  if (manifest.version) app.setVersion(manifest.version);
  if (manifest.desktopName) app.setDesktopName(manifest.desktopName);
  app.setPath("userData", path.join(app.getPath("appData"), app.name));
  entry = require.resolve(path.join(full, manifest.main ?? "index.js"));
}
app.setAppPath(folder);
Module._load(entry, Module, true);
