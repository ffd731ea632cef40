/** `dubyard packs`: the packs of the engine in a folder, which services may use meanwhile. */
import path from "node:path";
import type { ErrorCode } from "../../preload/facts/error-codes";
import type { PackProblem } from "../../preload/facts/packs";
import { AppError } from "../common/errors";
import { allowsEngine, type Policies } from "../common/policies";
import { setTimeout as pause } from "node:timers/promises";
import { packKindsOf } from "../local-service/engine/create-engine";
import { readPackCatalogue } from "../local-service/engine/packs/description-schema";
import { createPacks, type Packs, type PackStatus } from "../local-service/engine/packs/packs";
import { environmentRoutes } from "../remote/http/environment-routes";
import type { Routes } from "../remote/http/routes";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import { packsFolderOf } from "./external-engines";
import { nearNames } from "./near-names";
import { bytes, percentOf } from "./output";
import { invalid, isFolder, parse, requirePaths } from "./parse-arguments";
import { runCommand, type CommandContext } from "./run-command";
import { withAppErrors } from "./service-errors";
import { errorLog, terminalLog } from "./terminal-log";

const actions = ["list", "install", "remove"] as const;

interface PacksArguments {
  action: (typeof actions)[number];
  ids: readonly string[];
  /** The folder of packs; absolute. */
  folder: string;
  /** The file or folder of a pack on this computer, absolute; null to download it. */
  from: string | null;
  /** How packs are downloaded. */
  routes: Routes;
}

/** How often the progress is read, in milliseconds. */
const pollMs = 500;

const problemCodes: Readonly<Record<PackProblem, ErrorCode>> = {
  network: "unreachable",
  replaced: "file-changed",
  hash: "copy-differs",
  archive: "copy-differs",
  "wrong-file": "invalid-input",
  "disk-full": "disk-full",
  "in-use": "folder-in-use",
  other: "internal",
};

export const packs = (argv: string[], deps: HeadlessDeps): Promise<number> =>
  runCommand({
    name: "packs",
    argv,
    read: () => readPacksArguments(argv, process.env, deps.policies()),
    work: (options, context) => run(options, deps, context),
  });

/** @throws AppError "invalid-input" that names the argument, or "forbidden-by-policy" */
export function readPacksArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  policies: Policies,
): PacksArguments {
  const { values, positionals } = parse(argv, {
    packs: { type: "string" },
    data: { type: "string" },
    from: { type: "string" },
    json: { type: "boolean", default: false },
  });
  const [given = "", ...ids] = positionals;
  const action = actions.find((one) => one === given);
  if (action === undefined) throw invalid(`"${given}" is none of ${actions.join(", ")}`);
  if (action === "list" && ids.length > 0) throw invalid("list: too many arguments");
  if (action !== "list" && ids.length === 0) throw invalid(`${action}: PACK is required`);
  if (values.from !== undefined && (action !== "install" || ids.length !== 1))
    throw invalid("--from is for the installation of one pack");
  if (values.from !== undefined) requirePaths([values.from]);
  const own = values.packs ?? (values.data === undefined ? env["DUBYARD_PACKS"] : undefined);
  const dataDir = values.data ?? env["DUBYARD_DATA"] ?? "";
  if (!own && dataDir === "") throw invalid("--packs DIR or --data DIR is required");
  if (!own && !isFolder(dataDir)) throw invalid(`--data: ${dataDir} is not a folder`);
  if (action === "install" && !allowsEngine(policies, "packs"))
    throw new AppError("forbidden-by-policy", "the administrator allows no packs");
  return {
    action,
    ids,
    folder: path.resolve(packsFolderOf(own || undefined, dataDir)),
    from: values.from === undefined ? null : path.resolve(values.from),
    routes: environmentRoutes(env, policies, terminalLog),
  };
}

async function run(
  { action, ids, folder, from, routes }: PacksArguments,
  { bundles, programs }: HeadlessDeps,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const opened = await createPacks({
    folder,
    catalogue: readPackCatalogue(),
    threadFile: path.join(bundles, "pack-thread.cjs"),
    routes,
    log: errorLog(output.line),
  });
  let closed: Promise<void> | null = null;
  const close = () => (closed ??= opened.close());
  try {
    const usable = packKindsOf(programs.programs);
    if (action === "list") await list(opened, usable, context);
    for (const id of ids) {
      const found = await find(opened, id);
      if (action === "remove") await remove(opened, found, context);
      else await install(opened, { found, usable, from, close }, context);
    }
    output.event({ event: "summary", exitCode: exit.done });
    return exit.done;
  } finally {
    await close();
  }
}

/** @throws AppError "not-found" */
async function find(opened: Packs, id: string): Promise<PackStatus> {
  const all = await opened.list();
  const found = all.find(({ description }) => description.id === id);
  if (found) return found;
  const ids = all.map(({ description }) => description.id);
  throw new AppError("not-found", `there is no pack "${id}"${nearNames(id, ids)}`);
}

type Kinds = ReturnType<typeof packKindsOf>;

async function list(opened: Packs, usable: Kinds, { output }: CommandContext): Promise<void> {
  const table = output.table(["PACK", "STATE", "KIND", "SIZE", "NAME"]);
  for (const { description, state, bytes: installed } of await opened.list()) {
    const { id, name, contents, downloads, licence, publisher } = description;
    const { kind } = contents;
    const download = downloads.reduce((sum, one) => sum + one.bytes, 0);
    const isUsable = usable.has(kind);
    const facts = { kind, name, licence, publisher, isUsable };
    output.event({ event: "pack", id, state, bytes: installed, downloadBytes: download, ...facts });
    table.row([id, state, kind, bytes(installed > 0 ? installed : download), name]);
    await output.ready();
  }
  table.end();
}

interface Installation {
  found: PackStatus;
  usable: Kinds;
  from: string | null;
  /** Ends all work; what was downloaded stays. */
  close: () => Promise<void>;
}

async function install(
  opened: Packs,
  { found, usable, from, close }: Installation,
  { output, signal }: CommandContext,
): Promise<void> {
  const { description, state } = found;
  const { id, contents } = description;
  if (state === "installed") {
    output.event({ event: "pack", id, state, isChanged: false });
    output.result(`${id}: is installed`);
    return;
  }
  if (!usable.has(contents.kind))
    throw new AppError("not-offered", `${id}: no program of this version runs the pack`);
  signal.throwIfAborted();
  await withAppErrors(() => opened.install(id, from));
  const ended = opened.idle().then(() => null);
  const stop = () => void close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    while ((await Promise.race([ended, pause(pollMs, "waits")])) !== null) {
      const { state: step, share } = await find(opened, id);
      output.event({ event: "progress", id, state: step, share });
      output.progress(() => `${id}: ${step}, ${percentOf(share, 1)} %`);
    }
  } finally {
    signal.removeEventListener("abort", stop);
  }
  signal.throwIfAborted();
  const { problem, bytes: installed } = await find(opened, id);
  if (problem) throw new AppError(problemCodes[problem.code], `${id}: ${problem.message}`);
  output.event({ event: "pack", id, state: "installed", bytes: installed, isChanged: true });
  output.result(`${id}: installed, ${bytes(installed)}`);
}

async function remove(
  opened: Packs,
  { description: { id }, state }: PackStatus,
  { output }: CommandContext,
): Promise<void> {
  const isThere = state === "installed" || state === "damaged";
  if (isThere) await withAppErrors(() => opened.remove(id), "folder-in-use");
  output.event({ event: "pack", id, state: "available", isChanged: isThere });
  output.result(`${id}: ${isThere ? "removed" : "is not installed"}`);
}
