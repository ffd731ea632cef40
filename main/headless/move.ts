/**
 * `dubyard move`: a workspace is moved between a folder of this computer and a service, or two
 * folders. The service of a folder runs in this process meanwhile.
 */
import path from "node:path";
import { moveStatusOf } from "../../preload/facts/move";
import { inspectFolder } from "../common/workspace-folder";
import type { Policies } from "../common/policies";
import { createLocalService } from "../local-service/server";
import { createRemote, type Remote } from "../remote/remote";
import { discardMove, moveWorkspace, type MoveProgress } from "../remote/move/move-workspace";
import { readService, type ServiceArguments } from "./arguments";
import type { HeadlessDeps } from "./deps";
import { requireExtension } from "./delivery/service-command";
import { exit } from "./exit-codes";
import { invalid, parse } from "./parse-arguments";
import { runCommand, type CommandContext } from "./run-command";
import { errorLog } from "./terminal-log";

type Side =
  | { kind: "folder"; folder: string; shown: string }
  | { kind: "service"; service: ServiceArguments; shown: string };

interface MoveArguments {
  from: Side;
  /** The target; null if --discard is given alone, which only makes the source changeable again. */
  to: Side | null;
  isDiscarded: boolean;
}

export const move = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runCommand({
    name: "move",
    argv,
    read: () => readMoveArguments(argv, process.env, policies()),
    work: run,
  });

/** @throws AppError "invalid-input"; its message names the invalid argument. */
function readMoveArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  policies: Policies,
): MoveArguments {
  const { values, positionals } = parse(argv, {
    from: { type: "string" },
    to: { type: "string" },
    discard: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  if (positionals.length > 0) throw invalid(`"${positionals[0]}": too many arguments`);
  if (values.from === undefined) throw invalid("--from DIR or URL is required");
  if (values.to === undefined && !values.discard) throw invalid("--to URL or DIR is required");
  const sideOf = (given: string): Side =>
    /^https?:\/\//i.test(given)
      ? { kind: "service", service: readService(given, env, policies), shown: given }
      : { kind: "folder", folder: path.resolve(given), shown: path.resolve(given) };
  const from = sideOf(values.from);
  const to = values.to === undefined ? null : sideOf(values.to);
  // The environment has the credentials of one service.
  if (from.kind === "service" && to?.kind === "service")
    throw invalid("--from and --to: one of them must be a folder");
  if (from.kind === "folder" && inspectFolder(from.folder) === "new")
    throw invalid(`--from: ${from.folder} has no workspace`);
  if (from.shown === to?.shown) throw invalid("--to: is the same as --from");
  return { from, to, isDiscarded: values.discard };
}

interface Opened {
  remote: Remote;
  close(): Promise<void>;
}

async function open(side: Side, { output }: CommandContext): Promise<Opened> {
  if (side.kind === "service") {
    const { routes, ...service } = side.service;
    const remote = createRemote({
      connection: () => Promise.resolve({ ...service, authScheme: "raw" }),
      routes,
    });
    return { remote, close: () => remote.close() };
  }
  const service = await createLocalService({
    dataDir: side.folder,
    isWithoutWork: true,
    log: errorLog(output.line),
  });
  const { baseUrl, clientId, clientSecret } = service;
  const remote = createRemote({
    connection: () => Promise.resolve({ baseUrl, clientId, clientSecret, authScheme: "raw" }),
  });
  return {
    remote,
    async close() {
      await remote.close();
      await service.close();
    },
  };
}

const shownSteps: Readonly<Record<MoveProgress["step"], string>> = {
  rows: "rows",
  files: "files",
  takes: "scripts and takes",
  comparing: "tables compared",
};

const shown = ({ step, table, done, total }: MoveProgress) =>
  `${shownSteps[step]}: ${done} of ${total}${table === "" ? "" : ` (${table})`}`;

async function run({ from, to, isDiscarded }: MoveArguments, context: CommandContext) {
  const { output, signal } = context;
  const source = await open(from, context);
  let target: Opened | null = null;
  try {
    await requireExtension(source.remote, "move", "--from");
    if (to) {
      target = await open(to, context);
      await requireExtension(target.remote, "move", "--to");
    }
    const calls = target?.remote.extensions.move ?? null;
    if (isDiscarded || calls === null) {
      await discardMove(source.remote.extensions.move, calls);
      output.line(`${from.shown} can be changed again`);
      output.event({ event: "summary", exitCode: exit.done });
      return exit.done;
    }
    const before = await source.remote.extensions.move.state();
    if (moveStatusOf(before, false) === "interrupted")
      output.line(`continues the move to ${before.other}`);
    const result = await moveWorkspace({
      source: source.remote.extensions.move,
      target: calls,
      names: { source: from.shown, target: to?.shown ?? "" },
      onProgress(progress) {
        output.event({ event: "progress", ...progress });
        output.progress(() => shown(progress));
      },
      signal,
    });
    for (const { name, problem } of result.problems) {
      output.event({ event: "problem", name, problem });
      output.line(`${name}: ${problem === "missing" ? "has no bytes" : "differs from its row"}`);
    }
    const { rows, files, takes, bytes, problems } = result;
    const exitCode = problems.length > 0 ? exit.found : exit.done;
    output.result(
      `moved: ${rows} rows, ${files} files, ${takes} scripts and takes; ${from.shown} can only be read now, and can be deleted`,
    );
    output.event({ event: "summary", rows, files, takes, bytes, exitCode });
    return exitCode;
  } finally {
    await target?.close();
    await source.close();
  }
}
