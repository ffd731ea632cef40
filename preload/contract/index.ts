/**
 * The contract between window and main: one object of calls, one of events; both sides' types are derived.
 * Main parses the input of a call and strips its output through these schemas, so nothing that is not
 * declared here can cross. Paths and ids cross, bytes never do.
 */
import { z } from "zod";
import { call, filePath, inWorkspace, nothing, page } from "./call";
import { forms } from "./forms";
import { casting, catalogue, glossary, team, users } from "./people";
import { batches, lists, overview, projects } from "./projects";
import { bulk } from "./bulk";
import { maintenance } from "./maintenance";
import { outbox } from "./outbox";
import { scripts, scriptStore } from "./scripts";
import {
  appearance,
  conflictChoice,
  authScheme,
  galleryEntry,
  languageChoice,
  networkSettings,
  notificationSettings,
  moment,
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

/** Uploads by id, or all that a filter and a search select. */
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

/** Everything the window may ask of main. */
export const calls = {
  app: {
    /** What the window needs to draw its first frame. */
    state: call(
      nothing,
      z.object({
        version: z.string(),
        platform: z.enum(["linux", "darwin", "win32"]),
        appearance,
        language: languageChoice,
        notifications: notificationSettings,
        /** How each screen was left, by the screen's name; the window alone knows what it says. */
        views: z.record(z.string(), z.string()),
        /** The workspace shown last, or null on a first run. */
        workspaceId: z.string().nullable(),
        /** False where no keychain is available: secrets last for this session only. */
        isVaultPersistent: z.boolean(),
        isOnline: z.boolean(),
      }),
    ),
    setAppearance: call(appearance, nothing),
    /** The window is loaded anew in that language. */
    setLanguage: call(z.object({ language: languageChoice }), nothing),
    setNotifications: call(notificationSettings, nothing),
    /** Stores the view of a screen; emits no event. */
    rememberView: call(
      z.object({ screen: z.string().max(50), view: z.string().max(4000) }),
      nothing,
    ),
    /** What can be done now, by the ids of actions: the native menu offers nothing else of the window's. */
    offerActions: call(z.object({ actions: z.array(z.string().max(100)).max(1000) }), nothing),
    /** Remembers which workspace is shown. */
    showWorkspace: call(inWorkspace, nothing),
    /**
     * A link to a route of a workspace (main/backend/links/link-format). It leads there on other computers too where the workspace is
     * hosted; that of a local one works on this computer alone.
     */
    linkTo: call(
      inWorkspace.extend({ route }),
      z.object({ link: z.string(), isForThisComputer: z.boolean() }),
    ),
    /** From the safe screen, after repeated crashes: loads the page where it was. */
    leaveSafeScreen: call(nothing, nothing),
    /** Quits as the native menu does. */
    quit: call(nothing, nothing),
  },
  network: {
    settings: call(nothing, networkSettings),
    /** All connections are made anew. */
    setSettings: call(networkSettings, nothing),
  },
  workspaces: {
    list: call(nothing, z.array(workspace)),
    /** Asks the service for its models with these credentials; keeps nothing. Refuses with the reason. */
    test: call(credentials.omit({ name: true }), z.object({ milliseconds: z.number() })),
    connect: call(credentials, workspace),
    /** Where a local workspace would be put, and the room there. */
    localDefaults: call(nothing, z.object({ dataDir: z.string(), freeBytes: z.number() })),
    /** Asks for a folder with the native dialog; null when the user thinks better of it. */
    chooseLocalFolder: call(
      nothing,
      z.object({ dataDir: z.string(), freeBytes: z.number() }).nullable(),
    ),
    /** "Work on this computer". The first is called `name`, any other after its folder. */
    createLocal: call(
      z.object({ dataDir: z.string().min(1), name: z.string().trim().min(1).max(500).optional() }),
      workspace,
    ),
    rename: call(inWorkspace.extend({ name: z.string().trim().min(1).max(200) }), nothing),
    /** Puts new credentials in the place of refused or lost ones, after testing them. */
    replaceSecret: call(
      inWorkspace.extend({
        clientId: z.string().trim().min(1).max(1000),
        clientSecret: z.string().trim().min(1).max(4000),
        authScheme,
      }),
      nothing,
    ),
    /** What this computer alone has of it, and what is gone when it is removed. */
    kept: call(
      inWorkspace,
      z.object({
        /** Orders of the outbox that were not sent. */
        orders: z.number(),
        /** Bulk tables that are being filled in. */
        tables: z.number(),
        /** Bulk requests that are followed here. */
        requests: z.number(),
        /** Forms that are being filled in. */
        forms: z.number(),
        /** A bucket for its scripts is set up here, with its key. */
        hasBucket: z.boolean(),
      }),
    ),
    /** Forgets the workspace, its queue, its cache and its secret. The media of a local one stay on disk. */
    remove: call(inWorkspace, nothing),
    /** Tries to connect to the service now. */
    reconnect: call(inWorkspace, nothing),
    /**
     * Puts the newest good copy in the place of a local workspace's damaged or missing database; the damaged file is
     * kept. After the user agreed.
     */
    restoreCopy: call(inWorkspace, nothing),
  },
  maintenance,
  gallery: {
    /** A window of a folder's entries, or of the paths that match a search below it. */
    browse: call(
      inWorkspace.extend({
        /** "" for the top, otherwise ending in "/". */
        folder: z.string(),
        search: z.string().max(500),
        sort: z.enum(["name", "-name"]),
        ...page.shape,
      }),
      z.object({
        entries: z.array(galleryEntry),
        total: z.number(),
        /** True when a search stopped at its bound. */
        isTruncated: z.boolean(),
      }),
    ),
    /** The folders directly below one, for the tree. */
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
    /** How old what we show is, and whether it is being read again. */
    status: call(
      inWorkspace,
      z.object({
        fileCount: z.number(),
        readAt: moment.nullable(),
        isReading: z.boolean(),
        problem: problem.nullable(),
      }),
    ),
    /** Reads the gallery again from the service. Resolves when it is read. */
    refresh: call(inWorkspace, z.object({ added: z.number(), removed: z.number() })),
    /** How many files these paths (a folder ends in "/") stand for. */
    count: call(
      inWorkspace.extend({ paths: z.array(z.string()).max(100_000) }),
      z.object({ files: z.number() }),
    ),
    delete: call(inWorkspace.extend({ paths: z.array(z.string()).min(1).max(100_000) }), nothing),
  },
  plans: {
    /** Begins to read what was dropped; the plan grows while folders are walked. */
    create: call(
      inWorkspace.extend({
        /** What was dropped. */
        sourcePaths: z.array(filePath).min(1).max(100_000),
        targetFolder: z.string(),
      }),
      z.object({ planId: z.string() }),
    ),
    /** The same through the native dialog; null when the user thinks better of it. */
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
    /** Changes the target folder or what happens to conflicts. */
    change: call(
      z.object({
        planId: z.string(),
        targetFolder: z.string().optional(),
        conflictChoice: conflictChoice.optional(),
      }),
      plan,
    ),
    /** Queues the plan's files. When it returns, their rows are on disk. */
    confirm: call(z.object({ planId: z.string() }), z.object({ queued: z.number() })),
    discard: call(z.object({ planId: z.string() }), nothing),
  },
  uploads: {
    list: call(
      inWorkspace.extend({ filter: uploadFilter, search: z.string().max(500), ...page.shape }),
      z.object({ uploads: z.array(upload), total: z.number() }),
    ),
    summary: call(inWorkspace, uploadSummary),
    /** Pauses these uploads; parts already sent are kept. */
    pause: call(uploadSelection, nothing),
    resume: call(uploadSelection, nothing),
    cancel: call(uploadSelection, nothing),
    /** Puts cancelled ones back into the queue where they were: the undo of cancel. */
    restore: call(z.object({ ids: z.array(z.number().int()).max(100_000) }), nothing),
    /** Tries failed or waiting ones again now. A changed file starts from its beginning. */
    retry: call(uploadSelection, nothing),
    /** What becomes of those that stopped with "path-taken"; others of the selection stay as they are. */
    resolveConflicts: call(
      z.object({ selection: uploadSelection, choice: conflictChoice }),
      nothing,
    ),
    /** Puts these before all that wait. */
    moveToTop: call(uploadSelection, nothing),
    /** Takes finished and cancelled ones off the list. */
    clearDone: call(inWorkspace, z.object({ cleared: z.number() })),
    /** Pauses or resumes the whole queue of every workspace. */
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
    /** Versions, workspaces without their secrets, the queue in numbers, the log's last lines: all redacted. */
    report: call(nothing, z.object({ text: z.string() })),
    /** Checks the database file; the problems it names, none when it is whole. */
    checkDatabase: call(nothing, z.object({ problems: z.array(z.string()) })),
    /** Shows the folder of the log files in the system's file manager. */
    showLogs: call(nothing, nothing),
  },
};

/** What a "changed" event can say has changed; a query names the topics it depends on. */
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

/** The events of the main process. An event names what changed; queries then load it again. */
export const events = {
  changed: z.object({ topics: z.array(topic) }),
  /** At most four times a second while bytes move. */
  uploadsProgressed: z.object({
    uploads: z.array(uploadProgress),
    summaries: z.array(z.object({ workspaceId: z.string(), summary: uploadSummary })),
  }),
  /** An entry of the native menu was chosen; its id is an action of the window. */
  menuChosen: z.object({ action: z.string() }),
  /**
   * The window is to go there: a notification was clicked, or a link opened. The workspace is null where no workspace
   * of this computer is that of the link; `service` is the base URL that the link names, where it names one.
   */
  opened: z.object({ workspaceId: z.string().nullable(), service: z.string().optional(), route }),
};

type Calls = typeof calls;
type In<C> = C extends { input: infer I extends z.ZodType } ? I : never;
type Out<C> = C extends { output: infer O extends z.ZodType } ? O : never;

/** The handlers of the main process: parsed input, raw output, synchronous or not. */
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

/** How an answer crosses. */
export type Reply =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: string; message: string; details?: unknown } };

/** The only thing the preload exposes, as window.bridge. */
export interface Bridge {
  call(name: string, input: unknown): Promise<Reply>;
  /** Returns its own undo. */
  on(listener: (name: string, payload: unknown) => void): () => void;
  /**
   * The path of a DOM File that the user dropped or picked; "" when it has none. Main takes paths in calls that came
   * from here or from its own dialogs only. The seam itself knows no DOM.
   */
  pathOf(file: object): string;
}
