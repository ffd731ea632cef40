/** What a workspace's service offers beyond the interface: asked for when the way to it opens, kept for offline. */
import { AppError, toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Announcement } from "../../remote/extensions";
import type { Remote } from "../../remote/remote";
import type { WorkspaceStore } from "./store";

export interface ExtensionsDeps {
  store: WorkspaceStore;
  remote: (workspaceId: string) => Remote;
  onChanged: () => void;
  log: Log;
}

export type Extensions = ReturnType<typeof createExtensions>;

export function createExtensions({ store, remote, onChanged, log }: ExtensionsDeps) {
  const offers = (workspaceId: string, name: string) =>
    store.get(workspaceId)?.extensions.includes(name) ?? false;
  return {
    offers,
    /** @throws AppError "not-offered" */
    require(workspaceId: string, name: string): void {
      if (!offers(workspaceId, name))
        throw new AppError("not-offered", `the service does not offer "${name}"`);
    },
    /** Asks the service. Where it does not answer, what was heard last holds. Never rejects. */
    async look(workspaceId: string): Promise<void> {
      try {
        const announced = await remote(workspaceId).extensions.announced();
        const known = store.get(workspaceId);
        const { extensions, capabilities } = announced;
        const of = (one: Announcement) => JSON.stringify([one.extensions, one.capabilities]);
        if (!known || of(known) === of(announced)) return;
        store.setAnnounced(workspaceId, extensions, capabilities);
        onChanged();
      } catch (error) {
        log.info(`workspaces: extensions not told ${workspaceId}`, toProblem(error).code);
      }
    },
  };
}
