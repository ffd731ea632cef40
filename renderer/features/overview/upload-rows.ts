import { needsUser } from "../../../preload/facts/errors";
import type { UploadSummary } from "../../../preload/model";
import {
  formatBytePair,
  formatDuration,
  formatNumber,
  formatSoon,
  formatSpeed,
} from "../../app/format";
import { t } from "../../app/strings";
import type { OverviewRow } from "./overview-row";

/** Uploads that need attention: a queue that is suspended until the user acts, and failed files. */
export function uploadProblems({ counts, suspension }: UploadSummary): OverviewRow[] {
  const rows: OverviewRow[] = [];
  const common = { kind: "uploads", tone: "bad", project: null, progress: null, at: null } as const;
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
export function runningUploads(summary: UploadSummary): OverviewRow[] {
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
      project: null,
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
