/** The terminal commands: `dubyard serve` and `dubyard upload`. */
import { serve } from "../local-service/serve";
import type { LaunchReader } from "../script-formats/process/reader-process";
import { upload } from "./upload";

const usage = `usage:
  dubyard serve  --data DIR [--port N] [--allow-private-urls]
  dubyard upload PATH... --base-url URL [--to FOLDER/] [--state DIR] [--existing skip|replace|rename] [--json]
                 credentials: DUBYARD_CLIENT_ID, DUBYARD_CLIENT_SECRET
`;

/** Dependencies of the commands. */
export interface HeadlessDeps {
  /** Starts the process that reads documents. Default: the implementation for plain Node.js. */
  launchReader?: LaunchReader;
  /** The bundle whose threads send files. Default: the main thread sends them. */
  putThreadFile?: string;
}

/** The headless commands by name. */
const commands: Readonly<Record<string, (argv: string[], deps: HeadlessDeps) => Promise<number>>> =
  { serve, upload };

/** Whether the arguments (without the name of the program) start with a headless command. */
export function isHeadless(argv: readonly string[]): boolean {
  return argv[0] !== undefined && Object.hasOwn(commands, argv[0]);
}

/** Runs a command. Resolves with its exit code; 2 for an unknown command or invalid arguments. */
export async function runHeadless(
  argv: readonly string[],
  deps: HeadlessDeps = {},
): Promise<number> {
  const [name = "", ...rest] = argv;
  const command = isHeadless(argv) ? commands[name] : undefined;
  if (!command) {
    const isHelp = ["help", "--help", "-h"].includes(name);
    (isHelp ? process.stdout : process.stderr).write(usage);
    return isHelp ? 0 : 2;
  }
  return command(rest, deps);
}
