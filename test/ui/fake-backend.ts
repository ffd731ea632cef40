/** A backend in memory that validates input and output with the contract's schemas. */
import type { MaintenanceJob } from "../../preload/contract/maintenance";
import { calls, type Events, type Handlers, type Reply } from "../../preload/contract";
import type {
  Appearance,
  LanguageChoice,
  NetworkSettings,
  Plan,
  PlanEntry,
  Problem,
  Upload,
  UploadFilter,
  UploadSummary,
  Workspace,
} from "../../preload/model";
import { createFakeLists, type FakeLists } from "./fake-lists";
import { createFakeOutbox, type FakeOutbox } from "./fake-outbox";
import { hostedWorkspace, planFiles, someUploads } from "./fake-data";

/** The initial state. */
export interface FakeOptions {
  workspaces?: Workspace[];
  /** Gallery paths of files. */
  gallery?: string[];
  uploads?: Upload[];
  /** Active backups, restores and moves. */
  jobs?: MaintenanceJob[];
  summary?: Partial<UploadSummary>;
  isVaultPersistent?: boolean;
  isOnline?: boolean;
  /** Time of the last gallery sync, or null for never. */
  readAt?: number | null;
  galleryProblem?: Problem;
  planEntries?: PlanEntry[];
  plan?: Partial<Plan>;
  lists?: Partial<FakeLists>;
  outbox?: Partial<FakeOutbox>;
  views?: Record<string, string>;
  /** Form drafts by workspace and form as JSON; may be shared with another window. */
  forms?: Map<string, string>;
}

class CallError extends Error {
  readonly code: string;
  readonly details: unknown;
  constructor(code: string, message = "", details?: unknown) {
    super(message);
    this.code = code;
    this.details = details;
  }
}

interface Schemas {
  input: { parse: (value: unknown) => unknown };
  output: { parse: (value: unknown) => unknown };
}

const groups: Record<UploadFilter, (upload: Upload) => boolean> = {
  all: () => true,
  active: ({ state }) => ["preparing", "uploading", "completing"].includes(state),
  waiting: ({ state }) => state === "queued",
  paused: ({ state }) => state === "paused",
  failed: ({ state }) => state === "failed",
  done: ({ state }) => state === "done",
};

export type FakeBackend = ReturnType<typeof createFakeBackend>;

/** Creates a backend. Tests may read and change `state`, and then call `changed`. */
export function createFakeBackend(options: FakeOptions = {}) {
  const state = {
    workspaces: options.workspaces ?? [hostedWorkspace()],
    gallery: options.gallery ?? defaultGallery(),
    uploads: options.uploads ?? someUploads(),
    summary: options.summary ?? {},
    appearance: {
      theme: "system",
      contrast: "system",
      motion: "system",
      textSize: 1,
    } as Appearance,
    language: "system" as LanguageChoice,
    notifications: { uploads: true, batches: true },
    views: options.views ?? {},
    workspaceId: null as string | null,
    readAt: options.readAt === undefined ? Date.now() - 180_000 : options.readAt,
    isReading: false,
    plan: null as Plan | null,
    entries: options.planEntries ?? planFiles(),
    settings: { parallelFiles: 4, parallelParts: 6, partSize: 0 as number, bandwidthLimit: 0 },
  };
  /** All received calls, in order. */
  const received: { name: string; input: unknown }[] = [];
  const failures = new Map<string, CallError>();
  const blocked = new Map<string, Promise<void>>();
  let deliver: (name: string, payload: unknown) => void = () => undefined;

  const emit = <N extends keyof Events>(name: N, payload: Events[N]) => deliver(name, payload);
  const changed = (...topics: Events["changed"]["topics"]) => emit("changed", { topics });

  function summary(): UploadSummary {
    const counts = Object.fromEntries(
      Object.entries(groups).map(([name, is]) => [name, state.uploads.filter(is).length]),
    ) as UploadSummary["counts"];
    const visible = state.uploads.filter((upload) => upload.state !== "cancelled");
    return {
      counts: { ...counts, all: visible.length },
      totalBytes: visible.reduce((sum, upload) => sum + upload.size, 0),
      sentBytes: visible.reduce((sum, upload) => sum + upload.sentBytes, 0),
      speed: counts.active > 0 ? 118_000_000 : 0,
      secondsLeft: counts.active > 0 ? 247 : null,
      isPaused: false,
      suspension: null,
      ...state.summary,
    };
  }

  type Target = { ids: number[] } | { workspaceId: string; filter: UploadFilter; search: string };
  function setUploads(target: Target, change: (upload: Upload) => Partial<Upload>): Promise<void> {
    const isSelected = (upload: Upload) =>
      "ids" in target
        ? target.ids.includes(upload.id)
        : groups[target.filter](upload) && upload.name.includes(target.search);
    state.uploads = state.uploads.map((upload) =>
      isSelected(upload) ? { ...upload, ...change(upload) } : upload,
    );
    changed("uploads");
    return Promise.resolve();
  }

  function find(workspaceId: string): Workspace {
    const found = state.workspaces.find(({ id }) => id === workspaceId);
    if (!found) throw new CallError("not-found");
    return found;
  }
  function setWorkspace(workspaceId: string, change: Partial<Workspace>): Promise<void> {
    find(workspaceId);
    state.workspaces = state.workspaces.map((one) =>
      one.id === workspaceId ? { ...one, ...change } : one,
    );
    changed("workspaces");
    return Promise.resolve();
  }
  function addWorkspace(one: Workspace): Workspace {
    state.workspaces = [...state.workspaces, one];
    changed("workspaces");
    return one;
  }

  function currentPlan(): Plan {
    if (!state.plan) throw new CallError("not-found");
    return state.plan;
  }
  function createPlan(roots: string[], workspaceId: string, targetFolder: string): Plan {
    const of = (status: PlanEntry["status"]) => state.entries.filter((e) => e.status === status);
    const bytes = (list: PlanEntry[]) => list.reduce((sum, entry) => sum + entry.size, 0);
    const skipped: Record<string, number> = {};
    for (const { reason } of of("skipped"))
      if (reason) skipped[reason] = (skipped[reason] ?? 0) + 1;
    state.plan = {
      id: "plan-1",
      workspaceId,
      state: "ready",
      problem: null,
      targetFolder,
      conflictChoice: null,
      roots,
      counts: {
        new: of("new").length,
        conflict: of("conflict").length,
        skipped: of("skipped").length,
      },
      skipped,
      newBytes: bytes(of("new")),
      conflictBytes: bytes(of("conflict")),
      galleryReadAt: state.readAt,
      galleryProblem: null,
      ...options.plan,
    };
    return state.plan;
  }

  const under = (folder: string) => state.gallery.filter((path) => path.startsWith(folder));
  interface Level {
    of: string[];
    folders: Map<string, { fileCount: number; hasFolders: boolean }>;
    files: string[];
  }
  /** Folder levels, computed once per gallery, because a gallery may have a million paths. */
  const levels = new Map<string, Level>();
  function levelOf(folder: string): Level {
    const known = levels.get(folder);
    if (known?.of === state.gallery) return known;
    const level: Level = { of: state.gallery, folders: new Map(), files: [] };
    for (const path of under(folder)) {
      const rest = path.slice(folder.length);
      const slash = rest.indexOf("/");
      if (slash < 0) level.files.push(path);
      else {
        const below = folder + rest.slice(0, slash + 1);
        const counted = level.folders.get(below) ?? { fileCount: 0, hasFolders: false };
        counted.fileCount++;
        counted.hasFolders ||= rest.indexOf("/", slash + 1) >= 0;
        level.folders.set(below, counted);
      }
    }
    levels.set(folder, level);
    return level;
  }
  const nameOf = (path: string) => path.replace(/\/$/, "").split("/").at(-1) ?? path;

  const tools = {
    changed,
    createError: (code: string, message?: string, details?: unknown) =>
      new CallError(code, message, details),
  };
  const lists = createFakeLists(options.lists ?? {}, tools);
  const isOnline = (workspaceId: string) =>
    options.isOnline !== false && find(workspaceId).state === "online";
  const { delivered } = lists;
  const outbox = createFakeOutbox(options.outbox ?? {}, { ...tools, isOnline, delivered });
  /** By workspace and form. */
  const forms = options.forms ?? new Map<string, string>();
  let network: NetworkSettings = { proxy: "system", proxyUrl: "" };
  const handlers: Handlers = {
    network: {
      settings: () => network,
      setSettings: (next) => void (network = next),
    },
    forms: {
      get: ({ workspaceId, key }) => ({
        text: forms.get(JSON.stringify([workspaceId, key])) ?? null,
      }),
      set: ({ workspaceId, key, text }) => {
        const name = JSON.stringify([workspaceId, key]);
        if (text === null) forms.delete(name);
        else forms.set(name, text);
      },
    },
    ...lists.handlers,
    ...outbox.handlers,
    app: {
      state: () =>
        Promise.resolve({
          version: "0.1.0",
          platform: "linux",
          appearance: state.appearance,
          language: state.language,
          notifications: state.notifications,
          views: state.views,
          workspaceId: state.workspaceId,
          isVaultPersistent: options.isVaultPersistent ?? true,
          isOnline: options.isOnline ?? true,
        }),
      setAppearance: (value) => {
        state.appearance = value;
        changed("app", "settings");
        return Promise.resolve();
      },
      linkTo: ({ workspaceId, route: { screen } }) => ({
        link: `dubyard://open/${screen}?workspace=${workspaceId}`,
        isForThisComputer: find(workspaceId).kind === "local",
      }),
      leaveSafeScreen: () => undefined,
      quit: () => undefined,
      setLanguage: ({ language }) => {
        state.language = language;
        changed("app");
        return Promise.resolve();
      },
      setNotifications: (value) => {
        state.notifications = value;
        changed("app");
        return Promise.resolve();
      },
      offerActions: () => undefined,
      setView: ({ screen, view }) => {
        state.views = { ...state.views, [screen]: view };
        return Promise.resolve();
      },
      showWorkspace: ({ workspaceId }) => {
        state.workspaceId = workspaceId;
        return Promise.resolve();
      },
    },
    workspaces: {
      list: () => Promise.resolve(state.workspaces),
      test: () => Promise.resolve({ milliseconds: 84 }),
      connect: ({ clientSecret: _secret, ...rest }) =>
        Promise.resolve(addWorkspace({ ...hostedWorkspace(), ...rest, id: "connected" })),
      localDefaults: () =>
        Promise.resolve({ dataDir: "/home/sam/Dubyard", freeBytes: 412_300_000_000 }),
      chooseLocalFolder: () =>
        Promise.resolve({ dataDir: "/media/raid/dubyard", freeBytes: 8_100_000_000_000 }),
      createLocal: ({ dataDir }) =>
        Promise.resolve(
          addWorkspace({
            ...hostedWorkspace(),
            id: "local",
            name: "This computer",
            kind: "local",
            baseUrl: "",
            clientId: "",
            dataDir,
          }),
        ),
      rename: ({ workspaceId, name }) => setWorkspace(workspaceId, { name }),
      replaceSecret: ({ workspaceId, clientId, authScheme }) =>
        setWorkspace(workspaceId, { clientId, authScheme, state: "online", problem: null }),
      usage: ({ workspaceId }) => {
        find(workspaceId);
        return {
          pendingRequests: outbox.state.entries.filter((one) => one.state !== "sent").length,
          bulkDrafts: outbox.state.drafts.length,
          trackedRequests: outbox.state.requests.length,
          formDrafts: [...forms.keys()].filter((key) => key.startsWith(`["${workspaceId}"`)).length,
          hasBucket: outbox.state.store.kind === "bucket",
        };
      },
      remove: ({ workspaceId }) => {
        find(workspaceId);
        state.workspaces = state.workspaces.filter(({ id }) => id !== workspaceId);
        changed("workspaces");
        return Promise.resolve();
      },
      reconnect: ({ workspaceId }) => setWorkspace(workspaceId, { state: "online", problem: null }),
      restoreCopy: ({ workspaceId }) =>
        setWorkspace(workspaceId, { state: "online", problem: null }),
    },
    maintenance: {
      jobs: () => options.jobs ?? [],
      statistics: () => ({
        projects: 3,
        batches: { ready: 2, casting: 10 },
        lines: 12_345,
        characters: 40,
        glossaryLines: 7,
        users: 5,
        scripts: 9,
        mediaFiles: 1_204,
        mediaBytes: 812_000_000_000,
      }),
      backUp: () => ({
        folder: "/media/raid/Dubyard backup",
        files: 1_204,
        bytes: 812_000_000_000,
      }),
      restore: () => ({ folder: "/media/raid/Dubyard backup", files: 2, bytes: 2_000_000 }),
      restoreAsNew: () => {
        const made = { ...hostedWorkspace(), id: "restored", name: "Dubyard 2" };
        addWorkspace({ ...made, kind: "local", baseUrl: "", dataDir: "/home/sam/Dubyard 2" });
        return { workspaceId: "restored" };
      },
      moveFolder: ({ workspaceId }) => {
        void setWorkspace(workspaceId, { dataDir: "/media/raid/Dubyard" });
        return { folder: "/media/raid/Dubyard", files: 0, bytes: 0 };
      },
      cancel: () => undefined,
    },
    gallery: {
      browse: ({ folder, search, sort, offset, limit }) => {
        const { folders, files } = levelOf(folder);
        const isMatch = (path: string) => path.toLowerCase().includes(search.toLowerCase());
        const paths = search === "" ? [...folders.keys(), ...files] : under(folder).filter(isMatch);
        if (sort === "-name") paths.reverse();
        const entries = paths.slice(offset, offset + limit).map((path) => ({
          path,
          name: nameOf(path),
          isFolder: path.endsWith("/"),
          fileCount: folders.get(path)?.fileCount ?? 1,
        }));
        return Promise.resolve({ entries, total: paths.length, isTruncated: false });
      },
      folders: ({ folder, offset, limit }) => {
        const { folders } = levelOf(folder);
        const all = [...folders].map(([path, rest]) => ({ path, name: nameOf(path), ...rest }));
        return Promise.resolve({ folders: all.slice(offset, offset + limit), total: all.length });
      },
      status: () =>
        Promise.resolve({
          fileCount: state.gallery.length,
          readAt: state.readAt,
          isReading: state.isReading,
          problem: options.galleryProblem ?? null,
        }),
      refresh: () => {
        state.readAt = Date.now();
        changed("gallery");
        return Promise.resolve({ added: 12, removed: 3 });
      },
      count: ({ paths }) =>
        Promise.resolve({
          files: state.gallery.filter((file) => paths.some((path) => isUnder(file, path))).length,
        }),
      delete: ({ paths }) => {
        state.gallery = state.gallery.filter((file) => !paths.some((path) => isUnder(file, path)));
        changed("gallery");
        return Promise.resolve();
      },
    },
    plans: {
      create: ({ workspaceId, sourcePaths, targetFolder }) => {
        const { id } = createPlan(sourcePaths.map(nameOf), workspaceId, targetFolder);
        return Promise.resolve({ planId: id });
      },
      choose: ({ workspaceId, targetFolder }) =>
        Promise.resolve({ planId: createPlan(["season-2"], workspaceId, targetFolder).id }),
      get: () => Promise.resolve(currentPlan()),
      entries: ({ status, offset, limit }) => {
        const all = state.entries.filter((entry) => entry.status === status);
        return Promise.resolve({ entries: all.slice(offset, offset + limit), total: all.length });
      },
      change: ({ targetFolder, conflictChoice }) => {
        const plan = currentPlan();
        state.plan = {
          ...plan,
          targetFolder: targetFolder ?? plan.targetFolder,
          conflictChoice: conflictChoice ?? plan.conflictChoice,
        };
        changed("plans");
        return Promise.resolve(state.plan);
      },
      confirm: () => {
        const plan = currentPlan();
        const isTaken = plan.conflictChoice !== "skip";
        state.plan = null;
        changed("uploads");
        return Promise.resolve({ queued: plan.counts.new + (isTaken ? plan.counts.conflict : 0) });
      },
      discard: () => {
        state.plan = null;
        return Promise.resolve();
      },
    },
    uploads: {
      list: ({ filter, search, offset, limit }) => {
        const all = state.uploads.filter(
          (upload) => groups[filter](upload) && upload.galleryPath.includes(search),
        );
        return Promise.resolve({ uploads: all.slice(offset, offset + limit), total: all.length });
      },
      summary: () => Promise.resolve(summary()),
      pause: (target) => setUploads(target, () => ({ state: "paused" })),
      resume: (target) => setUploads(target, () => ({ state: "queued" })),
      cancel: (target) => setUploads(target, () => ({ state: "cancelled" })),
      restore: (target) => setUploads(target, () => ({ state: "queued" })),
      retry: (target) => setUploads(target, () => ({ state: "queued", problem: null })),
      resolveConflicts: ({ selection, choice }) =>
        setUploads(selection, ({ problem, state: before }) =>
          problem?.code === "path-taken"
            ? { state: choice === "skip" ? "cancelled" : "queued", problem: null }
            : { state: before },
        ),
      moveToTop: (target) => setUploads(target, () => ({})),
      clearDone: () => {
        const before = state.uploads.length;
        state.uploads = state.uploads.filter(({ state: one }) => one !== "done");
        changed("uploads");
        return Promise.resolve({ cleared: before - state.uploads.length });
      },
      setPaused: ({ isPaused }) => {
        state.summary = { ...state.summary, isPaused, speed: 0, secondsLeft: null };
        changed("uploads");
        return Promise.resolve();
      },
      showInFolder: () => Promise.resolve(),
      settings: () => Promise.resolve({ ...state.settings }),
      setSettings: (settings) => {
        state.settings = settings;
        changed("settings");
        return Promise.resolve();
      },
    },
  };

  return {
    state,
    /** Data of the service; tests may change it, and then call `changed`. */
    lists: lists.state,
    /** Scripts, pending requests and bulk tables; tests may change them, and then call `changed`. */
    outbox: outbox.state,
    /** Form drafts. */
    forms,
    /** The lists on screen, as each call reported them. */
    shownLists: lists.shown,
    received,
    emit,
    changed,
    summary,
    /** The names of the received calls. */
    calledNames: () => received.map(({ name }) => name),
    /** The input of the last call with a name. */
    lastInput: (name: string) => received.findLast((one) => one.name === name)?.input,
    /** Makes a call fail from now on; with null it succeeds again. */
    failCall(name: string, code: string | null, message = "", details?: unknown): void {
      if (code === null) failures.delete(name);
      else failures.set(name, new CallError(code, message, details));
    },
    /** Blocks a call until the returned function is called. */
    blockCall(name: string): () => void {
      let release: () => void = () => undefined;
      blocked.set(
        name,
        new Promise((resolve) => {
          release = () => {
            blocked.delete(name);
            resolve();
          };
        }),
      );
      return release;
    },
    onEvent(listener: (name: string, payload: unknown) => void): void {
      deliver = listener;
    },
    async call(name: string, input: unknown): Promise<Reply> {
      received.push({ name, input });
      const [group = "", method = ""] = name.split(".");
      const schemas = (calls as unknown as Record<string, Record<string, Schemas>>)[group]?.[
        method
      ];
      const handler = (
        handlers as unknown as Record<string, Record<string, (value: unknown) => Promise<unknown>>>
      )[group]?.[method];
      try {
        await blocked.get(name);
        const failure = failures.get(name);
        if (failure) throw failure;
        if (!schemas || !handler) throw new CallError("unknown-call", name);
        // The page sends undefined as null.
        const parsed = schemas.input.parse(input ?? undefined);
        return { ok: true, value: schemas.output.parse(await handler(parsed)) };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { code, message, details } = error;
        return { ok: false, error: { code, message, ...(details ? { details } : {}) } };
      }
    },
  };
}

function isUnder(file: string, path: string): boolean {
  return path.endsWith("/") ? file.startsWith(path) : file === path;
}

function defaultGallery(): string[] {
  const paths: string[] = ["trailer_final_v3.mov"];
  for (const season of [1, 2])
    for (let episode = 1; episode <= 10; episode++) {
      const folder = `season-${season}/episode-${String(episode).padStart(2, "0")}/`;
      paths.push(`${folder}S0${season}E${String(episode).padStart(2, "0")}_conform.mov`);
      paths.push(`${folder}stems/dialogue.wav`, `${folder}stems/music_and_effects.wav`);
    }
  return paths.sort();
}
