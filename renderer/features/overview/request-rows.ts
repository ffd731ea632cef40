import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { api } from "../../app/api";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { reasonText } from "../../domain/outbox-messages";
import type { OverviewRow } from "./overview-row";

type Overview = Awaited<ReturnType<typeof api.overview.get>>;

export const rejectedRow = (entry: OutboxEntry): OverviewRow => ({
  id: `outbox/${entry.id}`,
  kind: "outbox",
  title: entry.name,
  parent: entry.projectName,
  project: { id: entry.projectId, name: entry.projectName },
  tone: "bad",
  status: t.outbox.attentionStatus,
  message: reasonText(entry),
  progress: null,
  at: entry.createdAt,
  route: { screen: "outbox" },
});

/** All requests that wait or are being sent, as one row. */
export function waitingRequests({ entries, open, refused }: Session["outbox"]): OverviewRow[] {
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
      project: null,
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
  isLost
    ? t.bulk.requests.lost.looking
    : status === ""
      ? t.bulk.requests.noStatus
      : t.serviceTexts.status(status);

/** A bulk request, with the number of its finished or failed rows. */
export const requestRow = (request: Overview["requests"][number]): OverviewRow => ({
  id: `bulk/${request.requestId}`,
  kind: "bulk",
  title: request.name,
  parent: request.projectName,
  project: { id: request.projectId, name: request.projectName },
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
