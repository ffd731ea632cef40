/** The command lines of `dubyard upload` and `dubyard verify`. */
import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { conflictChoice, type ConflictChoice } from "../../preload/model";
import {
  manifestExtensionOf,
  type ManifestExtension,
} from "../backend/uploads/manifest/manifest-text";
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
  /** The manifest to write after the upload; null for none. */
  manifest: ManifestFile | null;
  isJson: boolean;
}

export interface VerifyArguments {
  folder: string;
  manifest: ManifestFile;
  isJson: boolean;
}

/** An absolute path, and the format by its extension. */
export interface ManifestFile {
  file: string;
  extension: ManifestExtension;
}

/** Parses the arguments of `upload`. Throws AppError "invalid-input"; its message names the invalid argument. */
export function readUploadArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): UploadArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    to: { type: "string", default: "" },
    state: { type: "string" },
    existing: { type: "string", default: "skip" },
    manifest: { type: "string" },
    json: { type: "boolean", default: false },
  });
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
    manifest: values.manifest === undefined ? null : readNewManifest(values.manifest),
    isJson: values.json,
  };
}

/** Parses the arguments of `verify`. Throws AppError "invalid-input"; its message names the invalid argument. */
export function readVerifyArguments(argv: readonly string[]): VerifyArguments {
  const { values, positionals } = parse(argv, { json: { type: "boolean", default: false } });
  const [folder, manifest, ...more] = positionals;
  if (folder === undefined) throw invalid("FOLDER: name the folder to verify");
  if (manifest === undefined) throw invalid("MANIFEST: name the manifest, a .csv or .json file");
  if (more.length > 0) throw invalid("verify has two arguments: FOLDER MANIFEST");
  if (!isFolder(folder)) throw invalid(`FOLDER: ${folder} is not a folder`);
  return {
    folder: path.resolve(folder),
    manifest: readManifestFile("MANIFEST", manifest),
    isJson: values.json,
  };
}

function readManifestFile(argument: string, given: string): ManifestFile {
  const extension = manifestExtensionOf(given);
  if (extension === null) throw invalid(`${argument}: ${given} must end in .csv or .json`);
  return { file: path.resolve(given), extension };
}

/** Checked before the upload: a manifest that cannot be written must not be noticed hours later. */
function readNewManifest(given: string): ManifestFile {
  const manifest = readManifestFile("--manifest", given);
  const parent = path.dirname(manifest.file);
  if (!isFolder(parent)) throw invalid(`--manifest: ${parent} is not a folder`);
  return manifest;
}

const isFolder = (given: string) =>
  statSync(given, { throwIfNoEntry: false })?.isDirectory() === true;

function parse<O extends NonNullable<ParseArgsConfig["options"]>>(
  argv: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: true, options });
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
