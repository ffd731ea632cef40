/** The terminal commands: `dubyard serve`, `dub`, `export`, `review`, `upload`, `watch`, `verify` and `test-connection`. */
import type { Programs } from "../common/processes/programs";
import { deliveryPartNames, deliveryPresetNames } from "../../preload/facts/delivery";
import { connectionExit } from "./exit-codes";

/** "10 dns, 11 tcp" */
const stepCodes = Object.entries(connectionExit)
  .map(([step, code]) => `${code} ${step}`)
  .join(", ");

const usage = `usage:
  dubyard serve  --data DIR [--packs DIR] [--port N] [--allow-private-urls]
  dubyard dub    SCRIPT --to DIR --language CODE [--language CODE]... [--video FILE] [--keep-original] [--takes 1..3]
                 [--voice CHARACTER=VOICE]... [--speaker-separator TEXT] [--packs DIR] [--json]
                 makes the takes of a script with the voices of this computer: DIR/ES-ES/takes/0001_ANNA.wav. With
                 --video also the track and the video: DIR/ES-ES/NAME_ES-ES.wav and .mp4; --keep-original keeps the
                 original sound under the dub. Characters without --voice have a voice by their names.
                 --speaker-separator: of the speaker and the text in an .srt script
                 Existing files are not replaced. Working files are in a temporary folder (TMPDIR) until the end.
                 The column Source_Audio is not used: scripts of line dubbing need a workspace.
                 exit code: 0 every take is made, 1 a take or a language failed, 2 invalid arguments, script or video,
                 or results that exist, 130 interrupted
  dubyard export BATCH --base-url URL --languages CODE,CODE --to DIR [--parts PART,PART] [--preset PRESET]
                 [--naming number|source-audio] [--original-track] [--anyway] [--json]
                 credentials as below. Delivers a batch of a local workspace to DIR/NAME_v1, or the next version.
                 parts: ${deliveryPartNames.join(", ")}
                 presets of the mix: ${deliveryPresetNames.join(", ")}
                 --anyway: also with errors and lines that are not approved
                 exit code: 0 all files are made, 1 not deliverable or a file failed, 2 invalid arguments,
                 130 interrupted: what was written is removed
  dubyard review --list --base-url URL [--json]
                 credentials as below. Lists the lines of a local workspace that are to be reviewed, by language.
                 exit code: 0 none, 3 there are some, 1 a failure, 2 invalid arguments, 130 interrupted
  dubyard upload PATH... --base-url URL [--to FOLDER/] [--state DIR] [--existing skip|replace|rename] [--json]
                 [--manifest FILE.csv|FILE.json]
                 credentials: DUBYARD_CLIENT_ID, DUBYARD_CLIENT_SECRET
                 --manifest writes the finished files with their MD5 and SHA-256
  dubyard watch  DIR --base-url URL [--to FOLDER/] [--include PATTERN]... [--exclude PATTERN]... [--quiet SECONDS] [--once]
                 [--state DIR] [--existing skip|replace|rename] [--json]
                 credentials as above. Uploads new and changed files below DIR until Ctrl-C, with --once until
                 everything is uploaded. A pattern without "/" applies to the file name in every folder.
                 exit code: 0 everything is uploaded, 1 a file is not or the credentials are rejected,
                 2 invalid arguments, 130 interrupted
  dubyard verify FOLDER MANIFEST [--json]
                 compares the files below FOLDER with a manifest (.csv or .json): the gallery path "a/b.wav" of a row
                 is the file FOLDER/a/b.wav. Hidden files and the manifest itself may exist besides.
                 exit code: 0 all match, 1 a file is missing, differs or is not in the manifest,
                 2 invalid arguments or manifest, 130 interrupted
  dubyard test-connection --base-url URL [--storage URL] [--json]
                 credentials as above. Opens new connections to the service, and reports each step with its duration.
                 --storage: a URL of the host that stores uploads; without it that step is skipped
                 exit code: 0 no step failed, otherwise the first step that failed:
                 ${stepCodes};
                 2 invalid arguments, 130 interrupted

bandwidth of upload and watch: --limit RATE, bytes per second ("512k", "1.5M")
         --hours "mon-fri 18:00-08:00": only in these hours of local time, every day without names of days
         --hours-limit RATE: with --hours, at this rate at other times instead of not at all

network of upload, watch, export, review and test-connection, in the environment:
         HTTPS_PROXY, HTTP_PROXY, ALL_PROXY: http://user:password@host:port, also https:// and socks5://;
         "@", ":", "/" and "%" in the user name or password are written as %40, %3A, %2F and %25
         NO_PROXY: hosts and domains without a proxy, separated by commas; this computer never has one
         DUBYARD_CA_FILE: certificate authorities that are trusted besides those of the system, in PEM or DER
`;

/** Dependencies of the commands. */
export interface HeadlessDeps {
  /** The folder of the bundles, out/main. */
  bundles: string;
  /** Starts programs in processes of their own. */
  programs: Programs;
}

type Command = (argv: string[], deps: HeadlessDeps) => Promise<number>;

/** The headless commands by name. Each is loaded when it runs: the application needs none of them. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("../local-service/serve")).serve,
  dub: async () => (await import("./dub")).dub,
  export: async () => (await import("./delivery/export")).exportBatch,
  review: async () => (await import("./delivery/review")).review,
  upload: async () => (await import("./upload")).upload,
  watch: async () => (await import("./watch")).watch,
  verify: async () => (await import("./verify")).verify,
  "test-connection": async () => (await import("./test-connection")).testConnection,
};

/** Whether the arguments (without the name of the program) start with a headless command. */
export function isHeadless(argv: readonly string[]): boolean {
  return argv[0] !== undefined && Object.hasOwn(commands, argv[0]);
}

const isHelp = (argument: string | undefined) => argument === "--help" || argument === "-h";

/** Runs a command. Resolves with its exit code; 2 for an unknown command or invalid arguments. */
export async function runHeadless(argv: readonly string[], deps: HeadlessDeps): Promise<number> {
  const [name = "", ...rest] = argv;
  const command = isHeadless(argv) ? commands[name] : undefined;
  const isRequested = name === "help" || isHelp(name) || isHelp(rest[0]);
  if (!command || isRequested) {
    (isRequested ? process.stdout : process.stderr).write(usage);
    return isRequested ? 0 : 2;
  }
  return (await command())(rest, deps);
}
