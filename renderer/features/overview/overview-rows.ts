import type { LanguageProgress } from "../../../preload/contract/review";
import type { ListedSchedule } from "../../../preload/contract/schedules";
import type { UploadSummary } from "../../../preload/model";
import type { Batch, Project } from "../../../preload/model/resources";
import type { api } from "../../app/api";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { matchesWords } from "../../ui/fields/search-text";
import type { Tone } from "../../ui/tone";
import type { OverviewGroup, OverviewRow } from "./overview-row";
import { dueGroups } from "./due-rows";
import { rejectedRow, requestRow, waitingRequests } from "./request-rows";
import { reviewGroups } from "./review-rows";
import { runningUploads, uploadProblems } from "./upload-rows";

type Overview = Awaited<ReturnType<typeof api.overview.get>>;
type Attention = Overview["items"][number];

function attentionRow(item: Attention): OverviewRow {
  const { kind, projectId, batchId } = item;
  if (kind === "uncast") {
    return {
      id: `uncast/${projectId}`,
      kind: "casting",
      title: item.projectName,
      parent: t.overview.casting,
      project: { id: projectId, name: item.projectName },
      tone: "warn",
      status: t.overview.uncast(item.count),
      message: "",
      progress: null,
      at: item.at,
      route: { screen: "project", projectId, tab: "casting" },
    };
  }
  return {
    id: `batch/${batchId}`,
    kind: "batch",
    title: item.name,
    parent: item.projectName,
    project: { id: projectId, name: item.projectName },
    tone: kind === "failed" ? "bad" : "warn",
    status: t.serviceTexts.status(item.status),
    message: t.serviceTexts.message(item.message),
    progress: null,
    at: item.at,
    route: { screen: "batch", projectId, batchId },
  };
}

const batchRow = (batch: Batch & { projectName: string }, tone: Tone): OverviewRow => ({
  id: `batch/${batch.id}`,
  kind: "batch",
  title: batch.name,
  parent: batch.projectName,
  project: { id: batch.projectId, name: batch.projectName },
  tone,
  status: t.serviceTexts.status(batch.status),
  message: t.serviceTexts.message(batch.message),
  progress: batch.completionPercentage / 100,
  at: batch.updatedAt,
  route: { screen: "batch", projectId: batch.projectId, batchId: batch.id },
});

const projectRow = (project: Project): OverviewRow => ({
  id: `project/${project.id}`,
  kind: "project",
  title: project.name,
  parent: t.projects.type(project.type),
  project: null,
  tone: "waiting",
  status: "",
  message: "",
  progress: null,
  at: project.updatedAt,
  route: { screen: "project", projectId: project.id, tab: "batches" },
});

/** Maximum number of rejected requests listed; the outbox lists all. */
const maxRejected = 5;

export interface OverviewSources {
  overview: Overview;
  summary: UploadSummary | null;
  outbox: Session["outbox"];
  progress: readonly LanguageProgress[];
  schedules: readonly ListedSchedule[];
  /** Milliseconds since 1970. */
  now: number;
  /** The text by which the overview was read; "" for all. */
  search: string;
}

/** The groups of the overview by state, in display order. */
export function overviewGroups(sources: OverviewSources): readonly OverviewGroup[] {
  const { overview, summary, outbox, progress, schedules, now, search } = sources;
  const isMatch = matchesWords(search);
  const matching = (rows: readonly OverviewRow[]) =>
    rows.filter(({ title, parent }) => isMatch(title, parent));
  const problems = matching(summary ? uploadProblems(summary) : []);
  const uploads = matching(summary ? runningUploads(summary) : []);
  const refused = outbox.entries.filter(({ state }) => state === "refused");
  const rejected = matching(refused.slice(0, maxRejected).map(rejectedRow));
  const waiting = matching(waitingRequests(outbox));
  const { items, total, running, idle, recent, counts } = overview;
  const requestRows = (isOver: boolean) =>
    matching(overview.requests.filter((one) => one.isOver === isOver).map(requestRow));
  const failedRequests = requestRows(true);
  const requests = requestRows(false);
  const projects = matching(recent.map(projectRow));
  const moreInProjects = (hidden: number): OverviewGroup["more"] =>
    hidden > 0 ? { text: t.overview.more(hidden), route: { screen: "projects" } } : null;
  return [
    ...dueGroups(schedules, now, isMatch),
    {
      id: "needs-attention",
      title: t.overview.needsAttention,
      count:
        total +
        problems.length +
        (search === "" ? outbox.refused : rejected.length) +
        failedRequests.length,
      rows: [...problems, ...rejected, ...failedRequests, ...items.map(attentionRow)],
      more: moreInProjects(total - items.length),
    },
    {
      id: "running",
      title: t.overview.running,
      count:
        Math.max(counts.running, running.length) +
        uploads.length +
        waiting.length +
        requests.length,
      rows: [...uploads, ...waiting, ...requests, ...running.map((one) => batchRow(one, "active"))],
      more: moreInProjects(counts.running - running.length),
    },
    ...reviewGroups(progress, isMatch),
    {
      id: "idle",
      title: t.overview.idle,
      count: counts.idle,
      rows: idle.map((one) => batchRow(one, "waiting")),
      more: moreInProjects(counts.idle - idle.length),
    },
    {
      id: "recent",
      title: t.overview.recent,
      count: projects.length,
      rows: projects,
      more: null,
    },
  ];
}
