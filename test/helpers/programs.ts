/** Programs that tests start as processes: programs built into out/, and programs of the tests. */
import type { ChildProcess } from "node:child_process";
import { builtinModules } from "node:module";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "vite";

const root = path.resolve(import.meta.dirname, "../..");

/**
 * The built local service. The test run builds out/ first if it is stale:
 * resources/tools/build-if-stale.mjs.
 */
export const localServiceEntry = path.join(root, "out/main/local-service.cjs");

/** The folder of the built programs. */
export const bundlesFolder = path.join(root, "out/main");

/** The built program of the reader process for scripts. */
export const scriptWorkerFile = path.join(root, "out/main/script-worker.cjs");
export const putThreadFile = path.join(bundlesFolder, "put-thread.cjs");

/**
 * Bundles a test program for Node.js. The output is below node_modules, so that the native package
 * is resolved.
 */
export async function bundleTestProgram(
  source: string,
): Promise<{ entry: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(root, "node_modules", ".test-program-"));
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
      target: "node20",
      minify: false,
      rolldownOptions: {
        input: { program: source },
        external: ["@photostructure/sqlite", /^node:/, ...builtinModules],
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  });
  return {
    entry: path.join(folder, "program.cjs"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The first message of a local service in which its start ends: before, it may say repeatedly that
 * it checks what the process before it has left.
 */
export const startOf = <T extends { type: string }>(service: ChildProcess): Promise<T> =>
  new Promise((resolve) => {
    service.on("message", (message: T) => {
      if (message.type !== "checking") resolve(message);
    });
  });
