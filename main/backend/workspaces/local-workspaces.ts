/** "Work on this computer": adds local workspaces in folders that the user chose. */
import { mkdir, readdir, statfs } from "node:fs/promises";
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import type { Workspace } from "../../../preload/model";
import { AppError, invalidFields, systemCode } from "../../common/errors";
import { privateFolderMode } from "../../common/private-files";
import type { Dialogs } from "../ports";
import type { Workspaces } from "./workspaces";

export interface LocalWorkspacesDeps {
  workspaces: Workspaces;
  dialogs: Pick<Dialogs, "chooseFolder">;
  /** The folder of the first local workspace unless the user chooses another. */
  defaultLocalDir: string;
  /** Whether the user has chosen a folder, or one above it. */
  isApprovedFolder: (folder: string) => Promise<boolean>;
}

export type LocalWorkspaces = ReturnType<typeof createLocalWorkspaces>;

export function createLocalWorkspaces(deps: LocalWorkspacesDeps) {
  const { workspaces, defaultLocalDir } = deps;

  /** Adds a local workspace, or returns the one of that folder; resolves when its service runs. */
  async function create(dataDir: string, name = "This computer"): Promise<Workspace> {
    if (!path.isAbsolute(dataDir)) throw invalidFolder("choose a folder by its whole path");
    const all = workspaces.list();
    const existing = all.find((workspace) => workspace.dataDir === dataDir);
    if (existing) return existing;
    // SECURITY: a call cannot choose a folder; the user does, or it is the default one.
    if (dataDir !== defaultLocalDir && !(await deps.isApprovedFolder(dataDir)))
      throw new AppError("path-not-approved", `${path.basename(dataDir)}: choose it again`);
    try {
      await mkdir(dataDir, { recursive: true, mode: privateFolderMode });
    } catch (error) {
      throw invalidFolder(`cannot be created there (${systemCode(error)})`);
    }
    const isFirst = !all.some(({ kind }) => kind === "local");
    return workspaces.addLocal(dataDir, isFirst ? name : path.basename(dataDir));
  }

  const handlers = {
    localDefaults: () => withFreeBytes(defaultLocalDir),
    async chooseLocalFolder() {
      const folder = await deps.dialogs.chooseFolder(path.dirname(defaultLocalDir));
      if (folder === null) return null;
      // A folder with other contents gets a subfolder.
      const isEmpty = (await readdir(folder).catch(() => [])).length === 0;
      return withFreeBytes(isEmpty ? folder : path.join(folder, "Dubyard"));
    },
    createLocal: ({ dataDir, name }) => create(dataDir, name),
  } satisfies Partial<Handlers["workspaces"]>;

  return { handlers, create };
}

/** The folder with the free bytes of its disk; 0 where they cannot be read. */
async function withFreeBytes(dataDir: string): Promise<{ dataDir: string; freeBytes: number }> {
  for (let folder = dataDir; ; folder = path.dirname(folder)) {
    try {
      const { bavail, bsize } = await statfs(folder);
      return { dataDir, freeBytes: bavail * bsize };
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || folder === path.dirname(folder))
        return { dataDir, freeBytes: 0 };
    }
  }
}

const invalidFolder = (message: string) => invalidFields([{ field: "dataDir", message }]);
