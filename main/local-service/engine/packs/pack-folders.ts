/**
 * The folder of packs, which all local workspaces of this computer may share:
 *
 *   ID/ an installed pack with `pack.json`; it appears by a rename, so it is whole or absent
 *   .work/ID/ locked by the process that installs or removes the pack: partial files, and the
 *   folder being made
 */
import { createHash, randomBytes } from "node:crypto";
import { readFile, readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { lockFolder } from "../../../common/database/lock";
import { AppError, systemCode } from "../../../common/errors";
import { createFolder, syncFolder, writeFileDurably } from "../../objects/files";
import { packDescription, packPath } from "./description-schema";
import type { PackDescription } from "./catalogue";
import type { InstalledPack, PackList } from "./pack";
import { missingFile } from "./pack-files";
import { PackError } from "./problems";
import type { UnpackedFile } from "./unpack";
import { renameFile } from "../../../common/rename";

const markerName = "pack.json";
const marker = z.object({
  description: packDescription,
  version: z.string().regex(/^[0-9a-f]{16}$/),
  files: z.array(z.object({ path: packPath, bytes: z.number() })).max(10_000),
});

/** A folder with a marker. `isWhole`: all its files are there with their sizes. */
export interface FoundPack {
  description: PackDescription;
  version: string;
  folder: string;
  bytes: number;
  isWhole: boolean;
}

export interface WorkFolder {
  /** Where an installation puts its files. */
  path: string;
  /** Makes the folder `folder` of it an installed pack. */
  publish(folder: string, description: PackDescription, files: UnpackedFile[]): Promise<void>;
  /** Moves the installed pack away and deletes it. Resolves if there is none. */
  removeInstalled(): Promise<void>;
  /** Deletes everything in it. */
  clear(): Promise<void>;
  release(): void;
}

export interface PackFolders {
  find(): Promise<FoundPack[]>;
  /** Bytes of partial files of a pack. */
  partialBytes(id: string): Promise<number>;
  /** @throws PackError "in-use" */
  lock(id: string): Promise<WorkFolder>;
}

const isId = (name: string) => /^[a-z0-9][a-z0-9.-]*$/.test(name);
const lockFiles = /^service\.lock/;

export function createPackFolders(folder: string): PackFolders {
  const workFolder = (id: string) => path.join(folder, ".work", id);

  async function read(id: string): Promise<FoundPack | null> {
    const own = path.join(folder, id);
    const text = await readFile(path.join(own, markerName), "utf8").catch(() => null);
    const parsed = marker.safeParse(parse(text));
    if (!parsed.success || parsed.data.description.id !== id) return null;
    const { description, version, files } = parsed.data;
    let isWhole =
      missingFile(description.contents, new Set(files.map((file) => file.path))) === null;
    for (const file of files) {
      const size = await stat(path.join(own, file.path)).then(
        (stats) => stats.size,
        () => -1,
      );
      isWhole &&= size === file.bytes;
    }
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { description, version, folder: own, bytes, isWhole };
  }

  return {
    async find() {
      const names = await readdir(folder).catch(missingIsEmpty);
      const found = await Promise.all(names.filter(isId).sort().map(read));
      return found.filter((pack) => pack !== null);
    },
    async partialBytes(id) {
      const work = workFolder(id);
      const names = (await readdir(work).catch(missingIsEmpty)).filter((name) =>
        name.endsWith(".part"),
      );
      const sizes = await Promise.all(
        names.map((name) =>
          stat(path.join(work, name)).then(
            (stats) => stats.size,
            () => 0,
          ),
        ),
      );
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async lock(id) {
      const work = workFolder(id);
      await createFolder(work);
      const { release } = await lockFolder(work, { patienceMs: 0 }).catch((error: unknown) => {
        if (!(error instanceof AppError) || error.code !== "folder-in-use") throw error;
        throw new PackError("in-use", "another workspace installs or removes this pack");
      });
      const target = path.join(folder, id);
      async function removeInstalled(): Promise<void> {
        const aside = path.join(work, `removed-${randomBytes(6).toString("hex")}`);
        if (!(await moveAside(target, aside))) return;
        await syncFolder(folder);
        await rm(aside, { recursive: true, force: true, maxRetries: 5 });
      }
      return {
        path: work,
        release,
        removeInstalled,
        async publish(made, description, files) {
          const version = versionOf(files);
          const listed = files.map(({ path: file, bytes }) => ({ path: file, bytes }));
          const text = JSON.stringify({ description, version, files: listed });
          await writeFileDurably(path.join(made, markerName), Buffer.from(text), 0o600);
          await removeInstalled();
          await renameFile(made, target);
          await syncFolder(folder);
        },
        async clear() {
          for (const name of await readdir(work))
            if (!lockFiles.test(name))
              await rm(path.join(work, name), { recursive: true, force: true, maxRetries: 5 });
        },
      };
    },
  };
}

export const toInstalled = ({ description, version, folder, bytes }: FoundPack): InstalledPack => ({
  id: description.id,
  version,
  folder,
  bytes,
  contents: description.contents,
});

/**
 * The packs of a folder at this moment; none without a folder. For a process that does not change
 * them.
 */
export async function readPackList(folder: string | null): Promise<PackList> {
  const found = folder === null ? [] : await createPackFolders(folder).find();
  const installed = found.filter(({ isWhole }) => isWhole).map(toInstalled);
  return { installed: () => installed, onChange: () => () => undefined };
}

/** False if there is nothing to move. Windows refuses while a process has one of the files open. */
async function moveAside(from: string, to: string): Promise<boolean> {
  try {
    await renameFile(from, to);
    return true;
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return false;
    if (!["EPERM", "EBUSY", "EACCES"].includes(code)) throw error;
    throw new PackError("in-use", "the pack is in use; try again later");
  }
}

/** Hash of the bytes and the names of all files. */
function versionOf(files: readonly UnpackedFile[]): string {
  const lines = files.map(({ path: file, sha256 }) => `${sha256} ${file}`);
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

function missingIsEmpty(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw error;
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
