/** Wiring of the application itself: its settings, forms and diagnostics. */
import type { Handlers } from "../../preload/contract";
import type { Context } from "./context";
import { createBatteryPauses } from "./dubs/battery-pauses";
import { createDiagnostics } from "./diagnostics/diagnostics";
import { createLinks } from "./links/links";
import { createOverviewStore } from "./overview/store";
import { kindKey, scopeOf } from "./lists/list-definitions";
import type { Lists } from "./lists/lists";
import type { BackendDeps } from "./ports";
import { createAppHandlers, createShownWorkspace } from "./settings/app";
import { removeMissingRecent, removeRecentOf } from "./settings/recent";
import { createForms } from "./settings/forms";
import type { ComposedUploads } from "./compose-uploads";
import type { ComposedWorkspaces } from "./compose-workspaces";

interface ComposeApplicationDeps {
  context: Context;
  ports: BackendDeps;
  /** The path of the database. */
  file: string;
  shownWorkspace: ReturnType<typeof createShownWorkspace>;
  links: Pick<ReturnType<typeof createLinks>, "to">;
  batteryPauses: Pick<ReturnType<typeof createBatteryPauses>, "update">;
  base: ComposedWorkspaces;
  media: ComposedUploads;
  overviewStore: Pick<ReturnType<typeof createOverviewStore>, "items">;
  lists: Pick<Lists, "get" | "onSynced">;
}

/** Wires the calls of the application itself. */
export function composeApplication(
  deps: ComposeApplicationDeps,
): Pick<Handlers, "app" | "forms" | "diagnostics"> {
  const { file, shownWorkspace, links, batteryPauses, overviewStore, lists } = deps;
  const { db, changed, log, now } = deps.context;
  const { version, platform, ui } = deps.ports;
  const { workspaces } = deps.base;
  const { gallery, queue } = deps.media;
  // After the removal: until then, the window may show something of the workspace.
  workspaces.afterRemove((workspaceId) =>
    ui.offerRecent?.(removeRecentOf(platform.preferences, workspaceId)),
  );

  lists.onSynced((workspaceId, list, { error }) => {
    if (error !== null || (list.kind !== "projects" && list.kind !== "batches")) return;
    const key = kindKey(workspaceId, list.kind, scopeOf(list));
    const has = (id: string) => lists.get(key, id) !== null;
    const left = removeMissingRecent(platform.preferences, { workspaceId, list, has });
    if (left) ui.offerRecent?.(left);
  });

  return {
    app: createAppHandlers({
      version,
      platform,
      ui,
      shownWorkspace,
      linkTo: links.to,
      changed,
      onInferenceSettings: batteryPauses.update,
    }),
    forms: createForms(db),
    diagnostics: createDiagnostics({
      version,
      workspaces: workspaces.list,
      uploads: (workspaceId) => queue.summary(workspaceId),
      galleryFiles: (workspaceId) => gallery.status(workspaceId).fileCount,
      listItems: overviewStore.items,
      database: { file, db },
      logFiles: platform.logFiles,
      dialogs: ui.dialogs,
      log,
      now,
    }),
  };
}
