/** What needs attention in the active projects of a workspace, from their cached lists. */
import type { Handlers } from "../../../preload/contract";
import type { Attention } from "../../../preload/contract/projects";
import type {
  Batch,
  BatchGroup,
  Freshness,
  Project,
  ResourceList,
} from "../../../preload/model/resources";
import { forEachLimit } from "../../common/for-each-limit";
import type { OverviewStore, ProjectBatch } from "./store";
import { countsByGroup } from "../lists/batch-group";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";

export interface OverviewDeps extends ResourceDeps {
  overviewStore: OverviewStore;
}

const maxItems = 200;
const maxRunning = 50;
const maxIdle = 10;
const maxRecent = 8;
/** Projects whose batches and characters a refresh syncs. */
const maxProjects = 20;
/** Further projects, of those that were never read or read longest ago. */
const maxFurther = 20;
/** Further lists of each kind that a refresh syncs because their last sync failed. */
const maxFailed = 10;
const concurrentSyncs = 2;
const maxRequests = 20;
/** How long a bulk request with failed rows is listed after its end, in milliseconds. */
const endedRequestsMs = 24 * 3_600_000;

const projectsList = { kind: "projects" } as const;
const kindsRead = ["batches", "characters"] as const;

export function createOverview(deps: OverviewDeps): Handlers["overview"] {
  const { lists, overviewStore } = deps;

  /** The active projects that changed last, the newest first. */
  const newest = (workspaceId: string) =>
    lists.page(kindKey(workspaceId, "projects"), {
      category: "active",
      order: "updated",
      isDescending: true,
      offset: 0,
      limit: maxProjects,
    }).items;

  /**
   * The lists that a refresh syncs besides the projects; other lists are shown as they are cached.
   */
  function covered(workspaceId: string, projects: readonly Project[]): ResourceList[] {
    const recent = projects.map(({ id }) => id);
    return kindsRead.flatMap((kind) => {
      const failed = overviewStore.failed(workspaceId, kind, maxFailed);
      return [...new Set([...recent, ...failed])].map((projectId) => ({ kind, projectId }));
    });
  }
  /** Lists that were never synced do not count. */
  function freshness(workspaceId: string, projects: readonly Project[]): Freshness {
    const lists = covered(workspaceId, projects);
    const isRead = (list: ResourceList) => deps.lists.readAt(workspaceId, list) !== null;
    return deps.lists.freshness(workspaceId, projectsList, ...lists.filter(isRead));
  }

  function attentionOf(
    kind: "failed" | "needs-attention",
    { body, projectName }: ProjectBatch,
  ): Attention {
    const { id, projectId, name, status, message, updatedAt, createdAt } = JSON.parse(
      body,
    ) as Batch;
    const at = updatedAt ?? createdAt;
    return { kind, projectId, projectName, batchId: id, name, status, message, count: 0, at };
  }

  /** The batches of a group that have not changed for the longest time. */
  const inGroup = (workspaceId: string, group: BatchGroup, limit: number) =>
    overviewStore
      .batches(workspaceId, group, { limit, isOldestFirst: true })
      .map(({ body, projectName }) => ({ ...(JSON.parse(body) as Batch), projectName }));

  return {
    get({ workspaceId }) {
      const counts = countsByGroup(overviewStore.counts(workspaceId));
      const projects = newest(workspaceId);
      const uncast = overviewStore.uncast(workspaceId);
      const items = [
        ...(["failed", "needs-attention"] as const).flatMap((kind) =>
          overviewStore
            .batches(workspaceId, kind, { limit: maxItems, isOldestFirst: true })
            .map((batch) => attentionOf(kind, batch)),
        ),
        ...uncast.map(({ projectId, projectName, count, at }): Attention => ({
          kind: "uncast",
          projectId,
          projectName,
          batchId: "",
          name: projectName,
          status: "",
          message: "",
          count,
          at,
        })),
      ];
      return {
        items: items
          .sort((a, b) => (a.at ?? Infinity) - (b.at ?? Infinity) || 0)
          .slice(0, maxItems),
        projects: overviewStore.projects(workspaceId),
        total: counts.failed + counts["needs-attention"] + uncast.length,
        counts,
        running: inGroup(workspaceId, "running", maxRunning),
        idle: inGroup(workspaceId, "idle", maxIdle),
        requests: overviewStore
          .requests(workspaceId, deps.now() - endedRequestsMs, maxRequests)
          .map(({ isOver, isLost, ...request }) => ({
            ...request,
            isOver: isOver === 1,
            isLost: isLost === 1,
          })),
        recent: projects.slice(0, maxRecent),
        freshness: freshness(workspaceId, projects),
      };
    },
    async refresh({ workspaceId, olderThanMs }) {
      const read = (list: ResourceList) =>
        olderThanMs === undefined
          ? lists.refresh(workspaceId, list)
          : lists.refreshIfOlder(workspaceId, list, olderThanMs);
      await read(projectsList);
      const first = covered(workspaceId, newest(workspaceId));
      const known = new Set(newest(workspaceId).map(({ id }) => id));
      const further = overviewStore
        .readLongestAgo(workspaceId, maxProjects + maxFurther)
        .filter((projectId) => !known.has(projectId))
        .flatMap((projectId) => kindsRead.map((kind) => ({ kind, projectId })))
        .slice(0, maxFurther * kindsRead.length);
      const waiting = [...first, ...further];
      // The failure of a sync is stored with its list.
      await forEachLimit(concurrentSyncs, waiting, (list) => read(list).catch(() => undefined));
    },
  };
}
