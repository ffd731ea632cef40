/** `npm start`: builds and opens the application. Arguments after `--` are passed to it. */
import { build } from "./build.mjs";
import { withDisplay } from "./display.mjs";
import { executableIn, resolveRuntime } from "./electron-runtime.mjs";
import { isRoot, main, root, run, printStatus } from "./processes.mjs";
import { ensureSystem } from "./system.mjs";

await main(async () => {
  const { dist } = resolveRuntime();
  const executable = executableIn(dist);
  ensureSystem({ executable });
  await build();
  const flags = [];
  if (isRoot()) {
    printStatus("started as root: Chromium's sandbox is off (--no-sandbox)");
    flags.push("--no-sandbox");
  }
  return withDisplay((env) =>
    run(executable, [...flags, root, ...process.argv.slice(2)], { env, isOwnGroup: true }),
  );
});
