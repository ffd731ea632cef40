import type { ProjectCounts } from "../../../preload/contract/projects";
import { t } from "../../app/strings";
import type { OverviewGroup, OverviewRow } from "./overview-row";

/** Rows of these states are no work of a project. */
const omitted: readonly string[] = ["recent", "reviewed"];
const workspaceId = "workspace";

/**
 * The rows of the groups by state as one group for each project. Projects with items that need
 * attention come first, then in the order of their first rows. `byProject` has the numbers of
 * batches, including those that are not among the rows; `shown` is the state that is shown, ""
 * for all.
 */
export function groupByProject(
  groups: readonly OverviewGroup[],
  byProject: readonly ProjectCounts[],
  shown: string,
): OverviewGroup[] {
  const rows = new Map<string, OverviewRow[]>();
  const names = new Map<string, string>();
  for (const group of groups) {
    if (omitted.includes(group.id)) continue;
    for (const row of group.rows) {
      const id = row.project?.id ?? workspaceId;
      names.set(id, row.project?.name ?? t.overview.workspace);
      rows.set(id, [...(rows.get(id) ?? []), row]);
    }
  }
  const counted = new Map(byProject.map((one) => [one.projectId, one]));
  for (const { projectId, projectName } of byProject) names.set(projectId, projectName);
  const found = [...names].map(([id, title]): OverviewGroup => {
    const all = rows.get(id) ?? [];
    const batches = all.filter((row) => row.id.startsWith("batch/")).length;
    // A batch with a due date is a row of its own before; one row of a batch is enough.
    const due = new Set(all.filter((row) => row.id.startsWith("due/")).map(batchOf));
    const own = all.filter((row) => !row.id.startsWith("batch/") || !due.has(batchOf(row)));
    const hidden = Math.max(0, batchesIn(counted.get(id), shown) - batches);
    return {
      id: `project/${id}`,
      title,
      count: own.length + hidden,
      rows: own.map((row) => (row.parent === title ? { ...row, parent: "" } : row)),
      more:
        hidden === 0
          ? null
          : {
              text: t.overview.moreInProject(hidden),
              route: { screen: "project", projectId: id, tab: "batches" },
            },
    };
  });
  return found.filter(({ count }) => count > 0);
}

const batchOf = ({ route }: OverviewRow) => (route.screen === "batch" ? route.batchId : "");

/** The batches of a project that are not done, or those of one state. */
function batchesIn(project: ProjectCounts | undefined, shown: string): number {
  if (!project) return 0;
  const { failed, idle, running, "needs-attention": waiting } = project.counts;
  if (shown === "needs-attention") return failed + waiting;
  if (shown === "running") return running;
  if (shown === "idle") return idle;
  return shown === "" ? failed + waiting + running + idle : 0;
}
