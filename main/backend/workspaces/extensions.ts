/**
 * What a workspace's service offers beyond the interface. It is requested whenever the service
 * becomes reachable, and stored for use without a network.
 */
import { AppError, toProblem } from "../../common/errors";
import { createListeners } from "../../common/listeners";
import type { Log } from "../../common/log";
import type { ExtensionName } from "../../../preload/facts/extensions";
import type { AnnouncedMove, Announcement } from "../../../preload/local-service/announcement";
import type { Remote } from "../../remote/remote";
import type { Connectivity } from "../connectivity/connectivity";
import type { Announced, WorkspaceStore } from "./store";

export interface ExtensionsDeps {
  store: WorkspaceStore;
  remote: (workspaceId: string) => Remote;
  connectivity: Pick<Connectivity, "onChange">;
  onChanged: () => void;
  log: Log;
}

export type Extensions = ReturnType<typeof createExtensions>;

/** What is stored of a response. */
const toAnnounced = ({
  extensions,
  capabilities,
  server,
  me,
}: Omit<Announcement, "version">): Announced => ({
  extensions,
  capabilities,
  team: server
    ? { name: server.name, person: me?.userId ? { userId: me.userId, name: me.name } : null }
    : null,
});

export function createExtensions(deps: ExtensionsDeps) {
  const { store, remote, log } = deps;
  const online = createListeners<[workspaceId: string]>();
  const announcements = createListeners<[workspaceId: string, move: AnnouncedMove | null]>();
  let isStopped = false;

  const offers = (workspaceId: string, name: ExtensionName) =>
    store.get(workspaceId)?.extensions.includes(name) ?? false;

  async function refresh(workspaceId: string): Promise<void> {
    try {
      const announcement = await remote(workspaceId).extensions.announced();
      const announced = toAnnounced(announcement);
      announcements.notify(workspaceId, announcement.move ?? null);
      const stored = store.get(workspaceId);
      const contentOf = (one: Announced) =>
        JSON.stringify([one.extensions, one.capabilities, one.team]);
      if (!stored || contentOf(stored) === contentOf(announced)) return;
      store.setAnnounced(workspaceId, announced);
      deps.onChanged();
    } catch (error) {
      log.info(`workspaces: extensions not read ${workspaceId}`, toProblem(error).code);
    }
  }

  deps.connectivity.onChange((change) => {
    if (change.kind !== "online") return;
    const { workspaceId } = change;
    void refresh(workspaceId).then(() => {
      if (!isStopped) online.notify(workspaceId);
    });
  });

  return {
    offers,
    /** The name of the person of a workspace's credentials; null if they have none. */
    personOf: (workspaceId: string): string | null =>
      store.get(workspaceId)?.team?.person?.name ?? null,
    /** @throws AppError "not-offered" */
    require(workspaceId: string, name: ExtensionName): void {
      if (!offers(workspaceId, name))
        throw new AppError("not-offered", `the service does not offer "${name}"`);
    },
    /**
     * Requests what the service offers. If it does not respond, the stored response stays valid.
     * Never rejects.
     */
    refresh,
    /** Subscribes to what services announce of a move; null for one that was never moved. */
    onMove: announcements.add,
    /**
     * Subscribes to services that became reachable, after their extensions were read: work that
     * depends on an extension (a new workspace's script store) would be refused before.
     */
    onOnline: online.add,
    stop(): void {
      isStopped = true;
    },
  };
}
