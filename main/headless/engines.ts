/**
 * `dubyard engines`: the engine sets and the processes of several services on one database, and
 * which set is pinned.
 */
import { AppError } from "../common/errors";
import { openSharedRows } from "../local-service/open-existing";
import type { EngineSetRows, WorkerRows } from "../local-service/rows/engine-set-port";
import { exit } from "./exit-codes";
import { invalid } from "./parse-arguments";
import { runCommand, type CommandContext } from "./run-command";
import { readWorkspaceArguments, type WorkspaceArguments } from "./workspace-arguments";

type Action = { name: "list" } | { name: "use"; id: string };

interface EnginesArguments extends WorkspaceArguments {
  action: Action;
}

type SharedRows = EngineSetRows & WorkerRows;

export const engines = (argv: string[]): Promise<number> =>
  runCommand({
    name: "engines",
    argv,
    read: () => readEnginesArguments(argv, process.env),
    work: run,
  });

/** @throws AppError "invalid-input"; its message names the invalid argument. */
export function readEnginesArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): EnginesArguments {
  const [name = "", ...others] = argv;
  if (name === "list") return { ...readWorkspaceArguments(others, env), action: { name } };
  if (name !== "use") throw invalid(`"${name}" is none of list, use`);
  const [id = "", ...options] = others;
  if (id === "" || id.startsWith("-")) throw invalid("use: ID is required");
  return { ...readWorkspaceArguments(options, env), action: { name, id } };
}

async function run({ store, action }: EnginesArguments, context: CommandContext): Promise<number> {
  const { rows, close } = await openSharedRows(store);
  try {
    if (action.name === "list") await list(rows, context);
    else await use(rows, action.id, context);
    context.output.event({ event: "summary", exitCode: exit.done });
    return exit.done;
  } finally {
    await close();
  }
}

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
  if (outcome === "moved")
    throw new AppError(
      "request-refused",
      "the workspace is being moved, or was moved to another service: its engines stay",
    );
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
