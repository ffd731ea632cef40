import type { RestartReason, UploadFilter } from "../../../../preload/model";
import { formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "file", "files");
const uploadsOf = (number: number) => count(number, "upload", "uploads");
const filters: Record<UploadFilter, string> = {
  all: "All",
  active: "Active",
  waiting: "Waiting",
  paused: "Paused",
  failed: "Failed",
  done: "Done",
};
const emptyFilters: Record<UploadFilter, string> = {
  all: "Nothing has been uploaded yet",
  active: "Nothing is uploading",
  waiting: "Nothing is waiting",
  paused: "Nothing is paused",
  failed: "Nothing has failed",
  done: "Nothing is finished yet",
};

const restartReasons: Record<RestartReason, string> = {
  "file-changed":
    "It changed after it was queued. Its present content is sent, from the beginning.",
  "file-rewritten":
    "Its content changed during the upload, although its size and date did not. It was sent again from the beginning.",
  "parts-unknown":
    "It may have changed during the upload, and the parts already sent could not be compared. It was sent again from the beginning.",
};

/** The queue. */
export const uploads = {
  title: "Uploads",
  list: "Uploads",
  search: "Search uploads",
  filter: "Show",
  filters,
  emptyFilters,
  addFiles: "Add files…",
  addFolder: "Add folder…",
  pauseAll: "Pause all",
  resumeAll: "Resume all",
  retryFailed: "Retry failed",
  showFailed: "Show failed",
  problemOf: (number: number, sentence: string) => `${files(number)}: ${sentence}.`,
  clearDone: "Clear done",
  cleared: (number: number) => `${uploadsOf(number)} removed from the list`,
  nothingFailed: "Nothing has failed",
  nothingDone: "Nothing is finished",
  nothingOpen: "Nothing to pause",
  group: "Uploads",
  emptyTitle: "Nothing to upload yet",
  emptyText:
    "Drop files or folders anywhere in this window, or choose them. You can review the upload before anything is sent.",
  noMatch: (search: string) => `No upload matches “${search}”`,
  columns: {
    file: "File",
    state: "State",
    progress: "Progress",
    size: "Size",
    time: "Time",
  },
  progressOf: (done: string, all: string) => `${done} of ${all} files`,
  bytesOf: (part: string, whole: string) => `${part} of ${whole}`,
  allDone: (number: number) => `${files(number)} uploaded`,
  timeLeft: (duration: string) => `${duration} left`,
  paused: "Paused",
  stalled: "Waiting for the network",
  limit: (speed: string) => `Limit: ${speed}`,
  limitOff: "Limit: off",
  announced: (percent: string, left: string) => `${percent} uploaded${left ? `, ${left}` : ""}`,
  summaryLabel: "All uploads",
  hours: {
    closed: (time: string) => `Uploads continue at ${time}`,
    closedText: "Nothing is sent at this time because of the upload hours.",
    limited: (time: string) => `Slower until ${time}`,
    ignored: (time: string) => `The upload hours are ignored until ${time}`,
    ignore: "Upload now",
    ignoreFor: (hours: number) => `Upload now for ${count(hours, "hour", "hours")}`,
    ignoreUntil: (time: string) => `Upload now until ${time}`,
    fullSpeedUntil: (time: string) => `Full speed until ${time}`,
    applyAgain: "Apply upload hours",
    change: "Change hours…",
  },
  states: {
    queued: "Waiting for its turn",
    queuePaused: "Waiting: the queue is paused",
    closed: (time: string) => `Waiting until ${time}`,
    preparing: "Preparing",
    uploading: "Uploading",
    stalled: "Waiting for the network",
    part: (part: number, parts: number) =>
      `Uploading · part ${formatNumber(part)} of ${formatNumber(parts)}`,
    completing: "Checking in the gallery",
    done: "In the gallery",
    paused: "Paused",
    cancelled: "Cancelled",
  },
  nextTry: (countdown: string) => `Next try in ${countdown}.`,
  tryIn: (countdown: string) => `retry in ${countdown}`,
  tryNow: "retrying",
  pause: "Pause",
  resume: "Resume",
  cancel: "Cancel upload",
  retry: "Retry",
  startAgain: "Start again",
  conflict: {
    choose: "Resolve",
    replace: "Replace",
    rename: "Keep both",
    skip: "Skip",
  },
  manifest: {
    export: "Export manifest…",
    exportFolder: "Export manifest of uploads…",
    nothingFinished: "Nothing selected is finished",
    running: (name: string) => `Writing the manifest “${name}”`,
    progress: "Progress of the manifest",
    saved: (number: number, name: string) => `Manifest of ${files(number)} saved as ${name}.`,
    notWritten: "No manifest was written, because no upload is finished.",
    changed: (number: number) =>
      `${files(number)} changed since ${number === 1 ? "its" : "their"} upload.`,
    missing: (number: number) =>
      `${files(number)} ${number === 1 ? "is" : "are"} missing on this computer.`,
    unreadable: (number: number) => `${files(number)} cannot be read.`,
    unfinished: (number: number) =>
      `${uploadsOf(number)} ${number === 1 ? "is" : "are"} not finished and not listed.`,
    replaced: (number: number) =>
      `${uploadsOf(number)} ${number === 1 ? "was" : "were"} replaced by a later one and not listed.`,
  },
  move: { top: "Move to top", up: "Move up", down: "Move down", bottom: "Move to bottom" },
  moved: {
    top: (number: number) => `${uploadsOf(number)} moved to the top`,
    bottom: (number: number) => `${uploadsOf(number)} moved to the bottom`,
  },
  tooManyToMove: "Select at most 1,000 uploads",
  showInFolder: "Show in folder",
  restore: "Return to the queue",
  cancelled: (number: number) => `${uploadsOf(number)} cancelled`,
  cancelManyTitle: (number: number) => `Cancel ${uploadsOf(number)}?`,
  cancelManyText: "Their progress is lost. Finished uploads are not affected.",
  cancelManyAction: (number: number) => `Cancel ${uploadsOf(number)}`,
  keep: "Keep them",
  notPausable: "Nothing selected can be paused",
  notResumable: "Nothing selected is paused",
  notCancellable: "Nothing selected is unfinished",
  notRetryable: "Nothing selected has failed or is waiting",
  notMovable: "Nothing selected is waiting",
  noneSelected: "Select uploads first",
  detailsTitle: "Upload details",
  detailsHint: "Select one upload to see its details.",
  detail: {
    state: "State",
    gallery: "In the gallery",
    source: "On this computer",
    size: "Size",
    sent: "Sent",
    parts: "Parts",
    partsOf: (done: number, all: number) => `${formatNumber(done)} of ${formatNumber(all)}`,
    single: "Sent in one piece",
    speed: "Speed",
    error: "Problem",
    code: "Code",
    message: "Message",
    nextTry: "Next try",
    finished: "Finished",
    inCountdown: (countdown: string) => `in ${countdown}`,
    restarted: "Sent again",
    restartReasons,
    checksum: "Checksum",
    isUnverified: "Not compared",
    isNotCompared: "Not compared with the file yet",
  },
  toggleDetails: "Show or hide details",
};
/** One sentence each for the state of the network and of the queue. */
export const footer = {
  online: "Online",
  local: "Running on this computer",
  starting: "Starting…",
  connecting: "Connecting…",
  /** `since` is a time of day, or "" where it is not known. */
  offline: (since: string) => (since === "" ? "Offline" : `Offline since ${since}`),
  uploadsContinue: (open: number) =>
    `${uploadsOf(open)} ${open === 1 ? "continues" : "continue"} when the network is back`,
  unreachable: "The service is not responding",
  unreachableLocal: "The local workspace is not running",
  refused: "The credentials are refused",
  secretMissing: "The secret is required",
  /** One of the states above while the shown lists are cached. */
  cached: (state: string) => `${state}: showing cached data`,
  needAttention: (number: number) =>
    `${files(number)} ${number === 1 ? "needs" : "need"} attention`,
  moving: (number: number) => `${files(number)} uploading`,
  waiting: (number: number) => `${files(number)} waiting`,
  paused: "The queue is paused",
  idle: "Nothing to upload",
  allDone: "All uploads are in the gallery",
};
/** The upload indicator in the sidebar. */
export const mini = {
  label: (percent: string) => `Uploads: ${percent}`,
  prefix: "Uploads:",
  paused: (percent: string) => `${percent} · paused`,
  waiting: (percent: string) => `${percent} · waiting`,
  closed: (percent: string, time: string) => `${percent} · from ${time}`,
  left: (percent: string, left: string) => `${percent} · ${left}`,
  plain: (percent: string) => percent,
  detail: (speed: string, open: number) => `${speed} · ${files(open)}`,
  open: (open: number) => `${files(open)} left`,
};
