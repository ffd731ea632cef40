/** Builds the local service's own entry alone, so that tests can start it as the process that it is. */
import { builtinModules } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "../..");

const worker = { "script-worker": path.join(root, "main/script-formats/worker.ts") };

/** Bundles main/local-service/process.ts below node_modules (where the native package is found); `remove` drops it. */
export async function buildLocalService(): Promise<{
  entry: string;
  remove: () => Promise<void>;
}> {
  const entry = { "local-service": path.join(root, "main/local-service/process.ts") };
  const service = await bundle(entry);
  // On its own, so that the two share no chunk; it lies where the service looks for it.
  await bundle(worker, service.folder);
  return { entry: path.join(service.folder, "local-service.cjs"), remove: service.remove };
}

/** Bundles the thread that reads scripts, for services that run in the test's own process. */
export async function buildScriptWorker(): Promise<{
  scriptWorkerFile: string;
  remove: () => Promise<void>;
}> {
  const { folder, remove } = await bundle(worker);
  return { scriptWorkerFile: path.join(folder, "script-worker.cjs"), remove };
}

/** Bundles entries for plain Node below node_modules; `remove` drops the folder. */
export async function bundle(input: Record<string, string>, into?: string) {
  const folder = into ?? (await mkdtemp(path.join(root, "node_modules", ".local-service-")));
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
        input,
        external: ["@photostructure/sqlite", /^node:/, ...builtinModules],
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
