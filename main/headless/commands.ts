/** Runs the terminal commands, such as `dubyard upload`. command-help.ts describes them. */
import type { Programs } from "../common/processes/programs";
import { usage, type CommandName } from "./command-help";
import { exit } from "./exit-codes";
import { endTerminalStreams, terminalStreams } from "./terminal-streams";

/** Dependencies of the commands. */
export interface HeadlessDeps {
  /** The folder of the bundles, out/main. */
  bundles: string;
  /** Starts programs in processes of their own. */
  programs: Programs;
}

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
  verify: async () => (await import("./verify")).verify,
  "test-connection": async () => (await import("./test-connection")).testConnection,
};

/** Whether the arguments (without the name of the program) start with a headless command. */
export function isHeadless(argv: readonly string[]): boolean {
  return argv[0] !== undefined && isCommand(argv[0]);
}

const isCommand = (name: string): name is CommandName => Object.hasOwn(commands, name);

const isHelp = (argument: string | undefined) => argument === "--help" || argument === "-h";

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
  const command = isCommand(name) ? commands[name] : undefined;
  const isRequested = name === "help" || isHelp(name) || isHelp(rest[0]);
  if (!command || isRequested) {
    (isRequested ? stdout : stderr).write(usage);
    return isRequested ? exit.done : exit.usage;
  }
  return (await command())(rest, deps);
}
