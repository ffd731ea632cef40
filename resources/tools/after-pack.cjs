"use strict";
/** electron-builder hook: removes files that only the runtime for development and tests has. */
const fs = require("node:fs");
const path = require("node:path");

module.exports = function afterPack({ appOutDir }) {
  for (const name of ["resources/default_app.asar", ".complete"])
    fs.rmSync(path.join(appOutDir, name), { force: true });
};
