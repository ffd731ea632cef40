/** What needs attention in the active projects of a workspace, from their cached lists. */
import type { Handlers } from "../../../preload/contract";
import type { Attention, ProjectCounts } from "../../../preload/contract/projects";
import type {
  Batch,
  BatchGroup,
  Freshness,
  Project,
  ResourceList,
} from "../../../preload/model/resources";
import { forEachLimit } from "../../common/for-each-limit";
import { createSaveProgress, type SaveProgressDeps } from "./save-progress";
import { kindsRead, type ProjectReader } from "./read-projects";
import type { OverviewStore, ProjectBatch } from "./store";
import { countsByGroup } from "../lists/batch-group";
import { kindKey } from "../lists/list-definitions";

export interface OverviewDeps extends SaveProgressDeps {
  overviewStore: OverviewStore;
  reader: Pick<ProjectReader, "isReading" | "start">;
}

const maxItems = 200;
const maxRunning = 50;
const maxIdle = 10;
const maxRecent = 8;
/**
 * Projects whose batches and characters a refresh syncs before it resolves; those of the others are
 * read in the background.
 */
const maxProjects = 20;
/** Further lists of each kind that a refresh syncs because their last sync failed. */
const maxFailed = 10;
const concurrentSyncs = 2;
const maxRequests = 20;
/** How long a bulk request with failed rows is listed after its end, in milliseconds. */
const endedRequestsMs = 24 * 3_600_000;
/**
 * What an automatic refresh reads in the background is older than this, in milliseconds. So a
 * workspace with hundreds of projects is not read again each time the overview is opened.
 */
const backgroundAgeMs = 15 * 60_000;

const projectsList = { kind: "projects" } as const;

export function createOverview(deps: OverviewDeps): Handlers["overview"] {
  const { lists, overviewStore, reader } = deps;

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

  /** The projects with batches that are not done, with their numbers. */
  function byProject(workspaceId: string, search: string): ProjectCounts[] {
    const found = new Map<string, ProjectCounts>();
    for (const row of overviewStore.byProject(workspaceId, search)) {
      const { projectId, projectName, group, batches } = row;
      const counted = found.get(projectId) ?? { projectId, projectName, counts: countsByGroup({}) };
      found.set(projectId, counted);
      if (Object.hasOwn(counted.counts, group)) counted.counts[group as BatchGroup] = batches;
    }
    return [...found.values()].filter(({ counts }) =>
      Object.entries(counts).some(([group, batches]) => group !== "done" && batches > 0),
    );
  }

  return {
    ...createSaveProgress(deps),
    get({ workspaceId, search = "", isNewestFirst = false }) {
      const isOldestFirst = !isNewestFirst;
      const inGroup = (group: BatchGroup, limit: number) =>
        overviewStore
          .batches(workspaceId, group, { limit, isOldestFirst, search })
          .map(({ body, projectName }) => ({ ...(JSON.parse(body) as Batch), projectName }));
      const counts = countsByGroup(overviewStore.counts(workspaceId, search));
      const projects = newest(workspaceId);
      const uncast = overviewStore.uncast(workspaceId, search);
      const items = [
        ...(["failed", "needs-attention"] as const).flatMap((kind) =>
          overviewStore
            .batches(workspaceId, kind, { limit: maxItems, isOldestFirst, search })
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
      // Items without a time come last.
      const timeOf = ({ at }: Attention) => at ?? (isOldestFirst ? Infinity : 0);
      const order = isOldestFirst ? 1 : -1;
      return {
        items: items.sort((a, b) => order * (timeOf(a) - timeOf(b)) || 0).slice(0, maxItems),
        projects: {
          ...overviewStore.projects(workspaceId),
          isReading: reader.isReading(workspaceId),
        },
        total: counts.failed + counts["needs-attention"] + uncast.length,
        counts,
        byProject: byProject(workspaceId, search),
        running: inGroup("running", maxRunning),
        idle: inGroup("idle", maxIdle),
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
    findBatches: ({ workspaceId, search, limit }) => ({
      batches: overviewStore.findBatches(workspaceId, search, limit),
    }),
    async refresh({ workspaceId, olderThanMs }) {
      const startedAt = deps.now();
      const read = (list: ResourceList) =>
        olderThanMs === undefined
          ? lists.refresh(workspaceId, list)
          : lists.refreshIfOlder(workspaceId, list, olderThanMs);
      await read(projectsList);
      const first = covered(workspaceId, newest(workspaceId));
      // The failure of a sync is stored with its list.
      await forEachLimit(concurrentSyncs, first, (list) => read(list).catch(() => undefined));
      const ageMs =
        olderThanMs === undefined ? deps.now() - startedAt : Math.max(olderThanMs, backgroundAgeMs);
      reader.start(workspaceId, ageMs);
    },
  };
}
