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
    async setPaused({ workspaceId, isPaused }) {
      extensions.require(workspaceId, extension);
      await remote(workspaceId).extensions.dubs.pause(isPaused);
    },
  };
}
