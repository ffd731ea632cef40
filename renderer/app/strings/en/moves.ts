import type { MoveProgress, MoveReport } from "../../../../preload/contract/moves";
import type { MoveRefusal, MoveStep } from "../../../../preload/facts/move";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

/** Why a workspace cannot be the target. */
const refusals: Record<MoveRefusal, string> = {
  offline: "Not reachable now",
  "no-right":
    "Needs the credentials of an administrator: use “Replace credentials…” in its menu first",
  "not-empty": "Is not empty: a workspace is moved to an empty service only",
  "other-version": "Has another version of Dubyard: both need the same one",
  "in-other-move": "Takes part in another move",
  unreadable: "Its state could not be read",
};
const steps: Record<MoveStep, string> = {
  rows: "Rows are copied",
  files: "Media are sent",
  takes: "Scripts and takes are sent",
  comparing: "Both workspaces are compared",
};
/** The tables of a workspace, as the progress names them. */
const tables: Readonly<Record<string, string>> = {
  files: "media",
  users: "users",
  projects: "projects",
  project_languages: "languages",
  team: "teams",
  characters: "characters",
  character_voices: "voices",
  glossary: "glossary",
  bulk_requests: "bulk requests",
  bulk_rows: "rows of bulk requests",
  batches: "batches",
  translations: "translations",
  assignments: "assignments",
  batch_characters: "characters of batches",
  lines: "lines",
  line_edits: "changed lines",
  line_texts: "texts",
  line_reviews: "decisions",
  line_history: "history",
  dubs: "dubs",
  takes: "takes",
  comments: "comments",
  ignored_checks: "ignored findings",
  dub_folders: "folders of dubs",
  tasks: "work",
  exports: "deliveries",
  export_files: "files of deliveries",
  delivery_presets: "presets of deliveries",
  scripts: "scripts",
  external_engines: "external engines",
};

/** Moves of workspaces to other services. */
export const moves = {
  action: "Move to…",
  noRight: "Needs the credentials of an administrator of this service",
  notOnline: "The workspace is not reachable now",
  title: (name: string) => `Move “${name}”`,
  contents: "What is moved",
  counting: "Counting…",
  figures: {
    projects: "Projects",
    batches: "Batches",
    lines: "Lines",
    takes: "Takes",
    users: "Users",
    files: "Media",
    bytes: "Size with scripts and takes",
  },
  target: "Target",
  chooseTarget: "Choose the target first",
  noTarget:
    "No service for a team is connected. Connect the empty service with the credentials of an administrator first.",
  connect: "Connect…",
  newFolder: "A new folder on this computer",
  newFolderHint: "Becomes a workspace on this computer",
  refusals,
  readOnly:
    "From the beginning on, this workspace can only be read, also by others. It stays as it is until you delete it. Uploads and requests that still wait on this computer are not moved: let them end first. Files of deliveries that are downloaded are not moved either, and can be made again.",
  start: "Move…",
  confirmTitle: (name: string) => `Move “${name}” now?`,
  confirmText: (target: string) =>
    `Everything in the workspace is copied to ${target}, with all ids. From now on it can only be read.`,
  confirmFolder:
    "Everything in the workspace is copied to a new folder, with all ids. From now on it can only be read. Choose the folder next.",
  /** A sentence that is appended to the question. */
  confirmWaiting: (uploads: number, requests: number) =>
    `Still waiting on this computer: ${formatList([
      ...(uploads > 0 ? [count(uploads, "upload", "uploads")] : []),
      ...(requests > 0 ? [count(requests, "request", "requests")] : []),
    ])}. They are not moved, and fail later.`,
  confirm: "Move",
  confirmChoose: "Choose folder…",
  steps,
  tables,
  step: ({ step, table }: MoveProgress) =>
    step === null
      ? "The move begins"
      : table === ""
        ? steps[step]
        : `${steps[step]}: ${tables[table] ?? table}`,
  done: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)}`,
  bytes: (part: string, whole: string) => `${part} of ${whole}`,
  progress: (name: string) => `Move of ${name}`,
  timeLeft: (duration: string) => `${duration} left`,
  inBackground: "You may close this window: the move goes on while Dubyard runs.",
  stop: "Stop move",
  stopping: "Stopping…",
  interrupted: (other: string) =>
    `The move to ${other} was interrupted. This workspace can only be read until the move is complete or discarded.`,
  interruptedHint: "What the target has is not sent again.",
  /** The text about a move that was begun with another program. */
  elsewhere: (other: string) =>
    `This workspace is being moved to ${other}, or the move was interrupted. It can only be read until the move is complete or discarded.`,
  targetComplete: "The target is complete. Continue the move to end it.",
  continue: "Continue move",
  targetUnknown:
    "The target is not among the workspaces of this computer. Connect it, or choose it below.",
  discard: "Discard move…",
  discardTitle: "Discard the move?",
  discardText: (target: string) =>
    `What ${target} has received is deleted there. This workspace can be changed again.`,
  discardTextUnknown:
    "This workspace can be changed again. The target keeps what it has received, because it is not connected here.",
  discardConfirm: "Discard",
  discarded: (name: string) => `“${name}” can be changed again`,
  moving: (other: string) => `This workspace is being moved to ${other} and can only be read.`,
  moved: (other: string) => `This workspace was moved to ${other}. It can only be read here.`,
  receiving: (other: string) =>
    `${other} is being moved here. This workspace can be used once the move is complete.`,
  completed: (other: string) => `The workspace is complete in ${other}`,
  report: ({ rows, files, takes }: MoveReport, size: string) =>
    `${count(rows, "row", "rows")}, ${count(files, "file", "files")}, ${count(takes, "script or take", "scripts and takes")}; ${size} sent`,
  problems: "Missing and different files",
  problem: ({ name, problem }: MoveReport["problems"][number]) =>
    problem === "missing" ? `${name}: has no bytes` : `${name}: differs from its entry`,
  moreProblems: (number: number) => `${count(number, "more file", "more files")} not listed here`,
  open: (name: string) => `Open ${name}`,
  show: "Show move…",
  changeAgain: "Allow changes again…",
  changeAgainTitle: "Allow changes in this workspace again?",
  changeAgainText: (other: string) =>
    `Changes made here do not reach ${other}, and those made there do not come here.`,
  changeAgainConfirm: "Allow changes",
};
