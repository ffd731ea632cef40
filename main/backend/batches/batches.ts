/**
 * Batches: their list, deletion, members and lines. The outbox creates them and adds their
 * languages.
 */
import type { Handlers } from "../../../preload/contract";
import type { Batch, ResourceList } from "../../../preload/model/resources";
import { countsByGroup, withGroup } from "../lists/batch-group";
import type { Database } from "../../common/database/database";
import { createBatchOrigins } from "./batch-origins";
import { createBatchOriginStore, type BatchOriginStore } from "./origin-store";
import { kindKey } from "../lists/list-definitions";
import { toItemPage } from "../lists/list-pages";
import type { ResourceDeps } from "../lists/resource-deps";
import { chunk } from "../../common/bulk-operations";

export interface BatchesDeps extends ResourceDeps {
  db: Database;
}

export interface Batches {
  handlers: Handlers["batches"];
  /** Stores what a batch was created from. */
  saveOrigin: BatchOriginStore["put"];
  /** The service has created a batch; null where its response was lost. */
  created(workspaceId: string, projectId: string, batch: Batch | null): void;
  /** The service has added languages to a batch: they are languages of its project now. */
  languagesAdded(
    workspaceId: string,
    projectId: string,
    batchId: string,
    languageIds: readonly string[],
  ): void;
}

const batchesList = (projectId: string): ResourceList => ({ kind: "batches", projectId });

export function createBatches(deps: BatchesDeps): Batches {
  const { lists, store, remote, extensions } = deps;
  const originStore = createBatchOriginStore(deps.db);
  const origins = createBatchOrigins({ store: originStore, extensions, remote });
  const batchesOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "batches", projectId);

  function change(workspaceId: string, projectId: string, id: string, work: (b: Batch) => Batch) {
    const key = batchesOf(workspaceId, projectId);
    const batch = lists.get(key, id);
    if (batch) lists.put(key, [withGroup(work(batch))]);
  }

  const handlers: Handlers["batches"] = {
    list({ workspaceId, projectId, filter, ...page }) {
      const key = batchesOf(workspaceId, projectId);
      const { items, total } = lists.page(key, toItemPage(page, { category: filter }));
      const counts = countsByGroup(lists.counts(key));
      const all = Object.values(counts).reduce((sum, some) => sum + some, 0);
      return {
        batches: items,
        total,
        counts: { ...counts, all },
        freshness: lists.freshness(workspaceId, batchesList(projectId)),
      };
    },
    async get({ workspaceId, projectId, batchId }) {
      const key = batchesOf(workspaceId, projectId);
      const one: ResourceList = { kind: "batch", projectId, batchId };
      if (!lists.get(key, batchId)) await lists.refresh(workspaceId, one);
      // If the service reports another project for it, it is cached in that project's list.
      const batch =
        lists.get(key, batchId) ??
        withGroup(await remote(workspaceId).batches.get(projectId, batchId));
      const own = lists.freshness(workspaceId, one);
      const inList = lists.freshness(workspaceId, batchesList(projectId));
      const newer = (own.readAt ?? 0) > (inList.readAt ?? 0) ? own : inList;
      return { batch, freshness: { ...newer, isReading: own.isReading || inList.isReading } };
    },
    origin: ({ workspaceId, batchId }) => origins.find(workspaceId, batchId),
    async delete({ workspaceId, projectId, batchIds }) {
      try {
        for (const ids of chunk(batchIds)) {
          await remote(workspaceId).batches.delete(ids);
          lists.remove(batchesOf(workspaceId, projectId), ids);
          origins.remove(workspaceId, ids);
          const deleted = new Set(ids);
          const ofBatch = (kind: string) => kind === "batch" || kind === "assignments";
          const own = store.all(workspaceId);
          await lists.drop(own.filter(({ kind, scope }) => ofBatch(kind) && deleted.has(scope)));
        }
      } finally {
        lists.syncAfterWrite(workspaceId, batchesList(projectId));
      }
    },
    async assignments({ workspaceId, batchId }) {
      const assignments = await lists.all(kindKey(workspaceId, "assignments", batchId));
      const freshness = lists.freshness(workspaceId, { kind: "assignments", batchId });
      return { assignments, freshness };
    },
    async assignMembers({ workspaceId, batchId, members }) {
      for (const some of chunk(members)) {
        await remote(workspaceId).batches.assignMembers(batchId, some);
        lists.put(kindKey(workspaceId, "assignments", batchId), some);
      }
      lists.syncAfterWrite(workspaceId, { kind: "assignments", batchId });
    },
    async lines({ workspaceId, batchId, offset, limit }) {
      extensions.require(workspaceId, "lines");
      const { lines } = remote(workspaceId).extensions.batches;
      // The service has fixed pages; a range across two of them needs both.
      const page = Math.floor(offset / limit) + 1;
      const first = await lines(batchId, page, limit);
      const skip = offset % limit;
      if (skip === 0) return first;
      const second = await lines(batchId, page + 1, limit);
      return {
        total: first.total,
        lines: [...first.lines.slice(skip), ...second.lines.slice(0, skip)],
      };
    },
  };

  return {
    handlers,
    saveOrigin: originStore.put,
    created(workspaceId, projectId, batch) {
      if (batch) lists.put(batchesOf(workspaceId, projectId), [batch]);
      lists.syncAfterWrite(workspaceId, batchesList(projectId));
    },
    languagesAdded(workspaceId, projectId, batchId, languageIds) {
      store.addProjectLanguages(workspaceId, projectId, languageIds);
      change(workspaceId, projectId, batchId, (batch) => ({
        ...batch,
        translations: [
          ...batch.translations,
          ...languageIds
            .filter((id) => !batch.translations.some(({ languageId }) => languageId === id))
            .map((languageId) => ({ languageId, type: "", isCompleted: false, status: "" })),
        ],
      }));
      deps.changed("projects");
      lists.syncAfterWrite(workspaceId, { kind: "batch", projectId, batchId });
    },
  };
}
