/** Workspaces: connected, made, changed and removed. */
import type { Handlers, Topic } from "../../../preload/contract";
import type { Gallery } from "../gallery/gallery";
import type { Plans } from "../uploads/upload-plans";
import type { Workspaces } from "./workspaces";
import type { KeptStore } from "./workspace-usage";
import type { UploadQueue } from "../uploads/queue";

export interface WorkspaceHandlersDeps {
  workspaces: Workspaces;
  plans: Plans;
  gallery: Gallery;
  queue: UploadQueue;
  kept: KeptStore;
  changed: (topic: Topic) => void;
  /** Ends what reads the lists of a workspace, and forgets them. */
  forgetLists: (workspaceId: string) => Promise<void>;
  /** Forgets what waits to be sent to it. */
  forgetOutbox: (workspaceId: string) => Promise<void>;
  /** Forgets its bucket for scripts and the key to it. */
  forgetScriptStore: (workspaceId: string) => Promise<void>;
}

export function createWorkspaceHandlers(deps: WorkspaceHandlersDeps): Handlers["workspaces"] {
  const { workspaces, plans, gallery, queue, changed } = deps;
  return {
    list: () => workspaces.list(),
    test: workspaces.test,
    connect: ({ name, ...credentials }) => workspaces.connect(name, credentials),
    localDefaults: workspaces.localDefaults,
    chooseLocalFolder: workspaces.chooseLocalFolder,
    createLocal: ({ dataDir, name }) => workspaces.createLocal(dataDir, name),
    rename: ({ workspaceId, name }) => workspaces.rename(workspaceId, name),
    replaceSecret: ({ workspaceId, ...credentials }) =>
      workspaces.replaceSecret(workspaceId, credentials),
    kept: ({ workspaceId }) => deps.kept.of(workspaceId),
    remove: async ({ workspaceId }) => {
      plans.stop(workspaceId);
      await gallery.stop(workspaceId);
      await queue.abandon(workspaceId);
      await deps.forgetOutbox(workspaceId);
      await deps.forgetLists(workspaceId);
      await deps.forgetScriptStore(workspaceId);
      await workspaces.remove(workspaceId);
      // What was asked for meanwhile.
      await deps.forgetLists(workspaceId);
      changed("uploads");
      changed("gallery");
    },
    restoreCopy: async ({ workspaceId }) => {
      await workspaces.restoreCopy(workspaceId);
      queue.release(workspaceId);
    },
    reconnect: async ({ workspaceId }) => {
      await workspaces.reconnect(workspaceId);
      queue.release(workspaceId);
    },
  };
}
