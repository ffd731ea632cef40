/** The command lines of `dubyard upload`, `watch`, `verify` and `test-connection`. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { conflictChoice, type ConflictChoice } from "../../preload/model";
import {
  manifestExtensionOf,
  type ManifestExtension,
} from "../backend/uploads/manifest/manifest-text";
import {
  bandwidthOptions,
  readBandwidthArguments,
  type BandwidthArguments,
} from "./bandwidth-arguments";
import { stateFolder } from "../common/state-folder";
import { defaultQuietMs, maxQuietMs } from "../../preload/facts/watch-folders";
import { normaliseBaseUrl } from "../remote/remote";
import { AppError } from "../common/errors";
import { allowsService, type Policies } from "../common/policies";
import type { Routes } from "../remote/http/routes";
import { environmentRoutes } from "../remote/http/environment-routes";
import { terminalLog } from "./terminal-log";
import { invalid, isFolder, parse } from "./parse-arguments";
import { readShort } from "../common/files";

/** The database of a state folder. */
export const queueDatabaseName = "uploads.db";

type Environment = Readonly<Record<string, string | undefined>>;

/** A service, its credentials, and how it is reached. */
export interface ServiceArguments {
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  routes: Routes;
}
/** What both commands that upload have. */
interface TargetArguments extends ServiceArguments {
  targetFolder: string;
  /**
   * Folder of the queue database. Running the same command again continues an interrupted upload.
   */
  stateDir: string;
  existing: ConflictChoice;
  /** What the plan leaves out does not count as failed. */
  isSkippedOk: boolean;
  bandwidth: BandwidthArguments;
  isJson: boolean;
}
export interface UploadArguments extends TargetArguments {
  paths: string[];
  /** The manifest to write after the upload; null for none. */
  manifest: ManifestFile | null;
}
export interface WatchArguments extends TargetArguments {
  folder: string;
  include: string[];
  exclude: string[];
  quietMs: number;
  /** The command ends when everything is uploaded. */
  isOnce: boolean;
}

export interface UploadsArguments extends ServiceArguments {
  action: "list" | "resume" | "drop";
  /** Files and folders whose unfinished uploads are selected; empty for all. */
  paths: string[];
  stateDir: string;
  /** State folders of `watch` that `list` reads besides; none if a folder was given. */
  watchStateDirs: string[];
  bandwidth: BandwidthArguments;
  isJson: boolean;
}

export interface VerifyArguments {
  folder: string;
  manifest: ManifestFile;
  isJson: boolean;
}

export interface TestConnectionArguments extends ServiceArguments {
  /** "https://bucket.example"; null if the storage is not tested. */
  storageOrigin: string | null;
  isJson: boolean;
}

/** An absolute path, and the format by its extension. */
interface ManifestFile {
  file: string;
  extension: ManifestExtension;
}

const targetOptions = {
  "base-url": { type: "string" },
  to: { type: "string", default: "" },
  state: { type: "string" },
  existing: { type: "string", default: "skip" },
  "skipped-ok": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  ...bandwidthOptions,
} as const;
const watchOptions = {
  ...targetOptions,
  include: { type: "string", multiple: true, default: [] as string[] },
  exclude: { type: "string", multiple: true, default: [] as string[] },
  quiet: { type: "string", default: String(defaultQuietMs / 1000) },
  once: { type: "boolean", default: false },
} as const;

/**
 * Parses the arguments of `upload`. Throws AppError "invalid-input"; its message names the invalid
 * argument.
 */
export function readUploadArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): UploadArguments {
  const { values, positionals } = parse(argv, {
    ...targetOptions,
    manifest: { type: "string" },
  });
  if (positionals.length === 0) throw invalid("PATH: name at least one file or folder");
  return {
    paths: positionals.map((given) => path.resolve(given)),
    manifest: values.manifest === undefined ? null : readNewManifest(values.manifest),
    ...readTarget(values, { env, policies }, (baseUrl) =>
      defaultStateDir(["uploads", baseUrl], env),
    ),
  };
}

/**
 * Parses the arguments of `uploads`. Throws AppError "invalid-input"; its message names the invalid
 * argument.
 */
export function readUploadsArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): UploadsArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    state: { type: "string" },
    all: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    ...bandwidthOptions,
  });
  const [action, ...paths] = positionals;
  if (action !== "list" && action !== "resume" && action !== "drop")
    throw invalid("uploads has three actions: list, resume and drop");
  if (paths.length > 0 && values.all) throw invalid("--all: name no PATH besides");
  if (paths.length === 0 && !values.all && action !== "list")
    throw invalid("PATH: name the files or folders whose uploads are meant, or --all");
  const service = readService(values["base-url"], env, policies);
  const { baseUrl } = service;
  return {
    ...service,
    action,
    paths: paths.map((given) => path.resolve(given)),
    stateDir:
      values.state === undefined
        ? defaultStateDir(["uploads", baseUrl], env)
        : path.resolve(values.state),
    watchStateDirs: values.state === undefined ? listStateDirs("watch", env) : [],
    bandwidth: readBandwidthArguments(values),
    isJson: values.json,
  };
}

/**
 * Parses the arguments of `watch`. Throws AppError "invalid-input"; its message names the invalid
 * argument.
 */
export function readWatchArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): WatchArguments {
  const { values, positionals } = parse(argv, watchOptions);
  const [given] = positionals;
  if (given === undefined || positionals.length > 1) throw invalid("DIR: name one folder");
  const folder = path.resolve(given);
  const seconds = Number(values.quiet);
  if (values.quiet.trim() === "" || !(seconds >= 0 && seconds * 1000 <= maxQuietMs))
    throw invalid(`--quiet must be a number of seconds from 0 to ${maxQuietMs / 1000}`);
  return {
    folder,
    include: values.include,
    exclude: values.exclude,
    quietMs: Math.round(seconds * 1000),
    isOnce: values.once,
    // One for each folder: several folders can be watched at a time.
    ...readTarget(values, { env, policies }, (baseUrl) =>
      defaultStateDir(["watch", baseUrl, folder], env),
    ),
  };
}

/**
 * Parses the arguments of `verify`. Throws AppError "invalid-input"; its message names the invalid
 * argument.
 */
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

/**
 * Parses the arguments of `test-connection`. Throws AppError "invalid-input"; its message names the
 * invalid argument.
 */
export function readTestConnectionArguments(
  argv: readonly string[],
  env: Environment,
  policies: Policies,
): TestConnectionArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    storage: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw invalid(`unexpected argument: ${unexpected}`);
  return {
    ...readService(values["base-url"], env, policies),
    storageOrigin: values.storage === undefined ? null : readOrigin("--storage", values.storage),
    isJson: values.json,
  };
}

/**
 * SECURITY: only the origin, as the argument may be a signed URL. The message does not repeat it
 * either.
 */
function readOrigin(argument: string, given: string): string {
  const url = URL.canParse(given) ? new URL(given) : null;
  if (url === null || !["https:", "http:"].includes(url.protocol))
    throw invalid(`${argument} must be a URL that begins with https:// or http://`);
  return url.origin;
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

interface TargetValues {
  "base-url"?: string | undefined;
  to: string;
  state?: string | undefined;
  existing: string;
  "skipped-ok": boolean;
  json: boolean;
  limit?: string | undefined;
  hours?: string | undefined;
  "hours-limit"?: string | undefined;
}

function readTarget(
  values: TargetValues,
  { env, policies }: { env: Environment; policies: Policies },
  stateDirOf: (baseUrl: string) => string,
): TargetArguments {
  const service = readService(values["base-url"], env, policies);
  const { baseUrl } = service;
  const existing = conflictChoice.safeParse(values.existing);
  if (!existing.success) throw invalid("--existing must be skip, replace or rename");
  return {
    ...service,
    targetFolder: values.to,
    stateDir: values.state === undefined ? stateDirOf(baseUrl) : path.resolve(values.state),
    existing: existing.data,
    isSkippedOk: values["skipped-ok"],
    bandwidth: readBandwidthArguments(values),
    isJson: values.json,
  };
}

/**
 * The service of the arguments, with the credentials of the environment. Throws AppError
 * "invalid-input", or "forbidden-by-policy" if the administrator does not allow the service.
 */
export function readService(
  given: string | undefined,
  env: Environment,
  policies: Policies,
): ServiceArguments {
  const baseUrl = readBaseUrl(given, policies);
  const clientId = env["DUBYARD_CLIENT_ID"] ?? "";
  const clientSecret = readSecret(env);
  // SECURITY: credentials are accepted from the environment only: every user of the computer can
  // see arguments.
  if (clientId === "") throw invalid("DUBYARD_CLIENT_ID is not set");
  if (clientSecret === "") throw invalid("DUBYARD_CLIENT_SECRET is not set");
  return { baseUrl, clientId, clientSecret, routes: environmentRoutes(env, policies, terminalLog) };
}

/** The address of a service that the administrator allows. Throws as `readService`. */
export function readBaseUrl(given: string | undefined, policies: Policies): string {
  if (given === undefined) throw invalid("--base-url URL is required");
  const baseUrl = normaliseBaseUrl(given);
  if (!allowsService(policies, baseUrl))
    throw new AppError(
      "forbidden-by-policy",
      "--base-url: the administrator allows other services only",
    );
  return baseUrl;
}

const maxSecretBytes = 64 * 1024;

/** The secret itself, or in a file. */
function readSecret(env: Environment): string {
  const file = env["DUBYARD_CLIENT_SECRET_FILE"] ?? "";
  if (file === "") return env["DUBYARD_CLIENT_SECRET"] ?? "";
  try {
    return readShort(file, maxSecretBytes).toString().trim();
  } catch {
    throw invalid(`DUBYARD_CLIENT_SECRET_FILE: ${file} cannot be read`);
  }
}

/**
 * The default state folder: one for each purpose, in the folder of the operating system for
 * application state.
 */
function defaultStateDir([command, ...purpose]: [string, ...string[]], env: Environment): string {
  const name = createHash("sha256").update(purpose.join("\n")).digest("hex").slice(0, 16);
  return path.join(stateFolder(env), command, name);
}

/** The default state folders of a command that exist, of all services. */
function listStateDirs(command: string, env: Environment): string[] {
  const parent = path.join(stateFolder(env), command);
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .map((name) => path.join(parent, name))
    .filter((folder) => existsSync(path.join(folder, queueDatabaseName)))
    .sort();
}
