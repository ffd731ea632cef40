import type { ListedSchedule } from "../../../preload/contract/schedules";
import { formatDay } from "../../app/format";
import { t } from "../../app/strings";
import { dayOf, timeOf } from "../../domain/days";
import type { OverviewGroup, OverviewRow } from "./overview-row";

/** Days within which something is due soon. */
const soonDays = 7;
const dayMs = 24 * 3_600_000;
const maxListed = 50;

function rowOf(schedule: ListedSchedule, isLate: boolean): OverviewRow {
  const { projectId, projectName, batchId, name, dueOn, note } = schedule;
  return {
    id: `due/${projectId}/${batchId ?? ""}`,
    kind: batchId === null ? "project" : "batch",
    title: batchId === null ? projectName : name,
    parent: batchId === null ? t.projects.menu : projectName,
    project: { id: projectId, name: projectName },
    tone: isLate ? "bad" : "warn",
    status: dueOn === null ? "" : t.schedules.dueOnDay(formatDay(timeOf(dueOn))),
    message: note,
    progress: null,
    at: null,
    route:
      batchId === null
        ? { screen: "project", projectId, tab: "batches" }
        : { screen: "batch", projectId, batchId },
  };
}

/** What is overdue and what is due soon, the earliest first. */
export function dueGroups(
  schedules: readonly ListedSchedule[],
  now: number,
  isMatch: (...texts: string[]) => boolean,
): OverviewGroup[] {
  const today = dayOf(now);
  const soon = dayOf(now + soonDays * dayMs);
  const open = schedules
    .filter(({ isDone, name, projectName }) => !isDone && isMatch(projectName, name))
    .sort((a, b) => (a.dueOn ?? "").localeCompare(b.dueOn ?? ""));
  const group = (id: "overdue" | "due", of: readonly ListedSchedule[]): OverviewGroup => ({
    id,
    title: t.schedules[id],
    count: of.length,
    rows: of.slice(0, maxListed).map((one) => rowOf(one, id === "overdue")),
    more:
      of.length > maxListed
        ? { text: t.overview.more(of.length - maxListed), route: { screen: "projects" } }
        : null,
  });
  return [
    group(
      "overdue",
      open.filter(({ dueOn }) => dueOn !== null && dueOn < today),
    ),
    group(
      "due",
      open.filter(({ dueOn }) => dueOn !== null && dueOn >= today && dueOn <= soon),
    ),
  ];
}
