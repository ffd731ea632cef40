/**
 * The files that the check of the format gives to Prettier. Oxfmt checks all scripts in a second,
 * for which Prettier needs half a minute. Both write the same text, except for some types that are
 * unions. So Prettier decides about the scripts that Oxfmt would change, about those with a union
 * that Oxfmt may have written, and about everything that is not a script.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { packageBin, root } from "./processes.mjs";

const extensions = "{ts,mts,js,mjs,cjs}";
const isScript = /\.(ts|mts|js|mjs|cjs)$/;
const ignoredFolders = new Set(["node_modules", "out", "dist", ".git", ".svelte-check"]);

/** The scripts below a folder, relative to the top folder. */
function scriptsIn(folder) {
  return fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return ignoredFolders.has(entry.name) ? [] : scriptsIn(file);
    return isScript.test(entry.name) ? [file] : [];
  });
}

/** Whether a type is a union with one line per member. */
const hasLongUnion = (file) => /^\s+\| /m.test(fs.readFileSync(path.join(root, file), "utf8"));

/** The scripts that Oxfmt would change, relative to the top folder. */
function changedByOxfmt() {
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [packageBin("oxfmt"), "--list-different", `**/*.${extensions}`],
    { cwd: root, encoding: "utf8" },
  );
  // With status 1 it has found such files.
  if (error || stderr !== "" || (status !== 0 && status !== 1))
    throw new Error(`oxfmt ended with ${status}: ${error?.message ?? stderr}`);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Patterns of all files that are not scripts. */
export const otherThanScripts = [".", `!**/*.${extensions}`];

/** The scripts about which Prettier decides. */
export const scriptsForPrettier = () => [
  ...new Set([...changedByOxfmt(), ...scriptsIn("").filter(hasLongUnion)]),
];
