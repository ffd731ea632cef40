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
  /** Whether the option of the command itself is set. */
  isSet: boolean;
}

const workspaceOptions = {
  data: serveOptions.data,
  database: serveOptions.database,
  "database-file": serveOptions["database-file"],
  objects: serveOptions.objects,
  "objects-key-file": serveOptions["objects-key-file"],
  json: { type: "boolean", default: false },
} as const;

/**
 * The options are those of `serve`, as flags and in the environment, and one of the command itself
 * without a value.
 * @throws AppError "invalid-input"; its message names the invalid argument.
 */
export function readWorkspaceArguments(
  argv: readonly string[],
  env: Environment,
  own?: string,
): WorkspaceArguments {
  const more = own === undefined ? {} : { [own]: { type: "boolean" } as const };
  const { values, positionals } = parse(argv, { ...workspaceOptions, ...more });
  const [unexpected] = positionals;
  if (unexpected !== undefined) throw invalid(`unexpected argument: ${unexpected}`);
  const { json: _json, ...flags } = values;
  const isSet = own !== undefined && (values as Record<string, unknown>)[own] === true;
  try {
    return { store: readStore(withEnvironment(flags, env, storeOptions)), isSet };
  } catch (error) {
    throw invalid(toProblem(error).message);
  }
}
