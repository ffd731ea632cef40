/** What needs somebody now, over every active project that was read. */
import type { Handlers } from "../../../preload/contract";
import type { Attention } from "../../../preload/contract/projects";
import type {
  Batch,
  BatchGroup,
  Freshness,
  Project,
  ResourceList,
} from "../../../preload/model/resources";
import { inParallel } from "../../common/for-each-limit";
import type { OverviewStore, ProjectBatch } from "./store";
import { countsByGroup } from "../lists/batch-group";
import { kindKey } from "../lists/list-definitions";
import type { ResourceDeps } from "../lists/resource-deps";

export interface OverviewDeps extends ResourceDeps {
  overviewStore: OverviewStore;
}

const mostItems = 200;
const mostRunning = 50;
const mostIdle = 10;
const mostRecent = 8;
/** Projects whose batches and characters a refresh reads. */
const mostRead = 20;
/** Lists of each kind that a refresh reads besides because they could not be read before. */
const mostFailed = 10;
const readingsAtOnce = 2;
const mostRequests = 20;
/** How long a bulk request with rows that failed is told of after its end. */
const requestsToldForMs = 24 * 3_600_000;

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
      limit: mostRead,
    }).items;

  /** The lists that a refresh reads besides the projects: what is shown of others is as old as it is. */
  function covered(workspaceId: string, projects: readonly Project[]): ResourceList[] {
    const recent = projects.map(({ id }) => id);
    return kindsRead.flatMap((kind) => {
      const failed = overviewStore.failed(workspaceId, kind, mostFailed);
      return [...new Set([...recent, ...failed])].map((projectId) => ({ kind, projectId }));
    });
  }
  /** What is not read yet makes nothing look older than it is. */
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

  const inGroup = (workspaceId: string, group: BatchGroup, most: number) =>
    overviewStore
      .batches(workspaceId, group, most)
      .map(({ body, projectName }) => ({ ...(JSON.parse(body) as Batch), projectName }));

  return {
    get({ workspaceId }) {
      const counts = countsByGroup(overviewStore.counts(workspaceId));
      const projects = newest(workspaceId);
      const uncast = overviewStore.uncast(workspaceId);
      const items = [
        ...(["failed", "needs-attention"] as const).flatMap((kind) =>
          overviewStore
            .batches(workspaceId, kind, mostItems)
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
        items: items.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)).slice(0, mostItems),
        total: counts.failed + counts["needs-attention"] + uncast.length,
        counts,
        running: inGroup(workspaceId, "running", mostRunning),
        idle: inGroup(workspaceId, "idle", mostIdle),
        requests: overviewStore
          .requests(workspaceId, deps.now() - requestsToldForMs, mostRequests)
          .map(({ isOver, isLost, ...request }) => ({
            ...request,
            isOver: isOver === 1,
            isLost: isLost === 1,
          })),
        recent: projects.slice(0, mostRecent),
        freshness: freshness(workspaceId, projects),
      };
    },
    async refresh({ workspaceId, olderThanMs }) {
      const read = (list: ResourceList) =>
        olderThanMs === undefined
          ? lists.refresh(workspaceId, list)
          : lists.refreshIfOlder(workspaceId, list, olderThanMs);
      await read(projectsList);
      const waiting = covered(workspaceId, newest(workspaceId));
      // What goes wrong with one project is kept with its lists.
      await inParallel(readingsAtOnce, waiting, (list) => read(list).catch(() => undefined));
    },
  };
}
