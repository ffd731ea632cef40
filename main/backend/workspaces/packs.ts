/** Packs of the engine of local workspaces (extension "packs"). */
import path from "node:path";
import type { Handlers } from "../../../preload/contract";
import { AppError } from "../../common/errors";
import type { Packs } from "../../remote/extensions/packs";
import type { Remote } from "../../remote/remote";
import type { Dialogs } from "../ports";
import type { Extensions } from "./extensions";

/** The name under which a service announces it. */
const extension = "packs";

export interface PacksDeps {
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require">;
  dialogs: Pick<Dialogs, "chooseFile" | "chooseFolder">;
  /** Where the dialog for folders starts. */
  startAt: string;
  /** Whether the administrator allows packs: none is installed otherwise. */
  isAllowed: boolean;
}

export function createPacks(deps: PacksDeps): Handlers["packs"] {
  const { extensions, dialogs, startAt } = deps;

  function packsOf(workspaceId: string): Packs {
    extensions.require(workspaceId, extension);
    return deps.remote(workspaceId).extensions.packs;
  }

  function requireAllowed(): void {
    if (!deps.isAllowed)
      throw new AppError("forbidden-by-policy", "the administrator allows no packs");
  }

  async function chooseFile(packs: Packs, packId: string): Promise<string | null> {
    const pack = (await packs.list()).find(({ id }) => id === packId);
    if (!pack) throw new AppError("not-found", `there is no pack ${packId}`);
    const extensionsOf = pack.files.map((file) => path.extname(file).slice(1));
    return dialogs.chooseFile({ extensions: [...new Set(extensionsOf)] });
  }

  return {
    list: ({ workspaceId }) => packsOf(workspaceId).list(),
    install({ workspaceId, packId }) {
      requireAllowed();
      return packsOf(workspaceId).install(packId);
    },
    async installFrom({ workspaceId, packId, what }) {
      requireAllowed();
      const packs = packsOf(workspaceId);
      // SECURITY: the path comes from the native dialog, so a page cannot name one.
      const chosen =
        what === "file" ? await chooseFile(packs, packId) : await dialogs.chooseFolder(startAt);
      if (chosen === null) return { isStarted: false };
      await packs.installFrom(packId, chosen);
      return { isStarted: true };
    },
    cancel: ({ workspaceId, packId }) => packsOf(workspaceId).cancel(packId),
    remove: ({ workspaceId, packId }) => packsOf(workspaceId).remove(packId),
  };
}
