import { needsUser } from "../../../preload/facts/errors";
import type { UploadSummary } from "../../../preload/model";
import type { LanguageProgress } from "../../../preload/contract/review";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { Batch, Project } from "../../../preload/model/resources";
import type { api } from "../../app/api";
import {
  formatBytePair,
  formatDuration,
  formatLanguage,
  formatNumber,
  formatSoon,
  formatSpeed,
} from "../../app/format";
import type { Route } from "../../app/routes";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";
import { reasonText } from "../../domain/outbox-messages";

type Overview = Awaited<ReturnType<typeof api.overview.get>>;
type Attention = Overview["items"][number];

/** A row of the overview: an item, its state, and the screen it opens. */
export interface OverviewRow {
  id: string;
  /** The kind of item, which determines the icon. */
  kind: "batch" | "casting" | "review" | "uploads" | "outbox" | "bulk" | "project";
  title: string;
  /** What the item belongs to, such as its project; "" for none. */
  parent: string;
  tone: Tone;
  /** The state in a word or two, with `message` below; "" for none. */
  status: string;
  message: string;
  /** From 0 to 1; null for none. */
  progress: number | null;
  at: number | null;
  route: Route;
  /** The id of an action that resolves the problem, shown as a button. */
  actionId?: string;
}

export interface OverviewGroup {
  id: "needs-attention" | "running" | "review" | "idle" | "recent";
  title: string;
  /** Number of items, including those that are not listed. */
  count: number;
  rows: readonly OverviewRow[];
}

function attentionRow(item: Attention): OverviewRow {
  const { kind, projectId, batchId } = item;
  if (kind === "uncast") {
    return {
      id: `uncast/${projectId}`,
      kind: "casting",
      title: item.projectName,
      parent: t.overview.casting,
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
    tone: kind === "failed" ? "bad" : "warn",
    status: item.status,
    message: item.message,
    progress: null,
    at: item.at,
    route: { screen: "batch", projectId, batchId },
  };
}

/** Uploads that need attention: a queue that is suspended until the user acts, and failed files. */
function uploadProblems({ counts, suspension }: UploadSummary): OverviewRow[] {
  const rows: OverviewRow[] = [];
  const common = { kind: "uploads", tone: "bad", progress: null, at: null } as const;
  const route = { screen: "uploads" } as const;
  if (suspension && needsUser(suspension.code)) {
    rows.push({
      ...common,
      id: "uploads/suspended",
      title: t.count.uploads(counts.active + counts.waiting),
      parent: "",
      status: t.errors[suspension.code].sentence,
      message: t.errors[suspension.code].remedy,
      route,
    });
  }
  if (counts.failed > 0) {
    rows.push({
      ...common,
      id: "uploads/failed",
      title: t.count.uploads(counts.failed),
      parent: "",
      status: t.overview.uploadsFailedStatus,
      message: counts.active + counts.waiting > 0 ? t.overview.uploadsFailedText : "",
      route,
      actionId: "uploads.retry-failed",
    });
  }
  return rows;
}

/** All uploads as one row while some are open. */
function runningUploads(summary: UploadSummary): OverviewRow[] {
  const {
    counts,
    doneFiles,
    totalFiles,
    sentBytes,
    totalBytes,
    speed,
    secondsLeft,
    suspension,
    isPaused,
    isStalled,
    hours,
  } = summary;
  if (counts.active + counts.waiting === 0) return [];
  const { part, whole } = formatBytePair(sentBytes, totalBytes);
  const isMoving = !isPaused && speed > 0;
  const left = secondsLeft === null ? "" : t.uploads.timeLeft(formatDuration(secondsLeft));
  return [
    {
      id: "uploads/running",
      kind: "uploads",
      title: t.overview.uploads,
      parent: t.uploads.progressOf(formatNumber(doneFiles), formatNumber(totalFiles)),
      tone: isPaused ? "paused" : suspension ? "waiting" : "active",
      status: isPaused
        ? t.overview.uploadsPaused
        : suspension
          ? t.errors[suspension.code].sentence
          : hours?.kind === "closed" && hours.until !== null
            ? t.uploads.hours.closed(formatSoon(hours.until, Date.now()))
            : isStalled
              ? t.uploads.stalled
              : isMoving
                ? [formatSpeed(speed), left].filter(Boolean).join(" · ")
                : t.overview.uploadsWaiting,
      message: t.uploads.bytesOf(part, whole),
      progress: totalBytes > 0 ? sentBytes / totalBytes : 0,
      at: null,
      route: { screen: "uploads" },
    },
  ];
}

const batchRow = (batch: Batch & { projectName: string }, tone: Tone): OverviewRow => ({
  id: `batch/${batch.id}`,
  kind: "batch",
  title: batch.name,
  parent: batch.projectName,
  tone,
  status: batch.status,
  message: batch.message,
  progress: batch.completionPercentage / 100,
  at: batch.updatedAt,
  route: { screen: "batch", projectId: batch.projectId, batchId: batch.id },
});

const projectRow = (project: Project): OverviewRow => ({
  id: `project/${project.id}`,
  kind: "project",
  title: project.name,
  parent: t.projects.type(project.type),
  tone: "waiting",
  status: "",
  message: "",
  progress: null,
  at: project.updatedAt,
  route: { screen: "project", projectId: project.id, tab: "batches" },
});

const rejectedRow = (entry: OutboxEntry): OverviewRow => ({
  id: `outbox/${entry.id}`,
  kind: "outbox",
  title: entry.name,
  parent: entry.projectName,
  tone: "bad",
  status: t.outbox.attentionStatus,
  message: reasonText(entry),
  progress: null,
  at: entry.createdAt,
  route: { screen: "outbox" },
});

/** All requests that wait or are being sent, as one row. */
function waitingRequests({ entries, open, refused }: Session["outbox"]): OverviewRow[] {
  const waiting = open - refused;
  if (waiting === 0) return [];
  const uploads = entries.filter(
    ({ state, waitsFor }) => state === "waiting" && waitsFor.uploads > 0,
  ).length;
  return [
    {
      id: "outbox/waiting",
      kind: "outbox",
      title: t.outbox.waiting(waiting),
      parent: t.outbox.title,
      tone: "waiting",
      status: t.outbox.waitingStatus(uploads, Math.max(0, waiting - uploads)),
      message: "",
      progress: null,
      at: null,
      route: { screen: "outbox" },
    },
  ];
}

const runningStatus = ({ status, isLost }: Overview["requests"][number]): string =>
  isLost ? t.bulk.requests.lost.looking : status || t.bulk.requests.noStatus;

/** A bulk request, with the number of its finished or failed rows. */
const requestRow = (request: Overview["requests"][number]): OverviewRow => ({
  id: `bulk/${request.requestId}`,
  kind: "bulk",
  title: request.name,
  parent: request.projectName,
  tone: request.isOver ? "bad" : "active",
  status: request.isOver ? t.overview.rowsFailed(request.failed) : runningStatus(request),
  message: t.overview.rowsDone(request.done, request.rowCount),
  progress: request.isOver ? null : request.progress / 100,
  at: request.sentAt,
  route: {
    screen: "bulk",
    projectId: request.projectId,
    draftId: null,
    requestId: request.requestId,
  },
});

/** Maximum number of rejected requests listed; the outbox lists all. */
const maxRejected = 5;

/** The lines that a reviewer has to decide about. */
const openLines = ({ states }: LanguageProgress) =>
  (states.ready ?? 0) + (states.stale ?? 0) + (states.failed ?? 0);

function reviewRow(row: LanguageProgress): OverviewRow[] {
  const { projectId, languageId, project, next, lines, states } = row;
  if (!next) return [];
  const failed = states.failed ?? 0;
  return [
    {
      id: `review/${projectId}/${languageId}`,
      kind: "review",
      title: formatLanguage(languageId),
      parent: project,
      tone: failed > 0 ? "bad" : "waiting",
      status: t.review.toReview(openLines(row)),
      message: t.overview.approved(states.approved ?? 0, lines, Math.round(row.takesMs / 60_000)),
      progress: lines === 0 ? null : (states.approved ?? 0) / lines,
      at: null,
      route: { screen: "review", projectId, batchId: next.batchId, languageId },
    },
  ];
}

/** Languages to review that are listed; the report lists all. */
const maxReview = 20;

/** The groups of the overview in display order, and the number of items that need attention but are not listed. */
export function overviewGroups(
  overview: Overview,
  summary: UploadSummary | null,
  outbox: Session["outbox"],
  progress: readonly LanguageProgress[],
): { groups: readonly OverviewGroup[]; hidden: number } {
  const problems = summary ? uploadProblems(summary) : [];
  const uploads = summary ? runningUploads(summary) : [];
  const rejected = outbox.entries.filter(({ state }) => state === "refused").slice(0, maxRejected);
  const waiting = waitingRequests(outbox);
  const { items, total, running, idle, recent, counts } = overview;
  const failedRequests = overview.requests.filter(({ isOver }) => isOver).map(requestRow);
  const requests = overview.requests.filter(({ isOver }) => !isOver).map(requestRow);
  const groups: OverviewGroup[] = [
    {
      id: "needs-attention",
      title: t.overview.needsAttention,
      count: total + problems.length + outbox.refused + failedRequests.length,
      rows: [
        ...problems,
        ...rejected.map(rejectedRow),
        ...failedRequests,
        ...items.map(attentionRow),
      ],
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
    },
    {
      id: "review",
      title: t.overview.review,
      count: progress.filter(({ next }) => next !== null).length,
      rows: progress.flatMap(reviewRow).slice(0, maxReview),
    },
    {
      id: "idle",
      title: t.overview.idle,
      count: counts.idle,
      rows: idle.map((one) => batchRow(one, "waiting")),
    },
    {
      id: "recent",
      title: t.overview.recent,
      count: recent.length,
      rows: recent.map(projectRow),
    },
  ];
  return { groups, hidden: Math.max(0, total - items.length) };
}
