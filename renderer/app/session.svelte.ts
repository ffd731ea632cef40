import { SvelteMap } from "svelte/reactivity";
import { createContext, onDestroy, untrack } from "svelte";
import { needsUser } from "../../preload/facts/errors";
import type { ExtensionName } from "../../preload/facts/extensions";
import type { UploadProgress, UploadSummary, Workspace } from "../../preload/model";
import { api, listen } from "./api";
import { runWithToast } from "./messages/run-with-toast";
import { query } from "./query.svelte";
import { router } from "./router.svelte";
import { isInProject, type Route } from "./routes";

/**
 * State shared by all screens: the application, its workspaces, the current workspace and its
 * upload counts.
 */
export class Session {
  /** The application's own state. */
  app = query(["app", "settings"], () => api.app.state());
  /** Updates of the application. */
  updates = query(["updates"], () => api.updates.status());
  list = query(["workspaces"], () => api.workspaces.list());
  #chosenId = $state<string | null>(null);
  workspace = $derived.by<Workspace | null>(() => {
    const all = this.list.data ?? [];
    const id = this.#chosenId ?? this.app.data?.workspaceId;
    return all.find((workspace) => workspace.id === id) ?? all[0] ?? null;
  });
  /** Only the id, so that a new name or state of the workspace repeats no query. */
  workspaceId = $derived(this.workspace?.id ?? null);
  #summary = query(["uploads"], () => {
    const workspaceId = this.workspaceId;
    return workspaceId === null ? null : api.uploads.summary({ workspaceId });
  });
  /** The upload summaries of the other workspaces, whose uploads continue. */
  #others = query(["uploads", "workspaces"], () => {
    const ids = this.workspaces.map(({ id }) => id).filter((id) => id !== this.workspaceId);
    return ids.length === 0
      ? null
      : Promise.all(
          ids.map(async (workspaceId) => {
            const summary = await api.uploads.summary({ workspaceId });
            return [workspaceId, summary] as const;
          }),
        );
  });
  /** The items of the current workspace that need attention or are running. */
  overview = query(["projects", "batches", "casting", "bulk"], () => {
    const workspaceId = this.workspaceId;
    return workspaceId === null ? null : api.overview.get({ workspaceId });
  });
  #outbox = query(["outbox"], () => {
    const workspaceId = this.workspaceId;
    if (workspaceId === null) return null;
    const input = { workspaceId, projectId: "", filter: "open", offset: 0, limit: 200 } as const;
    return api.outbox.list(input);
  });
  /** The unsent requests: their number, and the first entries. */
  outbox = $derived.by(() => {
    const { counts, entries = [] } = this.#outbox.data ?? {};
    const of = (state: "waiting" | "sending" | "refused") => counts?.[state] ?? 0;
    const refused = of("refused");
    return { entries, refused, open: of("waiting") + of("sending") + refused };
  });
  /** Summaries received by events, newer than the queried ones. */
  #reported = new SvelteMap<string, UploadSummary>();
  /** Progress of each active upload, applied to the rows without loading them again. */
  progress = new SvelteMap<number, UploadProgress>();

  /**
   * When this computer went offline; null while it is online, and if it was offline at the start.
   */
  offlineSince = $state<number | null>(null);

  constructor() {
    let wasOnline = false;
    $effect.pre(() => {
      if (this.isOnline) this.offlineSince = null;
      else if (wasOnline) this.offlineSince = Date.now();
      wasOnline = this.isOnline && this.app.data !== undefined;
    });
    onDestroy(
      listen("uploadsProgressed", ({ uploads, summaries }) => {
        for (const progress of uploads) this.progress.set(progress.id, progress);
        this.#removeEnded(uploads);
        for (const { workspaceId, summary } of summaries) this.#reported.set(workspaceId, summary);
      }),
    );
    let shownId: string | null = null;
    $effect.pre(() => {
      const id = this.workspaceId;
      if (shownId !== null && !this.workspaces.some((one) => one.id === shownId))
        this.#leave(shownId);
      shownId = id;
    });
    // A new query result is newer than any earlier event.
    $effect.pre(() => {
      if (this.#summary.data && this.workspaceId !== null) this.#reported.delete(this.workspaceId);
    });
    $effect.pre(() => {
      for (const [workspaceId] of this.#others.data ?? []) this.#reported.delete(workspaceId);
    });
  }

  /** Removes uploads that are no longer active, so that the map does not grow without bound. */
  #removeEnded(moving: readonly UploadProgress[]): void {
    if (this.progress.size < 500) return;
    const ids = moving.map(({ id }) => id);
    for (const id of [...this.progress.keys()]) if (!ids.includes(id)) this.progress.delete(id);
  }

  /** Whether the service of the current workspace has announced an extension. */
  offers(name: ExtensionName): boolean {
    return this.workspace?.extensions.includes(name) ?? false;
  }

  /** The upload summary of the current workspace. */
  get summary(): UploadSummary | null {
    const reported = this.workspaceId === null ? undefined : this.#reported.get(this.workspaceId);
    return reported ?? this.#summary.data ?? null;
  }

  /**
   * The number of items that need attention: each batch, casting, refused request and failed bulk
   * request; failed uploads and a suspended queue count as one each.
   */
  get attentionCount(): number {
    const { counts, suspension } = this.summary ?? { suspension: null };
    const failed = counts && counts.failed > 0 ? 1 : 0;
    const suspended = suspension && needsUser(suspension.code) ? 1 : 0;
    const { total = 0, requests = [] } = this.overview.data ?? {};
    const bulk = requests.filter(({ isOver }) => isOver).length;
    return total + bulk + this.outbox.refused + failed + suspended;
  }

  /** How many uploads of a workspace are not finished; 0 while the number is not known. */
  openUploads(workspaceId: string): number {
    const queried = this.#others.data?.find(([id]) => id === workspaceId)?.[1];
    const summary =
      workspaceId === this.workspaceId
        ? this.summary
        : (this.#reported.get(workspaceId) ?? queried);
    return summary ? summary.counts.all - summary.counts.done : 0;
  }

  /** Whether an update waits for the user. */
  get hasUpdate(): boolean {
    const update = this.updates.data?.state;
    if (update?.kind === "offered") return !update.isLater;
    return update?.kind === "ready" || update?.kind === "restart-needed";
  }

  get workspaces(): readonly Workspace[] {
    return this.list.data ?? [];
  }

  get isOnline(): boolean {
    return this.app.data?.isOnline ?? true;
  }

  /** The last route of each workspace. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is rendered from it
  #lastRoutes = new Map<string, Route>();

  /** The current workspace was removed: its route does not apply to the next one. */
  #leave(workspaceId: string): void {
    this.#lastRoutes.delete(workspaceId);
    if (untrack(() => router.route.screen) !== "settings") router.go({ screen: "overview" });
  }

  /**
   * Shows a workspace at its last route. Without one, a project screen becomes the list of
   * projects.
   */
  show(workspaceId: string): void {
    const { route } = router;
    if (workspaceId !== this.workspaceId) {
      if (this.workspaceId !== null) this.#lastRoutes.set(this.workspaceId, route);
      const { screen } = route;
      const last = this.#lastRoutes.get(workspaceId);
      if (last) router.go(last);
      else if (isInProject(screen)) router.go({ screen: "projects" });
      else if (screen === "media") router.go({ screen: "media", folder: "" });
    }
    this.#chosenId = workspaceId;
    void runWithToast(() => api.app.showWorkspace({ workspaceId }));
  }
}

const [getSession, setSession] = createContext<Session>();
/** The session of this window. */
export const useSession = getSession;

/** Creates the session. Called by the root component only. */
export function provideSession(): Session {
  return setSession(new Session());
}
