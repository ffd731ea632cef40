/**
 * The checks of the source code, the build included: a table of their commands, and their execution
 * two at a time. As a program (`npm run lint`, for example) it runs the checks named by its
 * arguments, or all of them.
 */
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { otherThanScripts, scriptsForPrettier } from "./format.mjs";
import { main, root, runBin, printStatus } from "./processes.mjs";

/** The folder into which svelte-check writes the components as TypeScript. */
const generated = "renderer/.svelte-check";
const generatedComponents = () =>
  fs
    .readdirSync(path.join(root, generated), { recursive: true })
    .filter((file) => path.basename(file).startsWith("++"))
    .map((file) => path.join(generated, file));

/** Options of Prettier. */
const checkOnly = ["--check", "--log-level", "warn"];

/**
 * The commands of each check: a package and its arguments. The commands of one check run one after
 * the other.
 */
export const checks = {
  // Oxlint needs types for its rules: it reports their errors too, so that the compiler does not
  // check the same files again.
  lint: [
    () => ["oxlint", "--deny-warnings", "--type-check"],
    () => ["eslint", "--max-warnings", "0", "renderer"],
  ],
  components: [
    // The bridge, with the configuration that Oxlint does not find, and the declarations that the
    // components need.
    () => ["@typescript/native", "-b", "preload/tsconfig.bridge.json"],
    () => {
      // Files of components that were renamed or deleted would be checked too.
      fs.rmSync(path.join(root, generated), { recursive: true, force: true });
      return [
        "svelte-check",
        "--tsgo",
        "--fail-on-warnings",
        "--workspace",
        "renderer",
        "--tsconfig",
        "tsconfig.svelte.json",
      ];
    },
    // The files are named one by one: Oxlint finds no files in an ignored folder.
    () => [
      "oxlint",
      "--deny-warnings",
      "--no-ignore",
      "--tsconfig",
      `${generated}/tsconfig.json`,
      ...generatedComponents(),
    ],
  ],
  // Files, exports and dependencies that nothing uses.
  unused: [() => ["knip", "--no-progress"]],
  format: [
    () => ["prettier", ...checkOnly, ...otherThanScripts],
    () => ["prettier", ...checkOnly, ...scriptsForPrettier()],
  ],
  build: [() => ["vite", "build", "--app", "--logLevel", "warn"]],
};

/**
 * The compiler, and the part of Oxlint that knows types, are programs in Go. By default, garbage
 * collection takes a sixth of their time. GOGC=400 makes it rarer, for more memory; near the memory
 * limit it becomes frequent again.
 */
const env = { GOGC: "400", GOMEMLIMIT: "3GiB", ...process.env };

/**
 * Runs the commands of a check until one fails. The output is printed at the end: two checks run at
 * the same time.
 */
async function runCheck(name) {
  const startedAt = Date.now();
  let output = "";
  let code = 0;
  for (const command of checks[name]) {
    const [packageName, ...args] = command();
    code = await runBin(packageName, args, { env, onOutput: (text) => (output += text) });
    if (code !== 0) break;
  }
  if (code !== 0) process.stdout.write(output);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  printStatus(`${name} ${code === 0 ? "passed" : "FAILED"} (${seconds} s)`);
  return code === 0;
}

/** Runs checks, two at a time; resolves with the number of those that passed. */
export async function runChecks(names = Object.keys(checks)) {
  printStatus(`${names.join(", ")} …`);
  const waiting = [...names];
  let passed = 0;
  const runner = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      if (await runCheck(name)) passed += 1;
  };
  await Promise.all([runner(), runner()]);
  return passed;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  await main(async () => {
    const names = process.argv.slice(2);
    const unknown = names.find((name) => !(name in checks));
    if (unknown) throw new Error(`no check "${unknown}": ${Object.keys(checks).join(", ")}`);
    const chosen = names.length > 0 ? names : Object.keys(checks);
    return (await runChecks(chosen)) === chosen.length ? 0 : 1;
  });
