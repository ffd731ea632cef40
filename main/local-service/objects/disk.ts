/**
 * The gallery's bytes as plain files below one folder: media/, renamed/, scripts/, staging/,
 * uploads/, takes/, work/, set-aside/.
 */
import { randomBytes } from "node:crypto";
import { constants, copyFile, lstat, open, readFile, rm, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { createFileHasher } from "../../common/file-hasher";
import { isMissingFile } from "../../common/errors";
import { privateFileMode } from "../../common/private-files";
import { cleanUp, idName, setAside, stagingName, uploadsName, workName } from "./leftover-files";
import { cloneFile, shareFile } from "./clone";
import { createFolder, moveDurably, syncFolder } from "./files";
import { createObjectPaths, ForbiddenLocation, isFileLocation } from "./object-path";
import { openObject } from "./open-object";
import { createParts } from "./parts";
import type { DiskObjects } from "./port";
import { createDiskSpace, receiveInto } from "./receive";

export interface DiskObjectsOptions {
  dataDir: string;
  /** Accepts at most this many bytes while it runs, to simulate a small disk in tests. */
  freeBytesLimit?: number | undefined;
}

/**
 * Opens the object store below a folder, and creates its folders. The caller must hold the folder's
 * lock.
 */
export async function openDiskObjects(options: DiskObjectsOptions): Promise<DiskObjects> {
  const { dataDir } = options;
  const { fileAt: at, nameAt } = createObjectPaths(dataDir);
  const staging = path.join(dataDir, stagingName);
  await createFolder(staging);
  await createFolder(path.join(dataDir, uploadsName));
  const diskSpace = createDiskSpace(dataDir, options.freeBytesLimit);
  const parts = createParts({
    folderOf: (uploadId) => at(`${uploadsName}/${uploadId}`),
    diskSpace,
  });

  const sizeAt = async (location: string): Promise<number | null> => {
    try {
      const found = await stat(at(location));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };

  const workAt = (name: string) => `${workName}/${name}`;
  /** The file of a new object or working file. Its folder exists when this resolves. */
  async function prepareFile(location: string): Promise<string> {
    const file = nameAt(location);
    // SECURITY: a link at this name would be followed by the program that writes.
    if ((await lstat(file).catch(() => null))?.isSymbolicLink()) await rm(file);
    await createFolder(path.dirname(file));
    return file;
  }
  async function shareAsStaged(file: string) {
    const staged = `${stagingName}/${randomBytes(9).toString("hex")}`;
    await shareFile(file, at(staged));
    await syncFolder(staging);
    return { staged, size: (await stat(at(staged))).size };
  }

  return {
    isNamedByPath: true,
    // Its backups contain the files, and the space is needed.
    keepRemovedMs: 0,
    async receive(body) {
      await diskSpace.require(body.size);
      const staged = `${stagingName}/${randomBytes(9).toString("hex")}`;
      const handle = await open(at(staged), "wx", privateFileMode);
      try {
        const md5 = await receiveInto(handle, 0, body, diskSpace);
        await handle.close();
        await syncFolder(staging);
        return { staged, size: body.size, md5 };
      } catch (error) {
        await handle.close();
        await rm(at(staged), { force: true });
        throw error;
      }
    },
    async clone(file) {
      const staged = `${stagingName}/${randomBytes(9).toString("hex")}`;
      try {
        const isShared = await cloneFile(file, at(staged), diskSpace);
        await syncFolder(staging);
        return { staged, size: file.size, isShared };
      } catch (error) {
        await rm(at(staged), { force: true });
        throw error;
      }
    },
    receivePart: (request) => parts.receivePart(request),
    endParts: (uploadId) => parts.endParts(uploadId),
    async assemble(uploadId, wanted) {
      const { name, size } = await parts.assemble(uploadId, wanted);
      return { staged: `${uploadsName}/${uploadId}/${name}`, size };
    },
    publish: (staged, location) => moveDurably(at(staged), nameAt(location)),
    sizeAt,
    async read(location) {
      try {
        return await readFile(at(location));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    open: async (location) => (isFileLocation(location) ? openObject(dataDir, location) : null),
    async hash(location, maxBytes, options) {
      const hasher = createFileHasher();
      try {
        return await hasher.hash(at(location), maxBytes, options);
      } finally {
        hasher.close();
      }
    },
    async copyOut(location, file) {
      await createFolder(path.dirname(file));
      // FICLONE shares the blocks instead of copying them, if the file system supports that.
      await copyFile(at(location), file, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    },
    freeBytes: diskSpace.free,
    fileAt: (location) => at(location),
    // Async, so that a forbidden location rejects.
    withFile: async (location, work) => work(at(location)),
    withFiles: async (locations, work) => work(locations.map(at)),
    putFile: (file, location) => moveDurably(file, nameAt(location)),
    readUrl: () => Promise.resolve(null),
    workFile: (name) => prepareFile(workAt(name)),
    workSize: (name) => sizeAt(workAt(name)),
    async removeWork(names) {
      await remove(dataDir, nameAt, names.map(workAt));
    },
    stage: async (location) => shareAsStaged(at(location)),
    stageFile: shareAsStaged,
    isStaged: async (staged) => (await sizeAt(staged)) !== null,
    discardStaged: (staged) => rm(at(staged), { force: true }),
    async discardUpload(uploadId) {
      parts.deleteLayout(uploadId);
      const location = `${uploadsName}/${uploadId}`;
      // The whole folder is removed: it must be one that the service created.
      if (idName.test(uploadId)) await rm(nameAt(location), { recursive: true, force: true });
    },
    remove: (locations) => remove(dataDir, nameAt, locations),
    removeBelow: (prefix) => removeBelow(dataDir, nameAt, prefix),
    async setAside(location) {
      nameAt(location);
      await setAside(dataDir, location);
    },
    clean: (known) => cleanUp(dataDir, known),
  };
}

/** A location that no object can have counts as one without an object. */
const isMissing = (error: unknown): boolean =>
  isMissingFile(error) || error instanceof ForbiddenLocation;

/** Returns the locations that no object can have: nothing is removed there. */
async function remove(
  dataDir: string,
  nameAt: (location: string) => string,
  locations: readonly string[],
): Promise<string[]> {
  const forbidden: string[] = [];
  const folders = new Set<string>();
  for (const location of locations) {
    try {
      await rm(nameAt(location), { force: true });
    } catch (error) {
      if (error instanceof ForbiddenLocation) {
        forbidden.push(location);
        continue;
      }
      if (!isMissing(error)) throw error;
    }
    folders.add(path.posix.dirname(location));
  }
  const changed = new Set<string>();
  for (const folder of folders) changed.add(await removeEmpty(dataDir, folder));
  for (const folder of changed) {
    await syncFolder(path.join(dataDir, folder)).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }
  return forbidden;
}

/** Returns false for a prefix that no object can have: nothing is removed there. */
async function removeBelow(
  dataDir: string,
  nameAt: (location: string) => string,
  prefix: string,
): Promise<boolean> {
  const folder = prefix.replace(/\/$/, "");
  // A top folder such as "media" is no location.
  if (folder === prefix || !isFileLocation(folder)) return false;
  try {
    // SECURITY: a link is removed itself, and not what it leads to.
    await rm(nameAt(folder), { recursive: true, force: true });
  } catch (error) {
    if (error instanceof ForbiddenLocation) return false;
    if (!isMissing(error)) throw error;
  }
  const remaining = await removeEmpty(dataDir, path.posix.dirname(folder));
  await syncFolder(path.join(dataDir, remaining)).catch((error: unknown) => {
    if (!isMissing(error)) throw error;
  });
  return true;
}

/** Removes a folder and its parents while they are empty; returns the first that remains. */
async function removeEmpty(dataDir: string, folder: string): Promise<string> {
  let at = folder;
  // The top folder ("media") is never removed.
  while (at.includes("/")) {
    try {
      await rmdir(path.join(dataDir, at));
    } catch (error) {
      if (!isMissing(error)) break;
    }
    at = path.posix.dirname(at);
  }
  return at;
}
