/**
 * `dubyard engines`: the external engines of a workspace; and the engine sets and the processes of
 * several services on one database, and which set is pinned.
 */
import type { ExternalEngineSettings } from "../../preload/local-service/external-engines";
import { AppError } from "../common/errors";
import { allowsEngine, type Policies } from "../common/policies";
import { openEngineRows, type ExistingEngineRows } from "../local-service/open-existing";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import {
  addExternal,
  listExternal,
  packsFolderOf,
  readSettings,
  removeExternal,
} from "./external-engines";
import { invalid } from "./parse-arguments";
import { runCommand, type CommandContext } from "./run-command";
import { readWorkspaceArguments, type WorkspaceArguments } from "./workspace-arguments";

type Action =
  | { name: "list" }
  | { name: "use"; id: string }
  | { name: "add"; id: string | null; settings: ExternalEngineSettings; packsFolder: string }
  | { name: "remove"; id: string };

const actions = ["list", "add", "remove", "use"] as const;
const operands = { list: null, add: "FILE", remove: "ID", use: "ID" } as const;

interface EnginesArguments extends WorkspaceArguments {
  action: Action;
}

type SharedRows = NonNullable<ExistingEngineRows["shared"]>;

export const engines = (argv: string[], deps: HeadlessDeps): Promise<number> =>
  runCommand({
    name: "engines",
    argv,
    read: () => readEnginesArguments(argv, process.env, deps.policies()),
    work: (options, context) => run(options, deps, context),
  });

/** @throws AppError "invalid-input" that names the argument, or "forbidden-by-policy" */
export function readEnginesArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  policies: Policies,
): EnginesArguments {
  const [given = "", ...rest] = argv;
  const name = actions.find((one) => one === given);
  if (name === undefined) throw invalid(`"${given}" is none of ${actions.join(", ")}`);
  const operand = operands[name];
  const [subject = "", ...others] = operand === null ? ["", ...rest] : rest;
  if (operand !== null && (subject === "" || subject.startsWith("-")))
    throw invalid(`${name}: ${operand} is required`);
  const own = { id: { type: "string" }, packs: { type: "string" } } as const;
  const read = readWorkspaceArguments(others, env, name === "add" ? own : {});
  if (name === "list") return { ...read, action: { name } };
  if (name !== "add") return { ...read, action: { name, id: subject } };
  if (!allowsEngine(policies, "external"))
    throw new AppError("forbidden-by-policy", "the administrator allows no external engines");
  const { id, packs = env["DUBYARD_PACKS"] } = read.values;
  if (id !== undefined && !/^[a-z0-9-]{1,64}$/.test(id))
    throw invalid('--id must have 1 to 64 of the characters a-z, 0-9 and "-"');
  const packsFolder = packsFolderOf(packs || undefined, read.store.dataDir);
  return {
    ...read,
    action: { name, id: id ?? null, settings: readSettings(subject), packsFolder },
  };
}

async function run(
  { store, action }: EnginesArguments,
  deps: HeadlessDeps,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const isExternalChange = action.name === "add" || action.name === "remove";
  const { external, shared, readMove, close } = await openEngineRows(store, isExternalChange);
  try {
    if (isExternalChange && (await isMoved(readMove))) throw moved();
    if (action.name === "list") {
      await listExternal(external, output);
      if (shared) await list(shared, context);
    } else if (action.name === "add")
      await addExternal(external, action, { ...deps, packsFolder: action.packsFolder }, output);
    else if (action.name === "remove") await removeExternal(external, action.id, output);
    else {
      if (!shared) throw invalid("use: --database is required: several services need one");
      await use(shared, action.id, context);
    }
    output.event({ event: "summary", exitCode: exit.done });
    return exit.done;
  } finally {
    await close();
  }
}

/** Whether the rows may not change: a move compares them, or has moved the workspace away. */
async function isMoved(readMove: ExistingEngineRows["readMove"]): Promise<boolean> {
  const move = await readMove();
  return move !== null && (move.role === "source" || move.endedAt === null);
}

const moved = () =>
  new AppError(
    "request-refused",
    "the workspace is being moved, or was moved to another service: its engines stay",
  );

/** The beginning of the id of a set, as in the log and in `problem`. */
const shownId = (id: string) => (id === "" ? "-" : id.slice(0, 12));
const timeOf = (at: number) => new Date(at).toISOString();

async function list(rows: SharedRows, { output }: CommandContext): Promise<void> {
  const workers = await rows.listWorkers();
  const sets = output.table(["ENGINE SET", "STATE", "PROCESSES", "SINCE"]);
  for (const { id, createdAt, isPinned } of await rows.listEngineSets()) {
    const processes = workers.filter(({ engineSet }) => engineSet === id).length;
    output.event({ event: "engine-set", id, isPinned, processes, createdAt });
    sets.row([shownId(id), isPinned ? "pinned" : "-", String(processes), timeOf(createdAt)]);
  }
  sets.end();
  const table = output.table(["HOST", "ROLE", "ENGINE SET", "TAKES/MIN", "STARTED", "PROBLEM"]);
  for (const worker of workers) {
    const { host, role, engineSet, takesPerMinute, startedAt, problem } = worker;
    output.event({ event: "process", ...worker });
    const rate = takesPerMinute.toFixed(1);
    table.row([host, role, shownId(engineSet), rate, timeOf(startedAt), problem || "-"]);
  }
  table.end();
}

async function use(rows: SharedRows, given: string, { output }: CommandContext): Promise<void> {
  const sets = await rows.listEngineSets();
  const found = sets.filter(({ id }) => id.startsWith(given.toLowerCase()));
  if (found.length > 1) throw invalid(`use: ${given} is the beginning of ${found.length} ids`);
  const [set] = found;
  const outcome = set ? await rows.pinEngineSet(set.id) : "unknown";
  if (!set || outcome === "unknown")
    throw new AppError("not-found", `there is no engine set "${given}"`);
  if (outcome === "moved") throw moved();
  const workers = await rows.listWorkers();
  const processes = workers.filter(({ engineSet }) => engineSet === set.id).length;
  if (processes === 0)
    output.line(`no process has the engine set ${shownId(set.id)}: its work waits for one`);
  output.event({ event: "engine-set", id: set.id, isPinned: true, processes });
  output.result(
    set.isPinned
      ? `${shownId(set.id)}: was pinned already, and stays so until another one is chosen`
      : `${shownId(set.id)}: pinned; takes of other engines will be outdated`,
  );
}
