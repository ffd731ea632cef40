import type { ActivityKind } from "../../../../preload/facts/activity";
import type { ErrorCode } from "../../../../preload/model";

const formatNumber = (value: number) => value.toLocaleString("en");
const formatTime = (value: number) =>
  new Date(value).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
const filesOf = (value: number) => `${formatNumber(value)} ${value === 1 ? "file" : "files"}`;
const batchesOf = (value: number) => `${formatNumber(value)} ${value === 1 ? "batch" : "batches"}`;

const failures: Partial<Record<ErrorCode, string>> = {
  "file-missing": "moved or deleted",
  "drive-missing": "their disk is not connected",
  "file-denied": "no permission to read them",
  "file-unreadable": "they could not be read",
  "file-in-cloud": "only in the cloud",
  "file-truncated": "shorter than before",
  "path-taken": "already in the gallery",
  "url-refused": "the storage refused them",
};

/** The English texts. */
export const en = {
  menu: {
    file: "&File",
    edit: "&Edit",
    view: "&View",
    window: "&Window",
    help: "&Help",
    develop: "&Develop",

    newProject: "New project…",
    newBatch: "New batch…",
    addFiles: "Add files…",
    addFolder: "Add folder…",
    addWatchFolder: "Add watch folder…",
    openRecent: "Open recent",
    clearRecent: "Clear list",
    settings: "Settings…",
    closeWindow: "Close window",
    quit: "Quit Dubyard",

    undo: "Undo",
    redo: "Redo",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    selectAll: "Select all",
    copyLink: "Copy link to this screen",
    find: "Find",

    overview: "Overview",
    projects: "Projects",
    media: "Media",
    uploads: "Uploads",
    watchFolders: "Watch folders",
    voices: "Voices",
    users: "Users",
    refresh: "Refresh",
    outbox: "Outbox",
    pauseUploads: "Pause or resume uploads",
    palette: "Command palette…",
    largerText: "Larger text",
    smallerText: "Smaller text",
    defaultText: "Default text size",
    fullScreen: "Full screen",

    minimise: "Minimize",
    zoom: "Zoom",

    guide: "Guide",
    shortcuts: "Keyboard shortcuts",
    checkUpdates: "Check for updates…",
    showLogs: "Show log files",
    showReport: "Diagnostics report…",
    showNotices: "Licences",
    about: "About Dubyard",

    services: "Services",
    hide: "Hide Dubyard",
    hideOthers: "Hide others",
    showAll: "Show all",
    developerTools: "Developer tools",
    reload: "Reload",
  },
  quit: {
    message: "Dubyard is still working. Quit anyway?",
    running: {
      uploads: "Uploads continue when you start Dubyard again.",
      downloads: "Downloads end. Files that are complete are kept.",
      scripts: "Scripts are read again when you start Dubyard again.",
      dubs: "Dubs continue when you start Dubyard again.",
      deliveries: "Deliveries continue when you start Dubyard again.",
      packs: "Voice packs that are being installed have to be installed again.",
      backups: "A backup ends incomplete. A restore has to be repeated.",
      moves: "A move to another service stops. Continue it after the next start.",
    } satisfies Record<ActivityKind, string>,
    stay: "Keep working",
    leave: "Quit",
  },
  recovery: {
    unresponsive: {
      message: "The window does not respond",
      detail: "Wait until it responds, or reload it. Uploads continue in both cases.",
    },
    crashed: {
      message: "The window cannot be shown",
      detail: "It crashed repeatedly. Uploads continue. Reload it, or quit Dubyard.",
    },
    wait: "Wait",
    reload: "Reload",
    quit: "Quit",
  },
  tray: {
    /** The work that the icon stands for, in a few words. */
    idle: "Dubyard: nothing to do",
    working: "Dubyard: work continues",
    uploading: (remaining: number) => `Dubyard: ${filesOf(remaining)} to upload`,
    paused: (remaining: number) => `Dubyard: uploads paused, ${filesOf(remaining)} waiting`,
    failed: (failed: number) => `${filesOf(failed)} failed`,
    pause: "Pause uploads",
    resume: "Resume uploads",
    show: "Show Dubyard",
    quit: "Quit",
  },
  dialogs: {
    addFiles: "Add files to upload",
    addFolder: "Add a folder to upload",
    add: "Add",
    chooseFolder: "Choose a folder",
    chooseFile: "Choose a file",
    choose: "Choose",
    saveFile: "Save as",
    save: "Save",
  },
  salvage: {
    message: "Dubyard’s data is damaged.",
    withCopy: (madeAt: number) =>
      `A copy of ${formatTime(madeAt)} can be restored. Drafts, uploads and requests added since then are lost; media and projects in your workspaces are not affected. Uploads start paused, and pending requests wait for your decision.\n\nThe damaged file is kept.`,
    withoutCopy:
      "There is no intact copy. Dubyard can start without data: workspaces have to be added again, and drafts, uploads and pending requests are lost. Media and projects in your workspaces are not affected.\n\nThe damaged file is kept.",
    restore: (madeAt: number) => `Restore copy of ${formatTime(madeAt)}`,
    startEmpty: "Start without data",
    quit: "Quit",
  },
  wayBack: {
    message: (version: string) => `Dubyard ${version} has failed to start twice.`,
    detail: (version: string) =>
      `Version ${version} can be installed again. Your workspaces and uploads stay.`,
    withCopy: (version: string, madeAt: number) =>
      `Version ${version} can be installed again, with Dubyard’s data as of ${formatTime(madeAt)}: the newer data cannot be read by it, and is kept in a file. Uploads start paused, and pending requests wait for your decision.`,
    back: (version: string) => `Use ${version} again`,
    retry: "Start anyway",
  },
  confirm: {
    title: "Confirm files",
    cancel: "Cancel",
    list: "Files",
    run: "Run this command",
    use: (count: number) => (count === 1 ? "Use this file" : `Use these ${filesOf(count)}`),
    files: {
      named: (count: number) => `The table names ${filesOf(count)} you have not chosen in Dubyard`,
      outside: (count: number) =>
        count === 1
          ? "The script names a file outside its folder"
          : `Scripts name ${filesOf(count)} outside their folder`,
      command: () => "Run this command as an external engine?",
    },
    filesDetail: {
      named: "They are read and uploaded. Continue only if you know these files.",
      outside: "They are uploaded with the script. Continue only if you expect these files.",
      command:
        "Dubyard runs this program with these arguments for each line. A program can do everything that you can do on this computer. Continue only if you set it up yourself.",
    },
    hosts: {
      service: "Connect to this service?",
      bucket: "Store scripts in this bucket?",
      proxy: "Send all connections through this proxy?",
      download: "Download scripts or videos from this address?",
      engine: "Send lines of your projects to this address? They leave this computer.",
    },
    hostsDetail:
      "Dubyard has not used this address before. Continue only if you entered it yourself.",
    connect: "Connect",
  },
  failure: {
    title: "Dubyard cannot start",
    reason: (reason: string) => `Dubyard cannot start: ${reason}`,
    folder: (folder: string) => `Folder: ${folder}`,
  },
  notifications: {
    uploadFinished: "Upload finished",
    uploadFinishedWithProblems: "Upload finished with problems",
    uploaded: (done: number) => `${filesOf(done)} uploaded`,
    uploadedAndFailed: (done: number, failed: number) =>
      `${filesOf(done)} uploaded, ${formatNumber(failed)} failed`,
    /** Why all failed files of an upload have failed, for the most frequent reasons. */
    failures,
    batchDone: "Batch done",
    batchFailed: "Batch failed",
    batchNeedsAttention: "Batch needs attention",
    /** The title for several batches; a number may be 0, but not all of them. */
    batchesEnded: (done: number, failed: number, needingAttention: number) => {
      const parts: string[] = [];
      const what = (value: number) => (parts.length === 0 ? batchesOf(value) : formatNumber(value));
      if (done > 0) parts.push(`${what(done)} ${done === 1 ? "is" : "are"} done`);
      if (failed > 0) parts.push(`${what(failed)} failed`);
      if (needingAttention > 0)
        parts.push(
          `${what(needingAttention)} ${needingAttention === 1 ? "needs" : "need"} attention`,
        );
      return parts.join(", ");
    },
    deliveryMade: "Delivery complete",
    deliveryFailed: "Delivery failed",
    downloadFinished: "Download finished",
    downloadStopped: "Download finished with problems",
    moved: "Workspace moved",
    moveInterrupted: "Move interrupted",
    moveOf: (name: string, other: string) => `${name} to ${other}`,
    saved: (files: number) => `${filesOf(files)} saved`,
    savedAndNot: (files: number, notSaved: number) =>
      `${filesOf(files)} saved, ${formatNumber(notSaved)} not saved`,
    andMore: (names: string, more: number) => `${names} and ${formatNumber(more)} more`,
  },
};

/** All native texts; the type requires every language to define each of them. */
export type NativeStrings = typeof en;
