/** The dubs of batches, where the service makes them (extension "dubs"). */
import type { Handlers } from "../../../preload/contract";
import type { ResourceDeps } from "../lists/resource-deps";

/** The name under which a service announces it. */
const extension = "dubs";

type Deps = Pick<ResourceDeps, "lists" | "remote" | "extensions">;
type Change = (batchId: string) => Promise<string[]>;

export function createDubs({ lists, remote, extensions }: Deps): Handlers["dubs"] {
  /** Changes the batches one after the other; also refreshes their list after a failure. */
  async function changeAll(
    workspaceId: string,
    projectId: string,
    batchIds: readonly string[],
    change: Change,
  ): Promise<{ count: number }> {
    extensions.require(workspaceId, extension);
    let count = 0;
    try {
      for (const batchId of batchIds) count += (await change(batchId)).length;
    } finally {
      lists.syncAfterWrite(workspaceId, { kind: "batches", projectId });
    }
    return { count };
  }

  return {
    async ofBatch({ workspaceId, batchId }) {
      if (!extensions.offers(workspaceId, extension))
        return { dubs: [], takesPerSecond: null, isPaused: false };
      return remote(workspaceId).extensions.dubs.ofBatch(batchId);
    },
    start: ({ workspaceId, projectId, batchIds, languageIds }) =>
      changeAll(workspaceId, projectId, batchIds, (batchId) =>
        remote(workspaceId).extensions.dubs.start(batchId, languageIds),
      ),
    stop: ({ workspaceId, projectId, batchIds, languageIds }) =>
      changeAll(workspaceId, projectId, batchIds, (batchId) =>
        remote(workspaceId).extensions.dubs.stop(batchId, languageIds),
      ),
    async beginTexts({ workspaceId, projectId, batchId, languageId, from }) {
      extensions.require(workspaceId, extension);
      try {
        await remote(workspaceId).extensions.dubs.beginTexts(batchId, languageId, from);
      } finally {
        lists.syncAfterWrite(workspaceId, { kind: "batches", projectId });
      }
    },
    acceptVideo: ({ workspaceId, projectId, batchId }) =>
      changeAll(workspaceId, projectId, [batchId], (id) =>
        remote(workspaceId).extensions.dubs.acceptVideo(id),
      ),
    async scriptStart({ workspaceId, batchId }) {
      if (!extensions.offers(workspaceId, extension)) return { proposed: null };
      return { proposed: await remote(workspaceId).extensions.dubs.scriptStart(batchId) };
    },
    async moveScript({ workspaceId, projectId, batchId, offsetMs }) {
      extensions.require(workspaceId, extension);
      try {
        await remote(workspaceId).extensions.dubs.moveScript(batchId, offsetMs);
      } finally {
        lists.syncAfterWrite(workspaceId, { kind: "batches", projectId });
      }
    },
    async setPaused({ workspaceId, isPaused }) {
      extensions.require(workspaceId, extension);
      await remote(workspaceId).extensions.dubs.pause(isPaused);
    },
  };
}
