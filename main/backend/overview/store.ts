/**
 * SQL of the overview: totals and batches over the cached lists of all active projects of a
 * workspace.
 */
import type { ResourceList } from "../../../preload/model/resources";
import type { Database } from "../../common/database/database";
import { wordsOf } from "../lists/list-query";

/** A batch with the name of its project; the batch as JSON. */
export interface ProjectBatch {
  body: string;
  projectName: string;
}
export interface UncastProject {
  projectId: string;
  projectName: string;
  count: number;
  /** When the last of these characters was changed. */
  at: number | null;
}

/** The number of batches of one group in a project. */
export interface ProjectGroup {
  projectId: string;
  projectName: string;
  group: string;
  batches: number;
}
export interface FoundBatch {
  id: string;
  name: string;
  projectId: string;
  projectName: string;
}
/** Which batches of a group are read. */
export interface BatchPage {
  limit: number;
  isOldestFirst: boolean;
  /** The search text as typed; "" for all batches. */
  search: string;
}

/** A bulk request that runs, or that ended recently with failed rows. */
export interface RecentRequest {
  requestId: string;
  projectId: string;
  projectName: string;
  name: string;
  rowCount: number;
  done: number;
  failed: number;
  status: string;
  /** From 0 to 100. */
  progress: number;
  isOver: number;
  isLost: number;
  sentAt: number;
}

/** The lists of one kind of the active projects. */
const activeLists = `SELECT lists.id AS list, lists.problem AS problem, project.id AS projectId, json_extract(project.body, '$.name') AS projectName,
    project.search AS projectSearch
  FROM lists AS projects
  JOIN list_items AS project ON project.list = projects.id AND project.category = 'active'
  JOIN lists ON lists.workspace_id = projects.workspace_id AND lists.kind = ? AND lists.scope = project.id
  WHERE projects.workspace_id = ? AND projects.kind = 'projects' AND projects.scope = ''`;

/** The active projects of a workspace. */
const activeProjects = `SELECT project.id AS id FROM lists AS projects
  JOIN list_items AS project ON project.list = projects.id AND project.category = 'active'
  WHERE projects.workspace_id = ? AND projects.kind = 'projects' AND projects.scope = ''`;

/** Every word of a search is in the name of the batch or of its project. */
function matching(search: string): { condition: string; values: string[] } {
  const words = wordsOf(search);
  const one = "AND (instr(list_items.search, ?) > 0 OR instr(projectSearch, ?) > 0)";
  return {
    condition: words.map(() => one).join(" "),
    values: words.flatMap((word) => [word, word]),
  };
}

/** Lists of one workspace that are synced in the background. */
const maxRunningLists = 10;

export type OverviewStore = ReturnType<typeof createOverviewStore>;

export function createOverviewStore(db: Database) {
  return {
    /** Batches by their group. */
    counts(workspaceId: string, search: string): Record<string, number> {
      const { condition, values } = matching(search);
      const rows = db.all<{ category: string; items: number }>(
        search === ""
          ? `SELECT category, sum(items) AS items FROM (${activeLists}) AS active
               JOIN list_counts ON list_counts.list = active.list GROUP BY category`
          : `SELECT list_items.category AS category, count(*) AS items FROM (${activeLists}) AS active
               JOIN list_items ON list_items.list = active.list ${condition} GROUP BY list_items.category`,
        "batches",
        workspaceId,
        ...values,
      );
      return Object.fromEntries(rows.map(({ category, items }) => [category, items]));
    },
    /** Batches of a group, the newest or the oldest first. */
    batches(workspaceId: string, group: string, page: BatchPage): ProjectBatch[] {
      const { condition, values } = matching(page.search);
      const direction = page.isOldestFirst ? "ASC" : "DESC";
      return db.all(
        `SELECT body, projectName FROM (
           SELECT list_items.rowid AS item, projectName,
               coalesce(list_items.updated_at, list_items.created_at, 0) AS at
             FROM (${activeLists}) AS active
             JOIN list_items ON list_items.list = active.list AND list_items.category = ? ${condition}
             ORDER BY at ${direction}, list_items.id LIMIT ?
         ) AS newest JOIN list_items ON list_items.rowid = newest.item ORDER BY at ${direction}, list_items.id`,
        "batches",
        workspaceId,
        group,
        ...values,
        page.limit,
      );
    },
    /**
     * Batches of which every word of the search is in their name or in that of their project, and
     * one of them in their own; those that changed last first.
     */
    findBatches(workspaceId: string, search: string, limit: number): FoundBatch[] {
      const words = wordsOf(search);
      if (words.length === 0) return [];
      const { condition, values } = matching(search);
      return db.all(
        `SELECT list_items.id AS id, json_extract(body, '$.name') AS name, projectId, projectName
           FROM (${activeLists}) AS active
           JOIN list_items ON list_items.list = active.list ${condition}
             AND (${words.map(() => "instr(list_items.search, ?) > 0").join(" OR ")})
           ORDER BY coalesce(updated_at, created_at, 0) DESC, list_items.id LIMIT ?`,
        "batches",
        workspaceId,
        ...values,
        ...words,
        limit,
      );
    },
    /** Numbers of the batches of each project by group. */
    byProject(workspaceId: string, search: string): ProjectGroup[] {
      const { condition, values } = matching(search);
      return db.all(
        search === ""
          ? `SELECT projectId, projectName, category AS "group", items AS batches
               FROM (${activeLists}) AS active
               JOIN list_counts ON list_counts.list = active.list WHERE items > 0`
          : `SELECT projectId, projectName, category AS "group", count(*) AS batches
               FROM (${activeLists}) AS active
               JOIN list_items ON list_items.list = active.list ${condition}
               GROUP BY projectId, category`,
        "batches",
        workspaceId,
        ...values,
      );
    },
    /** Projects with characters that have no voice; a search is about the names of projects. */
    uncast(workspaceId: string, search: string): UncastProject[] {
      const words = wordsOf(search);
      return db.all(
        `SELECT projectId, projectName, items AS count, (
             SELECT max(updated_at) FROM list_items
               WHERE list_items.list = active.list AND list_items.category = 'uncast'
           ) AS at
           FROM (${activeLists}) AS active
           JOIN list_counts ON list_counts.list = active.list AND list_counts.category = 'uncast'
           WHERE items > 0 ${words.map(() => "AND instr(projectSearch, ?) > 0").join(" ")}`,
        "characters",
        workspaceId,
        ...words,
      );
    },
    /** The active projects, and those of them whose batches were read. */
    projects(workspaceId: string): { total: number; read: number } {
      return (
        db.get<{ total: number; read: number }>(
          `SELECT count(*) AS total, count(batches.read_at) AS read FROM (${activeProjects}) AS active
             LEFT JOIN lists AS batches
               ON batches.workspace_id = ? AND batches.kind = 'batches' AND batches.scope = active.id`,
          workspaceId,
          workspaceId,
        ) ?? { total: 0, read: 0 }
      );
    },
    /** Active projects whose batches were never read, then those that were read longest ago. */
    readLongestAgo(workspaceId: string): string[] {
      return db
        .all<{ id: string }>(
          `SELECT active.id AS id FROM (${activeProjects}) AS active
             LEFT JOIN lists AS batches
               ON batches.workspace_id = ? AND batches.kind = 'batches' AND batches.scope = active.id
             ORDER BY coalesce(batches.read_at, 0), active.id`,
          workspaceId,
          workspaceId,
        )
        .map(({ id }) => id);
    },
    /** Active projects whose last sync of a list of this kind failed. */
    failed(workspaceId: string, kind: "batches" | "characters", limit: number): string[] {
      const sql = `SELECT projectId FROM (${activeLists}) WHERE problem IS NOT NULL ORDER BY projectId LIMIT ?`;
      return db
        .all<{ projectId: string }>(sql, kind, workspaceId, limit)
        .map(({ projectId }) => projectId);
    },
    /**
     * Bulk requests that run, and those that ended with failed rows and were read since `since`;
     * the newest first. Requests that no longer exist at the service are omitted.
     */
    requests(workspaceId: string, since: number, limit: number): RecentRequest[] {
      const rows = (outcome: string) =>
        `(SELECT count(*) FROM bulk_request_rows WHERE request = bulk_requests.id AND outcome = '${outcome}')`;
      return db.all(
        `SELECT * FROM (
           SELECT request_id AS requestId, project_id AS projectId, name, row_count AS rowCount, status, progress,
             is_over AS isOver, seen_before IS NOT NULL AS isLost, sent_at AS sentAt, read_at AS readAt,
             coalesce(error_code, '') = 'not-found' AS isUnknown,
             ${rows("done")} AS done, ${rows("failed")} AS failed,
             coalesce((SELECT json_extract(body, '$.name') FROM list_items JOIN lists ON lists.id = list_items.list
               WHERE lists.workspace_id = bulk_requests.workspace_id AND lists.kind = 'projects'
                 AND lists.scope = '' AND list_items.id = bulk_requests.project_id), '') AS projectName
           FROM bulk_requests WHERE workspace_id = ?
         ) WHERE isUnknown = 0 AND (isOver = 0 OR (failed > 0 AND readAt > ?)) ORDER BY sentAt DESC LIMIT ?`,
        workspaceId,
        since,
        limit,
      );
    },
    /** Items of all lists by their kind. */
    items(workspaceId: string): Record<string, number> {
      const rows = db.all<{ kind: string; items: number }>(
        `SELECT kind, sum(items) AS items FROM lists JOIN list_counts ON list_counts.list = lists.id
           WHERE workspace_id = ? GROUP BY kind`,
        workspaceId,
      );
      return Object.fromEntries(rows.map(({ kind, items }) => [kind, items]));
    },
    /**
     * The lists of batches with running ones, of every workspace: the ten of each that were synced
     * last. Lists whose project no longer exists are left out.
     */
    runningLists: () => readRunningLists(db),
  };
}

function readRunningLists(db: Database): { workspaceId: string; list: ResourceList }[] {
  const rows = db.all<{ workspaceId: string; projectId: string }>(
    `SELECT workspaceId, projectId FROM (
       SELECT workspace_id AS workspaceId, scope AS projectId,
           row_number() OVER (PARTITION BY workspace_id ORDER BY read_at DESC) AS place
         FROM lists
         JOIN list_counts ON list_counts.list = lists.id AND list_counts.category = 'running'
         WHERE kind = 'batches' AND items > 0
           AND coalesce(json_extract(problem, '$.code'), '') <> 'not-found'
     ) WHERE place <= ${maxRunningLists}`,
  );
  return rows.map(({ workspaceId, projectId }) => ({
    workspaceId,
    list: { kind: "batches", projectId },
  }));
}
