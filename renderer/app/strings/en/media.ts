import { acceptedFormats, formatRemedyOf } from "../../../../preload/facts/media-formats";
import type { ConflictChoice, SkipReason } from "../../../../preload/model";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "file", "files");
const top = "Media gallery";
const folderTitle = (folder: string) =>
  folder === "" ? "the top level of the media gallery" : folder;
const skipReasons: Record<SkipReason, string> = {
  type: "Not an audio or video file",
  empty: "Empty file",
  unreadable: "Cannot be read: no permission, no longer there, or a disk error",
  link: "A link that leads out of the folder, or nowhere",
  "folder-link": "A link to a folder that is uploaded itself",
  format: `The service does not accept this format. Accepted: ${acceptedFormats}`,
  special: "Not a regular file",
  "too-large": "Too large: needs more than 10,000 parts",
  name: "The media gallery does not support this name",
  duplicate: "Another dropped file has the same name in the media gallery",
  other: "A link or device that is not audio or video",
  hidden: "Hidden or system file",
  "already-queued": "Already queued for the same location",
};
/** Why a file is left out; for a media file in another format, what to do. */
function leftOutReason(path: string, reason: SkipReason): string {
  const remedy = reason === "format" ? formatRemedyOf(path) : null;
  if (remedy === null) return skipReasons[reason];
  const way = remedy.action === "rename" ? "Rename it to" : "Convert it to";
  return `Format not accepted. ${way} .${remedy.to}`;
}
const conflictChoices: Record<ConflictChoice, { title: string; hint: string }> = {
  skip: { title: "Skip", hint: "Keep the file in the gallery" },
  replace: { title: "Replace", hint: "Overwrite the file in the gallery" },
  rename: { title: "Keep both", hint: "Add a number to the new name" },
};

/** The media gallery. */
export const media = {
  title: top,
  top,
  tree: "Folders",
  list: "Files and folders",
  breadcrumb: "Path",
  search: "Search media",
  name: "Name",
  files: "Files",
  sortUp: "Sort by name, A to Z",
  sortDown: "Sort by name, Z to A",
  refresh: "Refresh",
  refreshGallery: "Refresh media gallery",
  refreshed: (added: number, removed: number) =>
    added === 0 && removed === 0
      ? "No changes"
      : `Refreshed: +${formatNumber(added)} −${formatNumber(removed)}`,
  emptyTitle: "No media yet",
  emptyText: "Drop audio or video files anywhere in this window. They keep their folders.",
  emptyFolder: "This folder is empty",
  noMatch: (search: string) => `Nothing found for “${search}”`,
  noMatchText: "The search covers this folder and everything below it.",
  searchEverywhere: "Search the whole gallery",
  truncated: "Too many matches to show. Type more to narrow them down.",
  open: "Open",
  up: "Up one folder",
  uploadFilesHere: "Upload files here…",
  uploadFolderHere: "Upload folder here…",
  uploadHere: "Upload here…",
  delete: "Delete…",
  deleteTitle: (number: number) => `Delete ${files(number)} from the media gallery?`,
  deleteText: (names: string[], more: number) =>
    `${formatList(more > 0 ? [...names, `${formatNumber(more)} more`] : names)} will be deleted at the service. This cannot be undone.`,
  deleteAction: (number: number) => `Delete ${files(number)}`,
  deleted: (number: number) => `${files(number)} deleted`,
  deleteOffline: "Requires the service, which is not reachable",
  nothingSelected: "Select files or folders first",
  copyPath: "Copy path",
  copyPaths: (number: number) => `Copy ${formatNumber(number)} paths`,
  otherName: (number: number) =>
    number === 1
      ? "1 file has another name on the disk. Download it instead."
      : `${formatNumber(number)} files have other names on the disk. Download them instead.`,
  copied: (number: number) =>
    number === 1 ? "Path copied" : `${formatNumber(number)} paths copied`,
  total: (number: number) => `${files(number)} in the gallery`,
  items: (number: number) => count(number, "item", "items"),
  matches: (number: number) => count(number, "match", "matches"),
  group: "Media",
  folderKind: "Folder",
};
/** Downloads of files of the gallery to this computer. */
export const downloads = {
  action: "Download to…",
  running: (folder: string) => `Downloading to “${folder}”`,
  waiting: (folder: string) => `Waiting to download to “${folder}”`,
  progress: "Progress of the download",
  saved: (number: number, folder: string) => `${files(number)} saved in “${folder}”.`,
  missing: (number: number) =>
    `${files(number)} ${number === 1 ? "is" : "are"} no longer in the media gallery.`,
  cancelled: "Download cancelled.",
  stopped: (name: string, reason: string) => `Stopped at “${name}”. ${reason}.`,
  /** Errors that have another meaning for an upload. */
  reasons: {
    "disk-full": "The disk of the folder is full",
    "file-denied": "You have no permission to write to the folder",
    "drive-missing": "The folder no longer exists, or its disk is not connected",
    "file-unreadable": "The file could not be written to the disk",
  },
};
/** While files are dragged over the window. */
export const drop = {
  title: (folder: string) => `Drop to upload to ${folderTitle(folder)}`,
  text: "You can review the upload before anything is sent.",
  noPath: "Only files on this computer can be uploaded.",
  noWorkspace: "Add a workspace first",
};
/** The plan of an upload, reviewed before anything is sent. */
export const plan = {
  title: (roots: readonly string[]) =>
    roots.length === 1
      ? `Upload “${roots[0] ?? ""}”`
      : `Upload ${formatNumber(roots.length)} items`,
  to: "Upload to",
  toHint: "Folder in the media gallery; top level if empty",
  suggestions: "Folders in the media gallery",
  reading: (number: number) => `Reading… ${files(number)}`,
  readingTitle: "Reading folders…",
  failed: "The dropped items could not be read",
  added: "Added to the open upload",
  neverSynced: "The gallery has not been read yet, so existing files may be missing below.",
  notReadNow: (sentence: string) =>
    `The gallery could not be read (${sentence}). Files added since then may be missing below.`,
  comparedWith: (age: string) => `Compared with the gallery as of ${age}.`,
  tabs: {
    new: "New",
    conflict: "Already in the gallery",
    failed: "Cannot be uploaded",
    skipped: "Skipped",
  },
  emptyTabs: {
    new: "Nothing here is new",
    conflict: "Nothing here is in the gallery yet",
    failed: "All media can be uploaded",
    skipped: "Nothing is skipped",
  },
  question: (conflicts: number, duplicates: number) => {
    const are = (number: number) => `${files(number)} ${number === 1 ? "is" : "are"}`;
    const have = (number: number) =>
      `${files(number)} ${number === 1 ? "has" : "have"} the same path as another one`;
    if (duplicates === 0) return `${are(conflicts)} already in the gallery`;
    if (conflicts === 0) return have(duplicates);
    return `${are(conflicts)} already in the gallery, and ${have(duplicates)}`;
  },
  choices: conflictChoices,
  skipReason: (reason: string) =>
    reason in skipReasons ? skipReasons[reason as SkipReason] : reason,
  leftOutReason,
  failedNote: (number: number) =>
    `${files(number)} cannot be uploaded and will not be in the gallery.`,
  willBe: (path: string) => `becomes ${path}`,
  confirm: (number: number, bytes: string) => `Upload ${files(number)} · ${bytes}`,
  useAsBatch: "Use as a new batch",
  openProject: "Open a project first",
  nothing: "Nothing to upload",
  chooseFirst: "First choose what happens to the files whose path exists.",
  stillReading: "Still reading the dropped items.",
  queued: (number: number) => `${files(number)} added to the queue`,
  size: "Size",
  file: "File",
};
