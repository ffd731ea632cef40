/** Builds out/ and checks whether it is older than its sources. */
import fs from "node:fs";
import path from "node:path";
import { root, runBin } from "./processes.mjs";

const sources = ["main", "preload", "renderer", "vite.config.ts", "package.json"];
const results = ["out/main/index.cjs", "out/preload/index.cjs", "out/renderer/index.html"];

/** The modification time of the newest file below a path, in milliseconds. */
function newest(target) {
  const stat = fs.statSync(target, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const inside = fs.readdirSync(target).map((name) => newest(path.join(target, name)));
  return Math.max(stat.mtimeMs, ...inside);
}

/** Whether something in out/ is missing or older than the sources. */
export function isStale() {
  const oldest = Math.min(
    ...results.map(
      (file) => fs.statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    ),
  );
  return oldest < Math.max(...sources.map((name) => newest(path.join(root, name))));
}

/** Builds everything, with its output on stderr. Throws if the build fails. */
export async function build() {
  const code = await runBin("vite", ["build", "--app", "--logLevel", "warn"], {
    stdio: ["ignore", process.stderr, "inherit"],
  });
  if (code !== 0) throw new Error("the build failed");
}
