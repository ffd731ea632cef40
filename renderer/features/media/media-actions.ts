import CornerLeftUp from "@lucide/svelte/icons/corner-left-up";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import RefreshCw from "@lucide/svelte/icons/refresh-cw";
import Rows3 from "@lucide/svelte/icons/rows-3";
import type { GalleryEntry } from "../../../preload/model";
import { actions, offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { copyAction, deleteAction } from "../../app/lists/list-actions";
import { runWithToast } from "../../app/messages/run-with-toast";
import { bulkImport } from "../../domain/bulk-import.svelte";
import { folderOf, nameOf } from "../../domain/media-files";
import { refreshReason } from "../../domain/offline-reason";
import { confirm } from "../../app/messages/confirm.svelte";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { downloadActions } from "./download-action";
import { showInFolderActions } from "./local-file-actions";

/** Syncs the gallery and shows the number of changes in a toast. */
export async function refreshGallery(workspaceId: string): Promise<void> {
  await runWithToast(
    async () => {
      const { added, removed } = await api.gallery.refresh({ workspaceId });
      toasts.show(t.media.refreshed(added, removed));
    },
    async ({ code }) => {
      if (router.route.screen !== "media") return false;
      // The media screen shows the problem of the last sync.
      const status = await api.gallery.status({ workspaceId }).catch(() => null);
      return status?.problem?.code === code;
    },
  );
}

/**
 * Registers the gallery actions that are available on every screen. Call during the initialization
 * of the root component.
 */
export function offerGalleryActions(session: Session): void {
  offerActions(() => {
    const workspaceId = session.workspaceId;
    if (workspaceId === null) return [];
    return [
      {
        id: "media.refresh",
        title: t.media.refreshGallery,
        icon: RefreshCw,
        group: t.media.group,
        reason: refreshReason(session),
        run: () => refreshGallery(workspaceId),
      },
    ];
  });
}

/** The state of the screen that the actions on a selection use. */
export interface MediaContext {
  session: Session;
  workspaceId: string;
  /** Number of selected entries, including those that are not loaded. */
  count: number;
  /** The selected paths; for a whole folder, the folder itself. */
  paths: () => Promise<readonly string[]>;
  /** The selected entry if exactly one is selected. */
  single: GalleryEntry | undefined;
  onDeleted: () => void;
}

async function deletePaths(context: MediaContext): Promise<void> {
  const { workspaceId } = context;
  await runWithToast(async () => {
    const paths = [...(await context.paths())];
    if (paths.length === 0) return;
    const { files } = await api.gallery.count({ workspaceId, paths });
    const isConfirmed = await confirm({
      title: t.media.deleteTitle(files),
      text: t.media.deleteText(
        paths.slice(0, 3).map((path) => (path.endsWith("/") ? `${nameOf(path)}/` : nameOf(path))),
        Math.max(0, paths.length - 3),
      ),
      confirm: t.media.deleteAction(files),
      tone: "danger",
    });
    if (!isConfirmed) return;
    await api.gallery.delete({ workspaceId, paths });
    toasts.show(t.media.deleted(files));
    context.onDeleted();
  });
}

/** The actions on the selected entries of the gallery. */
export function selectionActions(context: MediaContext): Action[] {
  const { count, single, session } = context;
  const none = count === 0 ? t.media.nothingSelected : undefined;
  const list: Action[] = [];
  if (single?.isFolder) {
    list.push({
      id: "media.open",
      title: t.media.open,
      icon: FolderOpen,
      shortcut: "Enter",
      isListShortcut: true,
      group: t.media.group,
      run: () => router.go({ screen: "media", folder: single.path }),
    });
    list.push(...actions.for("folder", single.path));
  } else {
    list.push({
      id: "bulk.from-selection",
      title: t.bulk.galleryImport.actionOf(count),
      icon: Rows3,
      group: t.media.group,
      reason: none,
      run: () => runWithToast(async () => bulkImport.begin(await context.paths())),
    });
  }
  list.push(
    ...showInFolderActions(session, context.workspaceId, single),
    ...downloadActions(context, none),
    {
      ...copyAction({
        id: "media.copy-paths",
        title: count > 1 ? t.media.copyPaths(count) : t.media.copyPath,
        group: t.media.group,
        reason: none,
        texts: () => context.paths(),
        copied: t.media.copied,
      }),
      // The shortcut works in the folder tree as well.
      isListShortcut: false,
    },
    deleteAction({
      id: "media.delete",
      title: t.media.delete,
      group: "delete",
      reason: none ?? (refreshReason(session) && t.media.deleteOffline),
      run: () => deletePaths(context),
    }),
  );
  return list;
}

/** The actions on the current folder. */
export function folderActions(folder: string): Action[] {
  const list = actions.for("folder", folder);
  if (folder === "") return list;
  const up: Action = {
    id: "media.up",
    title: t.media.up,
    icon: CornerLeftUp,
    shortcut: "Backspace",
    isListShortcut: true,
    group: t.media.group,
    run: () => router.go({ screen: "media", folder: folderOf(folder) }),
  };
  return [...list, up];
}
