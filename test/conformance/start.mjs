/** Runs main.ts, which is TypeScript, on plain Node. */
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { createServer, createServerModuleRunner } from "vite";

const server = await createServer({
  configFile: false,
  root: path.resolve(import.meta.dirname, "../.."),
  logLevel: "warn",
  appType: "custom",
  server: { middlewareMode: true, ws: false, watch: null },
});
const runner = createServerModuleRunner(server.environments.ssr, { hmr: false });
try {
  await runner.import(pathToFileURL(path.join(import.meta.dirname, "main.ts")).href);
} finally {
  await runner.close();
  await server.close();
}
// Exits even if a module keeps a handle open.
process.exit();
