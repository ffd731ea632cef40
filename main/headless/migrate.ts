/** `dubyard migrate`: changes the database of a workspace to the version of this program. */
import { createLog } from "../common/log";
import { bucketOf } from "../local-service/arguments";
import { migrateStore, type MigratedVersions } from "../local-service/migrate-store";
import { createBucket } from "../remote/s3/create-bucket";
import { exit } from "./exit-codes";
import { invalid } from "./parse-arguments";
import { runCommand } from "./run-command";
import { readWorkspaceArguments } from "./workspace-arguments";

export const migrate = (argv: string[]): Promise<number> =>
  runCommand({
    name: "migrate",
    argv,
    read: () => {
      const { store, isSet } = readWorkspaceArguments(argv, process.env, {
        "create-bucket": { type: "boolean" },
      });
      const bucket = isSet ? bucketOf(store) : undefined;
      if (isSet && !bucket) throw invalid("--create-bucket needs --objects");
      return { store, bucket };
    },
    async work({ store, bucket }, { output }) {
      if (bucket) await createBucket({ connection: bucket.connection, now: Date.now });
      const log = createLog((_level, text) => text.split("\n").forEach(output.line));
      const versions = await migrateStore(store, log);
      output.event({ event: "summary", ...versions, exitCode: exit.done });
      output.result(resultOf(versions));
      return exit.done;
    },
  });

function resultOf({ from, to }: MigratedVersions): string {
  if (from === null) return `schema ${to}: created`;
  return from === to ? `schema ${to}: nothing to do` : `schema ${from} -> ${to}`;
}
