/**
 * `npm test`: runs every check in order, announces and times each, and stops at the first failure. The last line is
 * always plain: "N passed, N failed", counting the tests, or the steps if one before the tests failed.
 *
 * `npm run test:long` (`--long`): builds, and runs the tests that `npm test` excludes: test/long.ts.
 */
import { withDisplay } from "./display.mjs";
import { executableIn, resolveRuntime } from "./electron-runtime.mjs";
import { main, runBin, say } from "./processes.mjs";
import { ensureSystem } from "./system.mjs";

/** Programs that some tests need. Those tests are skipped with the reason if they are missing. */
const optional = {
  chromium: "chromium",
  "gnome-keyring-daemon": "gnome-keyring",
  "dbus-run-session": "dbus",
};

const isLong = process.argv[2] === "--long";
const testFilters = process.argv.slice(isLong ? 3 : 2);

/** Prepares the runtime and the display, then runs all tests; resolves with the exit code. */
async function runTests() {
  const { dist } = resolveRuntime();
  ensureSystem({ executable: executableIn(dist), optional });
  return withDisplay(async (env) => {
    let output = "";
    const code = await runBin(
      "vitest",
      [
        "run",
        "--project=!screenshots",
        `--tags-filter=${isLong ? "long" : "!long"}`,
        ...testFilters,
      ],
      {
        env: {
          ...env,
          ELECTRON_OVERRIDE_DIST_PATH: dist,
          // The output is piped through this process: keeps the terminal's colours.
          ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}),
        },
        onOutput: (text) => {
          process.stdout.write(text);
          output = (output + text).slice(-200);
        },
      },
    );
    // The test runner may have ended before its closing line.
    if (!/\d+ passed, \d+ failed/.test(output)) closingLine(0, 1);
    return code;
  });
}

const closingLine = (passed, failed) =>
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);

const bin =
  (name, ...args) =>
  () =>
    runBin(name, args);
const allSteps = [
  ["format", bin("prettier", "--check", "--log-level", "warn", ".")],
  ["lint", bin("eslint", ".", "--max-warnings", "0", "--concurrency", "2")],
  ["types", bin("typescript", "-b")],
  [
    "types of components",
    bin("svelte-check", "--tsconfig", "renderer/tsconfig.json", "--fail-on-warnings"),
  ],
  ["build", bin("vite", "build", "--app", "--logLevel", "warn")],
  ["tests", runTests],
];
const steps = isLong ? allSteps.slice(-2) : allSteps;

await main(async () => {
  for (const [index, [name, step]] of steps.entries()) {
    say(`${name} …`);
    const startedAt = Date.now();
    let code = null;
    try {
      code = await step();
    } catch (error) {
      say(error.message);
    }
    // After the tests the reporter's line is the last one.
    if (step === runTests && code !== null) return code === 0 ? 0 : 1;
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    say(`${name} ${code === 0 ? "passed" : "FAILED"} (${seconds} s)`);
    if (code !== 0) {
      closingLine(index, 1);
      return 1;
    }
  }
  return 0;
});
