import { formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "file", "files");
const folders = (number: number) => count(number, "watch folder", "watch folders");

/** Watch folders: folders on this computer whose new and changed media are uploaded. */
export const watchFolders = {
  title: "Watch folders",
  list: "Watch folders",
  pathLabel: "Screens that contain this one",
  group: "Watch folders",
  columns: {
    folder: "Folder",
    target: "Target folder",
    state: "State",
    files: "Files",
    last: "Last upload",
  },
  emptyTitle: "No watch folders",
  emptyText:
    "New and changed media in a watch folder are uploaded once they stop changing. Files that you delete on this computer stay in the gallery.",
  note: "New and changed media are uploaded while Dubyard runs. Files that you delete on this computer stay in the gallery.",
  count: folders,
  states: {
    paused: "Paused",
    walking: "Reading the folder",
    watching: "Watching",
    waiting: (number: number) =>
      `Waiting until ${files(number)} ${number === 1 ? "is" : "are"} unchanged`,
    deferred: (number: number) =>
      `${files(number)} ${number === 1 ? "waits" : "wait"} for an earlier upload`,
    uploading: (number: number) => `${files(number)} in the queue`,
    polling: (seconds: number) => `Read every ${formatNumber(seconds)} sec`,
    comparing: (number: number) => `Comparing ${files(number)} with what was uploaded`,
    /** The preview of the dialog lists them. */
    leftOut: (number: number) => `${files(number)} cannot be uploaded: see “Edit”`,
    notFound: "Folder not found",
    unreadable: "Folder cannot be read",
  },
  /** Below the state: why a folder is read from time to time. */
  pollReasons: {
    "system-limit": "The system’s limit of watched folders is used up",
    "many-folders": "It has more folders than are watched",
    "no-events": "The system cannot watch it",
    "network-drive": "The system does not report changes on a network drive",
  },
  notFoundText: "Dubyard looks for it every minute",
  denied: "No permission to read it",
  diskError: "The disk reports an error",
  uploaded: (number: number) => `${formatNumber(number)} uploaded`,
  queued: (number: number) => `${formatNumber(number)} queued`,
  failed: (number: number) => `${formatNumber(number)} failed`,
  noFiles: "None yet",
  never: "–",
  actions: {
    add: "Add watch folder…",
    edit: "Edit…",
    pause: "Pause",
    resume: "Resume",
    showUploads: "Show uploads",
    showInGallery: "Show in the gallery",
    show: "Show in file manager",
    remove: "Remove",
  },
  selectFirst: "Select a watch folder first",
  selectOne: "Select one watch folder",
  nothingToPause: "Nothing selected is watched",
  nothingToResume: "Nothing selected is paused",
  removed: (number: number, name: string) =>
    number === 1 ? `“${name}” is no longer watched` : `${folders(number)} removed`,
  added: (name: string) => `“${name}” is watched`,
  changed: (name: string) => `“${name}” was changed`,
  addTitle: "Add watch folder",
  editTitle: "Edit watch folder",
  addAction: "Watch folder",
  fields: {
    source: "Folder on this computer",
    noSource: "No folder chosen",
    target: "Target folder",
    targetHint: "Folder in the media gallery; top level if empty",
    include: "Include",
    includeHint: "One pattern per line; all media if empty",
    exclude: "Exclude",
    excludeHint: "Files and folders that are not uploaded",
    excludePlaceholder: "old/",
    patterns: "How patterns work",
    /** The meaning of each example of a pattern. */
    examples: {
      everyWav: "every WAV file, in all folders",
      eitherEnding: "either of two endings",
      wholeFolder: "everything in the folder “mixes”",
      inFolder: "WAV files directly in “mixes”",
      anyFolder: "“mixes” in any folder",
      oneCharacter: "one character",
    },
    quiet: "Upload a file when it is unchanged for",
    quietHint: "So that no file is uploaded while it is being written",
    atOnce: "0 sec: uploaded at once",
    conflict: "If a file exists in the gallery",
    conflictHint: "Files that this watch folder uploaded before are always replaced",
    conflicts: {
      ask: "Stop and show the conflict in Uploads",
      skip: "Skip",
      replace: "Replace",
      rename: "Keep both",
    },
  },
  sendsAll: "All files are uploaded to the new target folder. Nothing is deleted in the old one.",
  sendsOther: "All files of the other folder are uploaded.",
  preview: {
    label: "Preview",
    tabs: {
      matching: "To upload",
      failed: "Cannot be uploaded",
      excluded: "Excluded",
      skipped: "Skipped",
    },
    reading: "Reading the folder…",
    chooseFirst: "Choose a folder to see which of its files match.",
    none: {
      matching: "No file matches now. New ones are uploaded when they appear.",
      failed: "All matching media can be uploaded",
      excluded: "The patterns exclude nothing",
      skipped: "Nothing is skipped",
    },
    total: (number: number, bytes: string) => `${files(number)} · ${bytes}`,
    more: (number: number) => `and ${formatNumber(number)} more`,
    atLeast: (number: string) => `${number}+`,
    isPartial: "The folder is large: only its first files are shown. All of them are uploaded.",
    notFound: "There is no folder at this location now. It is watched when it appears.",
    failed: "The folder cannot be read",
  },
};
