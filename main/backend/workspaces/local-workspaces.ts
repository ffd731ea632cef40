/** "Work on this computer": adds local workspaces in folders that the user chose. */
import { readdir, statfs } from "node:fs/promises";
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import type { LocalFolder } from "../../../preload/contract/workspaces";
import type { Workspace } from "../../../preload/model";
import { AppError, invalidFields, systemCode } from "../../common/errors";
import { privateFolderMode } from "../../common/private-files";
import { findWorkspace } from "../../common/workspace-folder";
import type { Dialogs } from "../ports";
import type { Workspaces } from "./workspaces";
import { makeFolders } from "../../common/make-folders";

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

  /**
   * Adds a local workspace, or returns the one of that folder; resolves when its service runs. A
   * folder that contains a workspace is opened only if the dialog has shown this to the user.
   */
  async function create(
    dataDir: string,
    {
      name = "This computer",
      opensExisting = false,
    }: { name?: string | undefined; opensExisting?: boolean | undefined } = {},
  ): Promise<Workspace> {
    if (!path.isAbsolute(dataDir)) throw invalidFolder("choose a folder by its whole path");
    const all = workspaces.list();
    const existing = all.find((workspace) => workspace.dataDir === dataDir);
    if (existing) return existing;
    // SECURITY: a call cannot choose a folder; the user does, or it is the default one.
    if (dataDir !== defaultLocalDir && !(await deps.isApprovedFolder(dataDir)))
      throw new AppError("path-not-approved", `${path.basename(dataDir)}: choose it again`);
    if (!opensExisting) requireNoWorkspace(dataDir);
    try {
      await makeFolders(dataDir, privateFolderMode);
    } catch (error) {
      throw invalidFolder(`cannot be created there (${systemCode(error)})`);
    }
    const isFirst = !all.some(({ kind }) => kind === "local");
    return workspaces.addLocal(dataDir, isFirst ? name : path.basename(dataDir));
  }

  const handlers = {
    localDefaults: () => describeFolder(defaultLocalDir),
    async chooseLocalFolder() {
      const folder = await deps.dialogs.chooseFolder(path.dirname(defaultLocalDir));
      if (folder === null) return null;
      const existing = findWorkspace(folder);
      if (existing) return describeFolder(existing.folder);
      // A folder with other contents gets a subfolder.
      const isEmpty = (await readdir(folder).catch(() => [])).length === 0;
      return describeFolder(isEmpty ? folder : path.join(folder, "Dubyard"));
    },
    createLocal: ({ dataDir, ...options }) => create(dataDir, options),
  } satisfies Partial<Handlers["workspaces"]>;

  return { handlers, create };
}

/**
 * Refuses a folder for new data that is the folder of a workspace, or inside of it: both would be
 * moved and removed together.
 * @throws AppError "folder-holds-workspace"
 */
export function requireNoWorkspace(folder: string): void {
  const found = findWorkspace(folder);
  if (!found) return;
  const { counts } = found;
  const content = counts ? `: ${counts.projects} projects, ${counts.files} files` : "";
  throw new AppError("folder-holds-workspace", `${path.basename(found.folder)}${content}`);
}

async function describeFolder(dataDir: string): Promise<LocalFolder> {
  const found = findWorkspace(dataDir);
  const workspace = found?.folder === dataDir ? { counts: found.counts } : null;
  return { dataDir, freeBytes: await freeBytesOf(dataDir), workspace };
}

/** The free bytes of the disk of a folder; 0 where they cannot be read. */
async function freeBytesOf(dataDir: string): Promise<number> {
  for (let folder = dataDir; ; folder = path.dirname(folder)) {
    try {
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || folder === path.dirname(folder)) return 0;
    }
  }
}

const invalidFolder = (message: string) => invalidFields([{ field: "dataDir", message }]);
