/** `dubyard verify` without a folder: compares the rows of a workspace with its objects. */
import { compareObjects, type ObjectFault } from "../local-service/compare-objects";
import { openExistingWorkspace } from "../local-service/open-existing";
import { exit } from "./exit-codes";
import { runCommand, type CommandContext } from "./run-command";
import { readWorkspaceArguments, type WorkspaceArguments } from "./workspace-arguments";

export const verifyWorkspace = (argv: string[]): Promise<number> =>
  runCommand({
    name: "verify",
    argv,
    read: () => readWorkspaceArguments(argv, process.env),
    work: run,
  });

async function run(
  { store }: WorkspaceArguments,
  { output, signal }: CommandContext,
): Promise<number> {
  const { rows, objects, close } = await openExistingWorkspace(store);
  const counts = { missing: 0, size: 0 };
  try {
    const compared = await compareObjects(
      rows,
      objects,
      async (fault) => {
        const event = fault.actual === null ? "missing" : "size";
        counts[event] += 1;
        output.event({ event, ...fault });
        output.line(lineOf(fault));
        await output.ready();
      },
      signal,
    );
    const exitCode = counts.missing + counts.size > 0 ? exit.failed : exit.done;
    output.event({ event: "summary", compared, ...counts, exitCode });
    output.line(`${compared} compared, ${counts.missing} missing, ${counts.size} of another size`);
    return exitCode;
  } finally {
    await close();
  }
}

function lineOf({ kind, name, location, expected, actual }: ObjectFault): string {
  const what = `${kind} ${name} (${location})`;
  return actual === null
    ? `missing: ${what}`
    : `size: ${what} has ${actual} bytes, not ${expected}`;
}
