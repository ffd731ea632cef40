/**
 * The command lines of the commands about a workspace itself, which open its database and its
 * objects: `dubyard migrate`, `orphans`, `engines` and `verify` without a folder.
 */
import { readStore, type StoreArguments } from "../local-service/arguments";
import {
  serveOptions,
  storeOptions,
  withEnvironment,
  type Environment,
} from "../local-service/serve-options";
import { toProblem } from "../common/errors";
import { invalid, parse } from "./parse-arguments";

export interface WorkspaceArguments {
  store: StoreArguments;
  /** The options of the command itself that are given. */
  values: Readonly<Record<string, string | undefined>>;
  /** Whether its option without a value is set. */
  isSet: boolean;
}

type OwnOptions = Readonly<Record<string, { type: "string" | "boolean" }>>;

const workspaceOptions = {
  data: serveOptions.data,
  database: serveOptions.database,
  "database-file": serveOptions["database-file"],
  objects: serveOptions.objects,
  "objects-key-file": serveOptions["objects-key-file"],
  json: { type: "boolean", default: false },
} as const;

/**
 * The options are those of `serve`, as flags and in the environment, and `own` ones of the command
 * itself.
 * @throws AppError "invalid-input"; its message names the invalid argument.
 */
export function readWorkspaceArguments(
  argv: readonly string[],
  env: Environment,
  own: OwnOptions = {},
): WorkspaceArguments {
  const { values, positionals } = parse(argv, { ...workspaceOptions, ...own });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw invalid(`unexpected argument: ${unexpected}`);
  const { json: _json, ...flags } = values;
  const given = Object.entries(values as Record<string, unknown>).filter(([name]) => name in own);
  const texts = given.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const isSet = given.some(([, value]) => value === true);
  const more = { values: Object.fromEntries(texts) as Record<string, string>, isSet };
  try {
    return { store: readStore(withEnvironment(flags, env, storeOptions)), ...more };
  } catch (error) {
    throw invalid(toProblem(error).message);
  }
}
