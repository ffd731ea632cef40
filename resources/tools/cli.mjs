/**
 * `npm run dubyard`, `npm run service`: the terminal commands on plain Node. Builds first if
 * needed.
 */
import path from "node:path";
import { build, isStale } from "./build.mjs";
import { main, root, run } from "./processes.mjs";

await main(async () => {
  if (isStale()) await build();
  const program = path.join(root, "out/main/cli.cjs");
  return run(process.execPath, [program, ...process.argv.slice(2)]);
});
