/**
 * `npm run bench -- NAME …`: runs test/bench/NAME.ts with the remaining arguments. Without a name,
 * lists the benchmarks.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createServer, createServerModuleRunner } from "vite";
import { build, isStale } from "./build.mjs";
import { withDisplay } from "./display.mjs";
import { resolveRuntime } from "./electron-runtime.mjs";
import { main, root } from "./processes.mjs";

/** Benchmarks that start the application. */
const windowed = ["window", "bulk", "listening", "review", "startup"];

await main(async () => {
  const folder = path.join(root, "test/bench");
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const names = files.filter((file) => file.endsWith(".ts")).map((file) => path.parse(file).name);
  const [name] = process.argv.splice(2, 1);
  if (!names.includes(name)) {
    process.stdout.write(`usage: npm run bench -- NAME\n${names.map((n) => `  ${n}\n`).join("")}`);
    return name ? 1 : 0;
  }
  // A benchmark is TypeScript that imports the product's sources. It reads its arguments from
  // process.argv.slice(2).
  const run = async () => {
    if (isStale()) await build();
    const server = await createServer({
      configFile: false,
      root,
      logLevel: "warn",
      appType: "custom",
      assetsInclude: ["**/*.wasm"],
      server: { middlewareMode: true, ws: false, watch: null },
    });
    const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
    try {
      await runner.import(pathToFileURL(path.join(folder, `${name}.ts`)).href);
    } finally {
      await runner.close();
      await server.close();
    }
  };
  if (!windowed.includes(name)) await run();
  else {
    const { dist } = resolveRuntime();
    await withDisplay(async (env) => {
      Object.assign(process.env, env, { ELECTRON_OVERRIDE_DIST_PATH: dist });
      await run();
      return 0;
    });
  }
  return process.exitCode ?? 0;
});
