/**
 * The contract between the renderer and the main process: one object of calls and one of events. The types of both
 * sides are derived from it. Main parses the input of each call and strips its output with these schemas, so data
 * that is not declared here cannot be transferred. Paths and ids are transferred, file contents never.
 */
import { z } from "zod";
import { call, filePath, inWorkspace, nothing, page } from "./call";
import { forms } from "./forms";
import { casting, glossary } from "./casting";
import { catalogue } from "./catalogue";
import { batches, lists, overview, projects } from "./projects";
import { bulk } from "./bulk";
import { maintenance } from "./maintenance";
import { outbox } from "./outbox";
import { scripts, scriptStore } from "./scripts";
import { team, users } from "./team";
import {
  appearance,
  conflictChoice,
  authScheme,
  galleryEntry,
  languageChoice,
  networkSettings,
  notificationSettings,
  timestamp,
  plan,
  planEntry,
  problem,
  upload,
  uploadFilter,
  uploadProgress,
  uploadSettings,
  uploadSummary,
  workspace,
} from "../model";
import { route } from "../routes";

/** Uploads by id, or all uploads that match a filter and a search. */
const uploadSelection = z.union([
  z.object({ ids: z.array(z.number().int()).max(100_000) }),
  z.object({ workspaceId: z.string(), filter: uploadFilter, search: z.string().max(500) }),
]);
const credentials = z.object({
  name: z.string().trim().min(1).max(200),
  baseUrl: z.string().trim().min(1).max(2000),
  clientId: z.string().trim().min(1).max(1000),
  clientSecret: z.string().trim().min(1).max(4000),
  authScheme: authScheme,
});

/** All calls from the renderer to the main process. */
export const calls = {
  app: {
    /** The state that the window needs for its first frame. */
    state: call(
      nothing,
      z.object({
        version: z.string(),
        platform: z.enum(["linux", "darwin", "win32"]),
        appearance,
        language: languageChoice,
        notifications: notificationSettings,
        /** The last view of each screen, by screen name, in a format of the renderer. */
        views: z.record(z.string(), z.string()),
        /** The workspace that was shown last; null on the first start. */
        workspaceId: z.string().nullable(),
        /** False if no keychain is available: secrets are in memory until the application quits. */
        isVaultPersistent: z.boolean(),
        isOnline: z.boolean(),
      }),
    ),
    setAppearance: call(appearance, nothing),
    /** Sets the language and reloads the window. */
    setLanguage: call(z.object({ language: languageChoice }), nothing),
    setNotifications: call(notificationSettings, nothing),
    /** Stores the view of a screen; emits no event. */
    rememberView: call(
      z.object({ screen: z.string().max(50), view: z.string().max(4000) }),
      nothing,
    ),
    /** The ids of the actions that are available now. The native menu enables only these actions of the window. */
    offerActions: call(z.object({ actions: z.array(z.string().max(100)).max(1000) }), nothing),
    /** Stores the id of the workspace that is shown. */
    showWorkspace: call(inWorkspace, nothing),
    /**
     * A link to a route of a workspace (main/backend/links/link-format). A link to a hosted workspace also works on
     * other computers; a link to a local workspace works only on this computer.
     */
    linkTo: call(
      inWorkspace.extend({ route }),
      z.object({ link: z.string(), isForThisComputer: z.boolean() }),
    ),
    /** Leaves the safe screen, which is shown after repeated crashes, and loads the previous page. */
    leaveSafeScreen: call(nothing, nothing),
    /** Quits the application, as the native menu does. */
    quit: call(nothing, nothing),
  },
  network: {
    settings: call(nothing, networkSettings),
    /** Stores the settings and reopens all connections. */
    setSettings: call(networkSettings, nothing),
  },
  workspaces: {
    list: call(nothing, z.array(workspace)),
    /** Requests the service's models with these credentials. Stores nothing. Rejects with the reason. */
    test: call(credentials.omit({ name: true }), z.object({ milliseconds: z.number() })),
    connect: call(credentials, workspace),
    /** The default data folder of a local workspace, and the free space of its volume. */
    localDefaults: call(nothing, z.object({ dataDir: z.string(), freeBytes: z.number() })),
    /** Opens the native folder dialog; null if the user cancels. */
    chooseLocalFolder: call(
      nothing,
      z.object({ dataDir: z.string(), freeBytes: z.number() }).nullable(),
    ),
    /** "Work on this computer". The first local workspace is named `name`, others are named after their folder. */
    createLocal: call(
      z.object({ dataDir: z.string().min(1), name: z.string().trim().min(1).max(500).optional() }),
      workspace,
    ),
    rename: call(inWorkspace.extend({ name: z.string().trim().min(1).max(200) }), nothing),
    /** Tests new credentials and replaces rejected or lost ones with them. */
    replaceSecret: call(
      inWorkspace.extend({
        clientId: z.string().trim().min(1).max(1000),
        clientSecret: z.string().trim().min(1).max(4000),
        authScheme,
      }),
      nothing,
    ),
    /** The data of the workspace that exists only on this computer; removing the workspace deletes it. */
    kept: call(
      inWorkspace,
      z.object({
        /** Requests of the outbox that are not sent. */
        pendingRequests: z.number(),
        bulkDrafts: z.number(),
        /** Bulk requests that are tracked on this computer. */
        trackedRequests: z.number(),
        formDrafts: z.number(),
        /** A bucket for its scripts is configured on this computer, with its key. */
        hasBucket: z.boolean(),
      }),
    ),
    /** Deletes the workspace, its queue, its cache and its secret. The media of a local workspace remain on disk. */
    remove: call(inWorkspace, nothing),
    /** Attempts to connect to the service now. */
    reconnect: call(inWorkspace, nothing),
    /**
     * Replaces a local workspace's damaged or missing database with the newest usable copy. The damaged file is not
     * deleted. Called only after the user has confirmed.
     */
    restoreCopy: call(inWorkspace, nothing),
  },
  maintenance,
  gallery: {
    /** A page of a folder's entries, or of the paths below it that match a search. */
    browse: call(
      inWorkspace.extend({
        /** "" for the root, otherwise ending in "/". */
        folder: z.string(),
        search: z.string().max(500),
        sort: z.enum(["name", "-name"]),
        ...page.shape,
      }),
      z.object({
        entries: z.array(galleryEntry),
        total: z.number(),
        /** The search stopped at its limit. */
        isTruncated: z.boolean(),
      }),
    ),
    /** The direct subfolders of a folder, for the tree. */
    folders: call(
      inWorkspace.extend({ folder: z.string(), ...page.shape }),
      z.object({
        folders: z.array(
          z.object({
            path: z.string(),
            name: z.string(),
            fileCount: z.number(),
            hasFolders: z.boolean(),
          }),
        ),
        total: z.number(),
      }),
    ),
    /** The age of the cached gallery, and whether it is being refreshed. */
    status: call(
      inWorkspace,
      z.object({
        fileCount: z.number(),
        readAt: timestamp.nullable(),
        isReading: z.boolean(),
        problem: problem.nullable(),
      }),
    ),
    /** Reloads the gallery from the service. Resolves when it is complete. */
    refresh: call(inWorkspace, z.object({ added: z.number(), removed: z.number() })),
    /** The number of files that these paths include; a folder's path ends in "/". */
    count: call(
      inWorkspace.extend({ paths: z.array(z.string()).max(100_000) }),
      z.object({ files: z.number() }),
    ),
    delete: call(inWorkspace.extend({ paths: z.array(z.string()).min(1).max(100_000) }), nothing),
  },
  plans: {
    /** Starts to read the dropped files and folders. The plan grows while folders are walked. */
    create: call(
      inWorkspace.extend({
        /** The dropped files and folders. */
        sourcePaths: z.array(filePath).min(1).max(100_000),
        targetFolder: z.string(),
      }),
      z.object({ planId: z.string() }),
    ),
    /** The same with the native dialog; null if the user cancels. */
    choose: call(
      inWorkspace.extend({ what: z.enum(["files", "folder"]), targetFolder: z.string() }),
      z.object({ planId: z.string() }).nullable(),
    ),
    get: call(z.object({ planId: z.string() }), plan),
    entries: call(
      z.object({
        planId: z.string(),
        status: z.enum(["new", "conflict", "skipped"]),
        ...page.shape,
      }),
      z.object({ entries: z.array(planEntry), total: z.number() }),
    ),
    /** Changes the target folder or the conflict choice. */
    change: call(
      z.object({
        planId: z.string(),
        targetFolder: z.string().optional(),
        conflictChoice: conflictChoice.optional(),
      }),
      plan,
    ),
    /** Queues the plan's files. Their rows are on disk when the call resolves. */
    confirm: call(z.object({ planId: z.string() }), z.object({ queued: z.number() })),
    discard: call(z.object({ planId: z.string() }), nothing),
  },
  uploads: {
    list: call(
      inWorkspace.extend({ filter: uploadFilter, search: z.string().max(500), ...page.shape }),
      z.object({ uploads: z.array(upload), total: z.number() }),
    ),
    summary: call(inWorkspace, uploadSummary),
    /** Pauses these uploads. Parts already sent are not sent again. */
    pause: call(uploadSelection, nothing),
    resume: call(uploadSelection, nothing),
    cancel: call(uploadSelection, nothing),
    /** Undo of `cancel`: returns cancelled uploads to their previous positions in the queue. */
    restore: call(z.object({ ids: z.array(z.number().int()).max(100_000) }), nothing),
    /** Retries failed or waiting uploads now. A changed file is sent from its beginning. */
    retry: call(uploadSelection, nothing),
    /** Sets the conflict choice of uploads that failed with "path-taken". Other uploads are not changed. */
    resolveConflicts: call(
      z.object({ selection: uploadSelection, choice: conflictChoice }),
      nothing,
    ),
    /** Moves these waiting or paused uploads to the front of the queue. */
    moveToTop: call(uploadSelection, nothing),
    /** Removes finished and cancelled uploads from the list. */
    clearDone: call(inWorkspace, z.object({ cleared: z.number() })),
    /** Pauses or resumes the queues of all workspaces. */
    setPaused: call(z.object({ isPaused: z.boolean() }), nothing),
    /** Shows the file in the system's file manager. */
    showInFolder: call(z.object({ id: z.number().int() }), nothing),
    settings: call(nothing, uploadSettings),
    setSettings: call(uploadSettings, nothing),
  },
  lists,
  overview,
  projects,
  batches,
  casting,
  glossary,
  team,
  users,
  catalogue,
  scripts,
  scriptStore,
  outbox,
  bulk,
  forms,
  diagnostics: {
    /** Versions, workspaces without secrets, queue counts and the last lines of the log; all redacted. */
    report: call(nothing, z.object({ text: z.string() })),
    /** Checks the database file. Returns the problems found; empty if the file is intact. */
    checkDatabase: call(nothing, z.object({ problems: z.array(z.string()) })),
    /** Shows the folder of the log files in the system's file manager. */
    showLogs: call(nothing, nothing),
  },
};

/** The topics of the event "changed". Each query lists the topics that it depends on. */
export const topics = [
  "app",
  "workspaces",
  "gallery",
  "plans",
  "uploads",
  "settings",
  "projects",
  "batches",
  "casting",
  "glossary",
  "team",
  "users",
  "catalogue",
  "scripts",
  "outbox",
  "bulk",
  "maintenance",
] as const;
export const topic = z.enum(topics);
export type Topic = z.infer<typeof topic>;

/** The events of the main process. An event lists the topics that changed; queries then reload their data. */
export const events = {
  changed: z.object({ topics: z.array(topic) }),
  /** Emitted at most four times per second during data transfer. */
  uploadsProgressed: z.object({
    uploads: z.array(uploadProgress),
    summaries: z.array(z.object({ workspaceId: z.string(), summary: uploadSummary })),
  }),
  /** The user chose an item of the native menu; its id is an action of the window. */
  menuChosen: z.object({ action: z.string() }),
  /**
   * A notification was clicked or a link was opened; the window navigates to the route. `workspaceId` is null if no
   * workspace on this computer matches the link. `service` is the base URL in the link, if there is one.
   */
  opened: z.object({ workspaceId: z.string().nullable(), service: z.string().optional(), route }),
};

type Calls = typeof calls;
type In<C> = C extends { input: infer I extends z.ZodType } ? I : never;
type Out<C> = C extends { output: infer O extends z.ZodType } ? O : never;

/** The handlers of the main process: parsed input, raw output, synchronous or asynchronous. */
export type Handlers = {
  [G in keyof Calls]: {
    [M in keyof Calls[G]]: (
      input: z.output<In<Calls[G][M]>>,
    ) => z.input<Out<Calls[G][M]>> | Promise<z.input<Out<Calls[G][M]>>>;
  };
};
/** The calls of the renderer: raw input, parsed output. */
export type Api = {
  [G in keyof Calls]: {
    [M in keyof Calls[G]]: (input: z.input<In<Calls[G][M]>>) => Promise<z.output<Out<Calls[G][M]>>>;
  };
};
/** The payload of each event. */
export type Events = { [N in keyof typeof events]: z.output<(typeof events)[N]> };
/** Emits an event; the payload is parsed by its schema before it is sent. */
export type Emit = <N extends keyof Events>(name: N, payload: Events[N]) => void;

/** The result of a call, as transferred over IPC. */
export type Reply =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: string; message: string; details?: unknown } };

/** The only object that the preload script exposes, as window.bridge. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /** Returns a function that removes the listener. */
  on(listener: (name: string, payload: unknown) => void): () => void;
  /**
   * The path of a DOM File that the user dropped or picked; "" if it has none. Main accepts only paths that were
   * registered by this function or chosen in a native dialog. The parameter is typed `object` because the DOM types are
   * not available here.
   */
  pathOf(file: object): string;
}
