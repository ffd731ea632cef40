/** Runs the terminal commands, such as `dubyard upload`. command-help.ts describes them. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { usage, usageOf, type CommandName } from "./command-help";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import { nearNames } from "./near-names";
import { createOutput } from "./output";
import { isJsonRequested } from "./run-command";
import { endTerminalStreams, terminalStreams } from "./terminal-streams";

type Command = (argv: string[], deps: HeadlessDeps) => Promise<number>;

/**
 * The headless commands by name. Each is loaded when it runs: the application needs none of them.
 */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import("../local-service/serve")).serve,
  dub: async () => (await import("./dub")).dub,
  export: async () => (await import("./delivery/export")).exportBatch,
  review: async () => (await import("./delivery/review")).review,
  upload: async () => (await import("./upload")).upload,
  uploads: async () => (await import("./uploads")).uploads,
  watch: async () => (await import("./watch")).watch,
  verify: async () => (await import("./verify")).verifyAny,
  migrate: async () => (await import("./migrate")).migrate,
  orphans: async () => (await import("./orphans")).orphans,
  packs: async () => (await import("./packs")).packs,
  engines: async () => (await import("./engines")).engines,
  credentials: async () => (await import("./credentials")).credentials,
  move: async () => (await import("./move")).move,
  "test-connection": async () => (await import("./test-connection")).testConnection,
};

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const isHelp = (argument: string | undefined) => argument === "--help" || argument === "-h";
const isVersion = (name: string) => ["version", "--version", "-v"].includes(name);

/**
 * Whether the arguments (without the name of the program) are for the terminal: a command, one that
 * does not exist, or a question about the commands. The window opens links and paths, and ignores
 * other switches, which are those of Chromium.
 */
export function isHeadless(argv: readonly string[]): boolean {
  const [first = ""] = argv;
  if (isHelp(first) || isVersion(first)) return true;
  return /^[a-z][\w-]*$/i.test(first) && !existsSync(first);
}

/**
 * Runs a command. Resolves with its exit code when all its output is written, so that the process
 * may exit then; 2 for an unknown command or invalid arguments.
 */
export async function runHeadless(argv: readonly string[], deps: HeadlessDeps): Promise<number> {
  // Created before the command writes anything: a reader that ends must not end the process with a
  // stack trace.
  const streams = terminalStreams();
  return endTerminalStreams(await run(argv, deps, streams));
}

async function run(
  argv: readonly string[],
  deps: HeadlessDeps,
  { stdout, stderr }: ReturnType<typeof terminalStreams>,
): Promise<number> {
  const [name = "", ...rest] = argv;
  if (isVersion(name)) {
    stdout.write(`dubyard ${versionOf(deps)}\n`);
    return exit.done;
  }
  const asked = name === "help" ? (rest[0] ?? "") : name;
  if (name === "help" || isHelp(name) || isHelp(rest[0])) {
    if (isCommand(asked)) stdout.write(usageOf(asked));
    else if (asked === "" || isHelp(asked)) stdout.write(usage);
    else return unknownCommand(asked, argv, stderr);
    return exit.done;
  }
  if (isCommand(name)) return (await commands[name]())(rest, deps);
  if (name !== "") return unknownCommand(name, argv, stderr);
  stderr.write(usage);
  return exit.usage;
}

function unknownCommand(
  name: string,
  argv: readonly string[],
  stderr: { write: (text: string) => void },
): number {
  const message = `there is no command "${name}"${nearNames(name, Object.keys(commands))}`;
  stderr.write(`dubyard: ${message}\n\n${usage}`);
  createOutput(isJsonRequested(argv)).event({
    event: "error",
    code: "invalid-input",
    message,
    exitCode: exit.usage,
  });
  return exit.usage;
}

/** The version of the application, beside whose bundles its package.json is. */
function versionOf({ bundles }: HeadlessDeps): string {
  const text = readFileSync(path.resolve(bundles, "../../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
