/** Builds the local service's own entry alone, so that tests can start it as the process that it is. */
import { builtinModules } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "../..");

/** Bundles main/local/process.ts below node_modules (where the native package is found); `remove` drops it. */
export async function buildLocalService(): Promise<{
  entry: string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(root, "node_modules", ".local-service-"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    ssr: { noExternal: true },
    resolve: {
      conditions: ["node", "import", "module", "default"],
      mainFields: ["module", "main"],
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: { "local-service": path.join(root, "main/local/process.ts") },
        external: ["@photostructure/sqlite", /^node:/, ...builtinModules],
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  });
  return {
    entry: path.join(folder, "local-service.cjs"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
