import type { Upload, UploadProgress, UploadSummary } from "../../../preload/model";
import { formatSoon } from "../../app/format";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

/** The displayed state of an upload. */
export interface StateText {
  tone: Tone;
  text: string;
}

/** Why a queue sends nothing although uploads wait. */
export type QueueHold = Pick<UploadSummary, "hours" | "isPaused"> | null;

/** The state of an upload in a sentence. */
export function stateText(
  upload: Upload,
  progress: UploadProgress | undefined,
  queue: QueueHold,
): StateText {
  const states = t.uploads.states;
  switch (upload.state) {
    case "queued":
      return queuedText(upload, queue);
    case "preparing":
      return { tone: "active", text: states.preparing };
    case "uploading":
      return progress?.isStalled
        ? { tone: "warn", text: states.stalled }
        : { tone: "active", text: uploadingText(upload, progress) };
    case "completing":
      return { tone: "active", text: states.completing };
    case "done":
      return { tone: "good", text: states.done };
    case "paused":
      return { tone: "paused", text: states.paused };
    case "cancelled":
      return { tone: "waiting", text: states.cancelled };
    case "failed":
      return {
        tone: "bad",
        text: t.errors[upload.problem?.code ?? "internal"].sentence,
      };
  }
}

function queuedText(upload: Upload, queue: QueueHold): StateText {
  const states = t.uploads.states;
  // The time of the next attempt has its own column.
  if (upload.problem) return { tone: "warn", text: t.errors[upload.problem.code].sentence };
  if (queue?.isPaused) return { tone: "waiting", text: states.queuePaused };
  const until = queue?.hours?.kind === "closed" ? queue.hours.until : null;
  const text = until === null ? states.queued : states.closed(formatSoon(until, Date.now()));
  return { tone: "waiting", text };
}

function uploadingText(upload: Upload, progress: UploadProgress | undefined): string {
  if (upload.partCount < 2) return t.uploads.states.uploading;
  const share = sentOf(upload, progress) / Math.max(1, upload.size);
  const moving = Math.max(upload.doneParts, Math.floor(share * upload.partCount));
  return t.uploads.states.part(Math.min(moving + 1, upload.partCount), upload.partCount);
}

/** Whether the upload may be in transfer; progress events are then newer than its row. */
export function isMoving(upload: Upload): boolean {
  return upload.state === "uploading" || upload.state === "completing";
}

/**
 * Bytes sent, including those in transfer; less than the size until the service has confirmed the
 * file.
 */
export function sentOf(upload: Upload, progress: UploadProgress | undefined): number {
  if (upload.state === "done") return upload.size;
  if (!isMoving(upload) || !progress) return upload.sentBytes;
  return Math.min(upload.size, Math.max(progress.sentBytes, upload.sentBytes));
}

/** The details of an upload and its problem as text, for support requests. */
export function detailsText(upload: Upload): string {
  const { problem } = upload;
  return [
    `${t.uploads.columns.file}: ${upload.name}`,
    `${t.uploads.detail.source}: ${upload.sourcePath}`,
    `${t.uploads.detail.gallery}: ${upload.galleryPath}`,
    `${t.uploads.detail.state}: ${upload.state}`,
    `${t.uploads.detail.sent}: ${upload.sentBytes}/${upload.size}`,
    `${t.uploads.detail.parts}: ${upload.doneParts}/${upload.partCount}`,
    ...(upload.restartReason
      ? [
          `${t.uploads.detail.restarted}: ${upload.restartReason}`,
          t.uploads.detail.restartReasons[upload.restartReason],
        ]
      : []),
    ...(upload.isUnverified ? [`${t.uploads.detail.checksum}: ${checksumText(upload)}`] : []),
    ...(problem
      ? [
          `${t.uploads.detail.code}: ${problem.code}`,
          `${t.uploads.detail.message}: ${problem.message}`,
        ]
      : []),
  ].join("\n");
}

/** What is known about the checksum of an unverified upload. */
export const checksumText = ({ isCompared }: Upload): string =>
  isCompared ? t.uploads.detail.isUnverified : t.uploads.detail.isNotCompared;
