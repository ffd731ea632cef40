/** The command line of `dubyard upload`. */
import { createHash } from "node:crypto";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { conflictChoice, type ConflictChoice } from "../../preload/model";
import { AppError } from "../common/errors";
import { normaliseBaseUrl } from "../remote/remote";

export interface UploadArguments {
  paths: string[];
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  targetFolder: string;
  /** Folder of the queue database. Running the same command again continues an interrupted upload. */
  stateDir: string;
  existing: ConflictChoice;
  isJson: boolean;
}

/** Parses the arguments of `upload`. Throws AppError "invalid-input"; its message names the invalid argument. */
export function readUploadArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): UploadArguments {
  const { values, positionals } = parse(argv);
  if (positionals.length === 0) throw invalid("PATH: name at least one file or folder");
  if (values["base-url"] === undefined) throw invalid("--base-url URL is required");
  const baseUrl = normaliseBaseUrl(values["base-url"]);
  const clientId = env["DUBYARD_CLIENT_ID"] ?? "";
  const clientSecret = env["DUBYARD_CLIENT_SECRET"] ?? "";
  // SECURITY: credentials are accepted from the environment only: every user of the computer can see arguments.
  if (clientId === "") throw invalid("DUBYARD_CLIENT_ID is not set");
  if (clientSecret === "") throw invalid("DUBYARD_CLIENT_SECRET is not set");
  const existing = conflictChoice.safeParse(values.existing);
  if (!existing.success) throw invalid("--existing must be skip, replace or rename");
  return {
    paths: positionals.map((given) => path.resolve(given)),
    baseUrl,
    clientId,
    clientSecret,
    targetFolder: values.to,
    stateDir:
      values.state === undefined ? defaultStateDir(baseUrl, env) : path.resolve(values.state),
    existing: existing.data,
    isJson: values.json,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: true,
      options: {
        "base-url": { type: "string" },
        to: { type: "string", default: "" },
        state: { type: "string" },
        existing: { type: "string", default: "skip" },
        json: { type: "boolean", default: false },
      },
    });
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

/** The default state folder: one per service, in the folder of the operating system for application state. */
function defaultStateDir(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const home = os.homedir();
  const roots: Partial<Record<NodeJS.Platform, string>> = {
    darwin: path.join(home, "Library", "Application Support"),
    win32: env["LOCALAPPDATA"] ?? path.join(home, "AppData", "Local"),
  };
  const root =
    roots[process.platform] ?? env["XDG_STATE_HOME"] ?? path.join(home, ".local", "state");
  const service = createHash("sha256").update(baseUrl).digest("hex").slice(0, 16);
  return path.join(root, "dubyard", "uploads", service);
}

function invalid(message: string): AppError {
  return new AppError("invalid-input", message);
}
