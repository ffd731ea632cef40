/**
 * `dubyard verify --base-url`: a service compares the rows of its workspace with its objects, for a
 * computer that has neither the database nor the bucket.
 */
import type { MovedFile, MovedObject } from "../../preload/local-service/move";
import type { Policies } from "../common/policies";
import type { MoveCalls } from "../remote/extensions/move";
import { filePages, objectPages } from "../remote/move/measure-move";
import { readService, type ServiceArguments } from "./arguments";
import { requireExtension, runWithService } from "./delivery/service-command";
import type { HeadlessDeps } from "./deps";
import { exit } from "./exit-codes";
import { invalid, parse } from "./parse-arguments";

export const verifyService = (
  argv: string[],
  { policies }: Pick<HeadlessDeps, "policies">,
): Promise<number> =>
  runWithService({
    name: "verify",
    argv,
    read: () => readVerifyServiceArguments(argv, process.env, policies()),
    async work(remote, _options, { output, signal }) {
      await requireExtension(remote, "move");
      const { compared, missing } = await findMissing(remote.extensions.move, signal, (count) =>
        output.progress(() => `${count} compared`),
      );
      for (const one of missing) {
        output.event({ event: "missing", ...one });
        output.line(`missing, or of another size: ${one.kind} ${one.name}`);
        await output.ready();
      }
      const exitCode = missing.length > 0 ? exit.failed : exit.done;
      output.event({ event: "summary", compared, missing: missing.length, exitCode });
      output.line(`${compared} compared, ${missing.length} missing or of another size`);
      return exitCode;
    },
  });

/** @throws AppError "invalid-input"; its message names the invalid argument. */
export function readVerifyServiceArguments(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  policies: Policies,
): ServiceArguments {
  const { values, positionals } = parse(argv, {
    "base-url": { type: "string" },
    json: { type: "boolean", default: false },
  });
  if (positionals.length > 0) throw invalid(`"${positionals[0]}": too many arguments`);
  return readService(values["base-url"], env, policies);
}

/** A file of the gallery by its path, or a script or take by its location. */
interface Missing {
  kind: "media" | "object";
  name: string;
}

type Calls = Pick<MoveCalls, "readRows" | "size" | "listObjects" | "missing">;
type Objects = readonly MovedObject[];

/** Speech has no stored size: what is missing of it is made again. */
const named = (objects: Objects) => objects.filter(({ size }) => size !== null);

/**
 * The service may be used meanwhile: missing files are compared once more with new lists, as they
 * may have been deleted or replaced.
 */
export async function findMissing(
  calls: Calls,
  signal: AbortSignal,
  onCompared: (count: number) => void,
): Promise<{ compared: number; missing: Missing[] }> {
  let compared = 0;
  async function compareAll(
    isWanted: (kind: Missing["kind"], name: string) => boolean,
  ): Promise<Missing[]> {
    const missing: Missing[] = [];
    compared = 0;
    const compare = async (objects: Objects, files: readonly MovedFile[]) => {
      compared += objects.length + files.length;
      onCompared(compared);
      const some = objects.filter(({ location }) => isWanted("object", location));
      const others = files.filter(({ path }) => isWanted("media", path));
      if (some.length + others.length === 0) return;
      const { locations, paths } = await calls.missing(some, others, signal);
      for (const name of locations) missing.push({ kind: "object", name });
      for (const name of paths) missing.push({ kind: "media", name });
    };
    for await (const files of filePages(calls, signal)) await compare([], files);
    for await (const objects of objectPages(calls, signal)) await compare(named(objects), []);
    return missing;
  }
  const first = await compareAll(() => true);
  if (first.length === 0) return { compared, missing: [] };
  const keys = new Set(first.map(({ kind, name }) => `${kind} ${name}`));
  const missing = await compareAll((kind, name) => keys.has(`${kind} ${name}`));
  return { compared, missing };
}
