/**
 * `npm run dev`: the window's code reloads as it is edited; main and preload are rebuilt and
 * restarted.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { createBuilder, createServer } from "vite";
import { withDisplay } from "./display.mjs";
import { executableIn, resolveRuntime } from "./electron-runtime.mjs";
import { isRoot, main, root, printStatus } from "./processes.mjs";
import { ensureSystem } from "./system.mjs";

async function buildMain() {
  const builder = await createBuilder({ logLevel: "warn" });
  for (const name of ["main", "preload"]) await builder.build(builder.environments[name]);
}

await main(async () => {
  const { dist } = resolveRuntime();
  const executable = executableIn(dist);
  ensureSystem({ executable });
  await buildMain();
  const server = await createServer({ server: { host: "127.0.0.1" } });
  await server.listen();
  const url = server.resolvedUrls.local[0];
  printStatus(`the window's code is served at ${url}`);

  return withDisplay(
    (displayEnv) =>
      new Promise((resolve) => {
        const env = { ...displayEnv, VITE_DEV_SERVER_URL: url, DUBYARD_QUIT_WITHOUT_ASKING: "1" };
        const flags = isRoot() ? ["--no-sandbox"] : [];
        let app = null;
        let isRestarting = false;
        const start = () => {
          app = spawn(executable, [...flags, root, ...process.argv.slice(2)], {
            env,
            stdio: "inherit",
          });
          app.on("exit", (code) => {
            if (isRestarting) {
              isRestarting = false;
              start();
            } else void server.close().then(() => resolve(code ?? 1));
          });
        };
        start();
        for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => app.kill(signal));

        let timer = null;
        const rebuild = () => {
          clearTimeout(timer);
          timer = setTimeout(async () => {
            try {
              await buildMain();
              printStatus("main was rebuilt; restarting");
              isRestarting = true;
              app.kill("SIGTERM");
            } catch {
              // The build has printed the error; the next save builds again.
            }
          }, 150);
        };
        for (const folder of ["main", "preload"])
          fs.watch(path.join(root, folder), { recursive: true }, rebuild);
      }),
  );
});
