/** Builds the script worker's own entry alone, so that tests can run it as the thread that it is. */
import { builtinModules } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "../../..");

/** Bundles main/scripts/worker.ts into a folder of its own; `remove` drops it. */
export async function buildScriptWorker(): Promise<{
  workerFile: string;
  remove: () => Promise<void>;
}> {
  const folder = await mkdtemp(path.join(root, "node_modules", ".script-worker-"));
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
        input: { "script-worker": path.join(root, "main/scripts/worker.ts") },
        external: [/^node:/, ...builtinModules],
        output: { format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" },
      },
    },
  });
  return {
    workerFile: path.join(folder, "script-worker.cjs"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
