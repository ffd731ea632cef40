import { builtinModules } from "node:module";
import os from "node:os";
import path from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { EnvironmentOptions, ViteBuilder } from "vite";
import { defineConfig } from "vitest/config";
import { helpTopics } from "./preload/facts/help-topics.ts";
import { guide } from "./resources/tools/guide.mjs";
import { oneByteStrings } from "./resources/tools/one-byte-strings.mjs";
import { SlowestFirst } from "./test/sequencer.ts";

const at = (...parts: string[]) => path.resolve(import.meta.dirname, ...parts);

/** Modules that are not bundled: Electron, the modules of Node.js, and the only native package. */
const external = [
  "electron",
  "@photostructure/sqlite",
  /^node:/,
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];

/** The libraries in a bundle with their licences: resources/tools/components.mjs reads them. */
const licensesFile = "licenses.json";

/** A bundle for Node.js or Electron: CommonJS, one file per entry, including all libraries. */
function nodeBundle(outDir: string, input: Record<string, string>): EnvironmentOptions {
  return {
    consumer: "server",
    resolve: {
      noExternal: true,
      // "import" or "require" is added for each import.
      conditions: ["node", "module"],
      mainFields: ["module", "main"],
    },
    build: {
      outDir: at(outDir),
      emptyOutDir: true,
      target: "node20",
      minify: false,
      sourcemap: true,
      license: { fileName: licensesFile },
      rolldownOptions: {
        // unpdf locates its fonts with import.meta, and works without them.
        checks: { bundlerTimings: false, emptyImportMeta: false },
        input,
        external,
        output: { format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "[name].cjs" },
      },
    },
  };
}

// A worker loads all modules of its project, which takes it 4 seconds. Tests of units seldom wait.
const unitWorkers = os.availableParallelism() + 1;
// Tests of windows wait less than others, and their pages use processes of their own. A test of the
// application uses more processes than one of a page.
const pageWorkers = Math.min(os.availableParallelism() + 2, 4);
const applicationWorkers = Math.min(os.availableParallelism() + 1, 4);

/** Tests of services that also run on PostgreSQL, as test/postgres/more-services.test.ts does. */
const alsoOnPostgres = [
  "test/conformance/conformance.test.ts",
  "test/backend/local-service/projects.test.ts",
];

const projects = [
  {
    name: "unit",
    sequence: { groupOrder: 1 },
    include: ["test/unit/**/*.test.ts"],
    testTimeout: 60_000,
    maxWorkers: unitWorkers,
  },
  {
    name: "backend",
    globalSetup: at("resources/tools/build-if-stale.mjs"),
    include: ["test/backend/**/*.test.ts", "test/conformance/**/*.test.ts"],
    testTimeout: 120_000,
  },
  {
    // The rows on PostgreSQL, and tests of services that also run on it. The tests of units begin
    // while the last of these files wait.
    name: "postgres",
    sequence: { groupOrder: 1 },
    maxWorkers: unitWorkers,
    globalSetup: [at("resources/tools/build-if-stale.mjs"), at("test/helpers/postgres/setup.ts")],
    setupFiles: at("test/helpers/postgres/every-service.ts"),
    include: ["test/postgres/**/*.test.ts", ...alsoOnPostgres],
    testTimeout: 120_000,
  },
  {
    // The window in a current Chromium, on the real backend.
    name: "ui",
    globalSetup: [at("resources/tools/build-if-stale.mjs"), at("test/ui/browser-setup.ts")],
    sequence: { groupOrder: 2 },
    include: ["test/ui/**/*.test.ts"],
    testTimeout: 120_000,
    // The files that a worker runs share its connection to the browser and its pages.
    maxWorkers: pageWorkers,
  },
  // Screenshots of every screen: `npm run screenshots`.
  {
    name: "screenshots",
    globalSetup: [at("resources/tools/build-if-stale.mjs"), at("test/ui/browser-setup.ts")],
    include: ["test/ui/**/*.shots.ts"],
    testTimeout: 120_000,
    fileParallelism: false,
  },
  {
    name: "e2e",
    globalSetup: at("resources/tools/build-if-stale.mjs"),
    // Runs after the others, because timeouts of windows must not depend on the load of other
    // tests.
    sequence: { groupOrder: 3 },
    include: ["test/e2e/**/*.test.ts"],
    testTimeout: 240_000,
    maxWorkers: applicationWorkers,
  },
];

export default defineConfig({
  root: at("renderer"),
  base: "./",
  // Imported with "?inline", as a data URI: a file of its own would have to be found in the
  // package.
  assetsInclude: ["**/*.wasm"],
  plugins: [svelte({ configFile: false }), guide(at("resources/help"), helpTopics), oneByteStrings],
  // The pictures of the guide are outside of the folder of the window.
  server: { fs: { allow: [at(".")] } },
  build: {
    outDir: at("out/renderer"),
    emptyOutDir: true,
    target: "chrome130",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: licensesFile },
    // Loaded from disk, not over a network.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: { index: at("renderer/index.html"), safe: at("renderer/safe.html") },
    },
  },
  environments: {
    client: {},
    main: nodeBundle("out/main", {
      index: at("main/index.ts"),
      cli: at("main/cli.ts"),
      flite: at("main/local-service/engine/speech/flite-program.ts"),
      "local-service": at("main/local-service/process.ts"),
      "media-thread": at("main/local-service/engine/media/probe-thread.ts"),
      "pack-thread": at("main/local-service/engine/packs/unpack-thread.ts"),
      "walk-thread": at("main/backend/uploads/plans/walk-thread.ts"),
      "put-thread": at("main/backend/uploads/transfer/put-thread.ts"),
      "script-worker": at("main/script-formats/process/worker.ts"),
      translator: at("main/local-service/engine/translation/translation-program.ts"),
      "sound-thread": at("main/local-service/engine/sound/sound-thread.ts"),
    }),
    preload: nodeBundle("out/preload", { index: at("preload/index.ts") }),
  },
  builder: {
    sharedConfigBuild: false,
    async buildApp(builder: ViteBuilder) {
      for (const name of ["main", "preload", "client"]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  test: {
    root: at("."),
    // The projects, and later runs, share the modules that were transformed.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: SlowestFirst },
    reporters: ["default", at("test/plain-line-reporter.ts")],
    tags: [
      { name: "long", description: "Repeats a cheaper check at length; run by npm run test:long." },
    ],
    projects: projects.map((project) => ({
      extends: true,
      root: at("."),
      test: {
        root: at("."),
        environment: "node",
        // A worker loads modules once for all its files, so tests must not leave state in them.
        isolate: false,
        // Batches are dubbed by the tests of the engine only.
        env: { DUBYARD_ENGINE: "off" },
        restoreMocks: true,
        unstubGlobals: true,
        // Long, because a busy computer is not an error.
        expect: { poll: { timeout: 50_000 } },
        hookTimeout: 120_000,
        // Most tests wait most of the time: for events, for locks, and between attempts.
        maxWorkers: os.availableParallelism() + 4,
        ...project,
      },
    })),
  },
});
