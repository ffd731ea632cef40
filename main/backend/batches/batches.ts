/** Batches: their list, creation and deletion, languages, members and lines. */
import type { Handlers } from "../../../preload/contract";
import type { Assignment, Batch, ResourceList } from "../../../preload/model/resources";
import { originOf } from "../../../preload/facts/batch-sources";
import type { Source } from "../../../preload/contract/outbox";
import type { BatchDraft } from "../../../preload/contract/projects";
import { checkBatch, knownType } from "../../../preload/facts/rules";
import { countsByGroup, withGroup } from "../lists/batch-group";
import type { Database } from "../../common/database/database";
import { createBatchOrigins } from "./batch-origins";
import { createBatchOriginStore } from "./origin-store";
import { kindKey } from "../lists/list-definitions";
import type { Projects } from "../projects/projects";
import { sortOf, type ResourceDeps } from "../lists/resource-deps";
import { chunk, throwIfInvalid } from "../../common/bulk-operations";

export interface BatchesDeps extends ResourceDeps {
  db: Database;
  projects: Pick<Projects, "get" | "unknownLanguages">;
}

/** The locations of a draft as sources. */
function toSources({ scriptPath, videoPath, languageCode, settings }: BatchDraft) {
  const toSource = (location: string): Source =>
    location === "" ? { kind: "none" } : { kind: "location", location };
  return { script: toSource(scriptPath), video: toSource(videoPath), languageCode, settings };
}

const batchesList = (projectId: string): ResourceList => ({ kind: "batches", projectId });

export function createBatches(deps: BatchesDeps): Handlers["batches"] {
  const { lists, store, remote, extensions } = deps;
  const originStore = createBatchOriginStore(deps.db);
  const origins = createBatchOrigins({ store: originStore, extensions, remote });
  const batchesOf = (workspaceId: string, projectId: string) =>
    kindKey(workspaceId, "batches", projectId);

  /** The type of a project, for the rules that depend on it; null if it is unknown. */
  async function typeOf(workspaceId: string, projectId: string) {
    const { project } = await deps.projects.get({ workspaceId, projectId });
    return knownType(project.type);
  }
  function change(workspaceId: string, projectId: string, id: string, work: (b: Batch) => Batch) {
    const key = batchesOf(workspaceId, projectId);
    const batch = lists.get(key, id);
    if (batch) lists.put(key, [withGroup(work(batch))]);
  }

  return {
    list({ workspaceId, projectId, filter, search, sort, offset, limit }) {
      const key = batchesOf(workspaceId, projectId);
      const { items, total } = lists.page(key, {
        search,
        ...(filter === "all" ? {} : { category: filter }),
        ...sortOf(sort),
        offset,
        limit,
      });
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
    async create({ workspaceId, projectId, draft }) {
      const type = await typeOf(workspaceId, projectId);
      const code = draft.languageCode.trim();
      throwIfInvalid([
        ...(type === null ? [] : checkBatch({ type }, draft)),
        ...(code === ""
          ? []
          : deps.projects.unknownLanguages(workspaceId, [{ field: "languageCode", id: code }])),
      ]);
      try {
        const batch = withGroup(await remote(workspaceId).batches.create(projectId, draft));
        lists.put(batchesOf(workspaceId, projectId), [batch]);
        origins.put(workspaceId, batch.id, originOf(toSources(draft), ""));
        return batch;
      } finally {
        // If the response was lost or unreadable, the batch may exist.
        lists.syncAfterWrite(workspaceId, batchesList(projectId));
      }
    },
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
      const assignments: Assignment[] = [];
      for await (const some of lists.items(kindKey(workspaceId, "assignments", batchId)))
        assignments.push(...some);
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
    async addLanguages({ workspaceId, projectId, batchId, languages }) {
      const named = languages.map(({ languageId }, index) => ({
        field: `languages[${index}].languageId`,
        id: languageId,
      }));
      throwIfInvalid(deps.projects.unknownLanguages(workspaceId, named));
      try {
        await remote(workspaceId).batches.addLanguages(batchId, languages);
        const ids = languages.map(({ languageId }) => languageId);
        store.giveLanguages(workspaceId, projectId, ids);
        change(workspaceId, projectId, batchId, (batch) => ({
          ...batch,
          translations: [
            ...batch.translations,
            ...ids
              .filter((id) => !batch.translations.some(({ languageId }) => languageId === id))
              .map((languageId) => ({ languageId, type: "", isCompleted: false, status: "" })),
          ],
        }));
        deps.changed("projects");
      } finally {
        lists.syncAfterWrite(workspaceId, { kind: "batch", projectId, batchId });
      }
    },
    async lines({ workspaceId, batchId, offset, limit }) {
      extensions.require(workspaceId, "lines");
      const { lines } = remote(workspaceId).extensions;
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
}
