/** Replaces a workspace by a backup. */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { fold } from "../media/locations";
import type { ObjectStore } from "../objects/port";
import { invalid } from "../common/http-error";
import type { ObjectRow, BackupRows } from "../rows/backup-port";
import { rowsName, type BackupContents } from "./format";
import { importObjects } from "./import-objects";
import type { BackupProblem, BackupReport } from "../../../preload/local-service/maintenance";
import { reportOf } from "./report";
import type { BackupJobs } from "./backup-jobs";
import { sha256OfFile } from "./sha256-of-file";

export interface ReplaceAllDeps {
  store: BackupRows;
  objects: ObjectStore;
  dataDir: string;
  jobs: Pick<BackupJobs, "addBytes" | "addFile" | "setTotals">;
  now: () => number;
}

/** Replaces the rows of the workspace by those of a backup, whose objects are staged before. */
export async function replaceAll(
  { store, objects, dataDir, jobs, now }: ReplaceAllDeps,
  folder: string,
  contents: BackupContents,
  skipDamaged: boolean,
  signal: AbortSignal,
): Promise<BackupReport> {
  let counts = { files: 0, bytes: 0 };
  let problems: readonly BackupProblem[] = [];
  let unverified = 0;
  const takesWithoutSound = await store.restore(
    folder,
    async (rows) => {
      checkLocations(rows);
      await store.beginRestore({ folder, startedAt: now() });
      const expected = contents.manifest?.rowsSha256;
      const imported = await importObjects(rows, {
        objects,
        dataDir,
        folder,
        contents,
        areRowsIntact:
          expected === undefined ||
          (await sha256OfFile(path.join(folder, rowsName), signal)) === expected,
        skipDamaged,
        signal,
        runId: randomUUID(),
        onTotal: ({ files, bytes }) => jobs.setTotals(files, bytes),
        onBytes: jobs.addBytes,
        onFile: jobs.addFile,
      });
      counts = imported;
      ({ problems, unverified } = imported);
      return imported.staged;
    },
    now(),
  );
  return reportOf(counts, problems, { unverified, takesWithoutSound });
}

/**
 * SECURITY: a backup is untrusted. Two of its objects must not have the same location, also on a
 * case-insensitive file system.
 * @throws HttpError 400 naming `folder`
 */
function checkLocations(rows: readonly ObjectRow[]): void {
  const seen = new Set<string>();
  for (const { location } of rows) {
    const folded = fold(location);
    if (seen.has(folded)) throw invalid("folder", "names a file that the gallery does not accept");
    seen.add(folded);
  }
}
