/** A backup that is cancelled between two files. */
import { mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { silentLog } from "../../../main/common/log";
import { createBackup, type BackupDeps } from "../../../main/local-service/backup/backup";
import { temporaryFolder } from "../../helpers/backend";

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it("ends with 409, leaves nothing in its folder, and is the last one", async () => {
  const [target, dataDir] = [path.join(folder.path, "backup"), path.join(folder.path, "data")];
  await mkdir(dataDir);
  const backup = createBackup({
    store: {
      exclusively: <T>(_name: string, work: () => Promise<T>) => work(),
      async backUp(to: string) {
        const file = path.join(to, "workspace.db");
        await writeFile(file, "rows");
        expect(await backup.state()).toMatchObject({ state: "backup" });
        await backup.cancel();
        return { file, objects: [{ kind: "media", name: "a.mp4", location: "a.mp4", size: 1 }] };
      },
      findPendingRestore: () => Promise.resolve(null),
    },
    dataDir,
    log: silentLog,
    now: () => 7,
  } as unknown as BackupDeps);
  await expect(backup.backUp(target)).rejects.toMatchObject({ status: 409 });
  expect(await readdir(target)).toEqual([]);
  expect(await backup.state()).toMatchObject({
    state: "idle",
    last: { kind: "backup", folder: target, outcome: "cancelled", endedAt: 7 },
  });
});
