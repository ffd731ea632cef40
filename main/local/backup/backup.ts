/** The whole workspace to a folder, and back. The credentials stay with the data folder: a backup holds no secret. */
import { createReadStream } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../errors";
import { galleryTurn, type Gallery } from "../media/gallery";
import type { ObjectStore } from "../objects/port";
import { invalid } from "../problem";
import type { LocalStore } from "../store/port";

export interface BackupDeps {
  store: LocalStore;
  objects: ObjectStore;
  gallery: Gallery;
  dataDir: string;
  now: () => number;
  /** Runs work while no ingestion does. */
  whileQuiet: <T>(work: () => Promise<T>) => Promise<T>;
}

export interface Backup {
  /**
   * Writes everything to a folder, which is made where it is missing and must be empty. Changes to the gallery wait
   * meanwhile. 400 naming `folder` when it cannot be.
   */
  backUp(folder: string): Promise<{ files: number; bytes: number }>;
  /**
   * Puts what a backup holds in the place of everything that is here: all of it or, when it fails, nothing. 400
   * naming `folder` when there is no whole backup.
   */
  restore(folder: string): Promise<{ files: number; bytes: number }>;
}

/** Written last: a folder without it is no whole backup. */
const markName = "backup.json";
const bytesName = "bytes";
const formatVersion = 1;

export function createBackup(deps: BackupDeps): Backup {
  const { store, objects, gallery, dataDir, now, whileQuiet } = deps;

  function checkPlace(folder: string): void {
    if (!path.isAbsolute(folder)) throw invalid("folder", "must be an absolute path");
    const relative = path.relative(path.resolve(dataDir), path.resolve(folder));
    const isOutside = relative.startsWith("..") || path.isAbsolute(relative);
    if (!isOutside) throw invalid("folder", "must be outside the workspace's own folder");
  }

  async function makeEmpty(folder: string): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      if ((await readdir(folder)).length > 0) throw invalid("folder", "must be empty");
    } catch (error) {
      const code = systemCode(error);
      if (code === "") throw error;
      throw invalid("folder", `cannot be written (${code})`);
    }
  }

  async function checkMark(folder: string): Promise<void> {
    let mark: unknown;
    try {
      mark = JSON.parse(await readFile(path.join(folder, markName), "utf8"));
    } catch {
      throw invalid("folder", "holds no whole backup");
    }
    if ((mark as { version?: unknown } | null)?.version !== formatVersion)
      throw invalid("folder", "holds a backup of another version");
  }

  async function copyBytes(folder: string): Promise<{ files: number; bytes: number }> {
    const tally = { files: 0, bytes: 0 };
    const copy = async (location: string, size: number) => {
      await objects.copyOut(location, path.join(folder, bytesName, location));
      tally.bytes += size;
    };
    for await (const page of gallery.list()) {
      for (const name of page) {
        const file = await store.findFile(name);
        if (!file) continue;
        await copy(file.location, file.size);
        tally.files += 1;
      }
    }
    for (const script of await store.listScripts()) await copy(script.location, script.size);
    return tally;
  }

  const oneByOne = <T>(work: () => Promise<T>): Promise<T> =>
    store.exclusively("restore", () => whileQuiet(work));

  return {
    async backUp(folder) {
      checkPlace(folder);
      return store.exclusively(galleryTurn, async () => {
        // In this turn, so that only a folder this backup found empty is ever cleaned up.
        await makeEmpty(folder);
        try {
          await store.backUp(folder);
          const tally = await copyBytes(folder);
          const mark = { version: formatVersion, createdAt: new Date(now()).toISOString() };
          await writeFile(path.join(folder, markName), JSON.stringify(mark), { flush: true });
          return tally;
        } catch (error) {
          for (const name of await readdir(folder).catch(() => []))
            await rm(path.join(folder, name), { recursive: true, force: true });
          throw error;
        }
      });
    },

    restore: (folder) =>
      oneByOne(async () => {
        checkPlace(folder);
        await checkMark(folder);
        const tally = { files: 0, bytes: 0 };
        const take = async (location: string, size: number): Promise<string> => {
          // SECURITY: a backup comes from anywhere; its rows must not lead out of the folders of bytes.
          if (!isPlaceOfBytes(location)) throw invalid("folder", "names a file outside the backup");
          const file = path.join(folder, bytesName, location);
          const found = await stat(file).catch(() => null);
          if (found?.size !== size) throw invalid("folder", `the file ${location} is damaged`);
          tally.bytes += size;
          const { staged } = await objects.receive({ stream: createReadStream(file), size });
          return staged;
        };
        await store.exclusively(galleryTurn, () =>
          store.restore(folder, async (files, scripts) => {
            const staged: string[] = [];
            try {
              for (const file of files) staged.push(await take(file.location, file.size));
              // Scripts never change under their ids: it does no harm when one is there already.
              for (const { location, size } of scripts)
                await objects.publish(await take(location, size), location);
            } catch (error) {
              for (const one of staged) await objects.discardStaged(one);
              throw error;
            }
            tally.files = files.length;
            return staged;
          }),
        );
        // From here on the rows say what is to be: what is cut off now is ended at the next start.
        await gallery.recover();
        return tally;
      }),
  };
}

/** Below one of the folders that bytes are kept in, and staying there. */
function isPlaceOfBytes(location: string): boolean {
  const [top = "", ...rest] = location.split("/");
  const isPlain = rest.every((name) => name !== "" && name !== "." && name !== "..");
  return (
    ["media", "renamed", "scripts"].includes(top) &&
    rest.length > 0 &&
    isPlain &&
    !location.includes("\\")
  );
}
