/** `dubyard orphans`: objects of a bucket that no row of its workspace names. */
import { AppError } from "../common/errors";
import { findOrphans, namesNothing } from "../local-service/compare-objects";
import { openExistingWorkspace } from "../local-service/open-existing";
import { exit } from "./exit-codes";
import { runCommand, type CommandContext } from "./run-command";
import { readWorkspaceArguments, type WorkspaceArguments } from "./workspace-arguments";

/** Younger objects may belong to work in progress, and to a database that is restored. */
const orphanDays = 7;

export const orphans = (argv: string[]): Promise<number> =>
  runCommand({
    name: "orphans",
    argv,
    read: () => readWorkspaceArguments(argv, process.env, { delete: { type: "boolean" } }),
    work: run,
  });

async function run(
  { store, isSet: isDeleting }: WorkspaceArguments,
  { output, signal }: CommandContext,
): Promise<number> {
  const { rows, objects, close } = await openExistingWorkspace(store);
  try {
    if (objects.bucket === null)
      throw new AppError(
        "invalid-input",
        "--objects is required: the service itself removes what no row names from its folder",
      );
    const before = Date.now() - orphanDays * 24 * 3_600_000;
    const found = await findOrphans(rows, objects.bucket.list(), { before, signal });
    if (isDeleting && found.length > 0 && (await namesNothing(rows)))
      throw new AppError(
        "invalid-input",
        "--delete: no row of the database names an object, so all objects would be deleted",
      );
    let bytes = 0;
    const table = output.table(["LOCATION", "BYTES", "SINCE"]);
    for (const { location, size, modifiedAt } of found) {
      bytes += size;
      output.event({ event: "orphan", location, size, modifiedAt });
      const since = modifiedAt === null ? "-" : new Date(modifiedAt).toISOString();
      table.row([location, String(size), since]);
      await output.ready();
    }
    table.end();
    if (isDeleting) await objects.bucket.remove(found.map(({ location }) => location));
    const deleted = isDeleting ? found.length : 0;
    const exitCode = found.length > deleted ? exit.found : exit.done;
    output.event({ event: "summary", objects: found.length, bytes, deleted, exitCode });
    output.line(`${found.length} objects, ${bytes} bytes${isDeleting ? ": deleted" : ""}`);
    return exitCode;
  } finally {
    await close();
  }
}
