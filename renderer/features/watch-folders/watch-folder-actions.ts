import FolderOpen from "@lucide/svelte/icons/folder-open";
import FolderSearch from "@lucide/svelte/icons/folder-search";
import FolderSync from "@lucide/svelte/icons/folder-sync";
import Pause from "@lucide/svelte/icons/pause";
import Play from "@lucide/svelte/icons/play";
import Plus from "@lucide/svelte/icons/plus";
import Upload from "@lucide/svelte/icons/upload";
import X from "@lucide/svelte/icons/x";
import type { WatchFolder } from "../../../preload/contract/watch-folders";
import { offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { copyAction, deleteAction, editAction } from "../../app/lists/list-actions";
import type { Selection } from "../../app/lists/selection.svelte";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { editor } from "./watch-folder-editor.svelte";
import { folderName } from "../../domain/media-files";

const { group } = t.watchFolders;
const texts = t.watchFolders.actions;

/**
 * Registers the actions that are available on every screen. Call during the initialization of the
 * root component.
 */
export function offerWatchFolderActions(session: Session): void {
  offerActions(() => {
    const { workspaceId } = session;
    if (workspaceId === null) return [];
    return [
      {
        id: "watch-folders.add",
        title: texts.add,
        icon: Plus,
        group,
        run: () => runWithToast(() => add(workspaceId)),
      },
      {
        id: "go.watch-folders",
        title: t.navigation.goTo(t.watchFolders.title),
        icon: FolderSync,
        shortcut: "Mod+8",
        group: t.navigation.goToGroup,
        run: () => router.go({ screen: "watch-folders" }),
      },
    ];
  });
}

/** Opens the native dialog, then the form for the chosen folder. */
async function add(workspaceId: string): Promise<void> {
  const route = router.route;
  const sourcePath = await api.watchFolders.choose({ startAt: "" });
  if (sourcePath === null) return;
  const parent = route.screen === "media" ? route.folder : "";
  const targetFolder = `${parent}${folderName(sourcePath)}/`;
  editor.edited = { workspaceId, folder: null, sourcePath, targetFolder };
}

async function remove(folders: readonly WatchFolder[]): Promise<void> {
  const removed: number[] = [];
  const isDone = await runWithToast(async () => {
    for (const { id } of folders) {
      await api.watchFolders.remove({ id });
      removed.push(id);
    }
  });
  const [first] = folders;
  if (!first || removed.length === 0) return;
  toasts.show(t.watchFolders.removed(removed.length, folderName(first.sourcePath)), {
    ...(isDone ? {} : { tone: "bad" }),
    action: {
      title: t.common.undo,
      run: () =>
        void runWithToast(async () => {
          for (const id of removed) await api.watchFolders.restore({ id });
        }),
    },
  });
}

export function edit(workspaceId: string, folder: WatchFolder): void {
  editor.edited = { workspaceId, folder };
}

/** The actions on the selected watch folders. */
export function watchFolderActions(
  workspaceId: string,
  selection: Selection<WatchFolder>,
): Action[] {
  const { count, rows } = selection;
  const single = count === 1 ? rows[0] : undefined;
  const none = count === 0 ? t.watchFolders.selectFirst : undefined;
  const notOne = single ? undefined : t.watchFolders.selectOne;
  const isAny = (isPaused: boolean) =>
    selection.isAll || rows.some((folder) => folder.isPaused === isPaused);
  const setPaused = (isPaused: boolean) =>
    runWithToast(async () => {
      for (const folder of await selection.resolve())
        if (folder.isPaused !== isPaused)
          await api.watchFolders.setPaused({ id: folder.id, isPaused });
    });
  return [
    editAction({
      id: "watch-folders.edit",
      title: texts.edit,
      group,
      reason: notOne,
      run: () => single && edit(workspaceId, single),
    }),
    {
      id: "watch-folders.pause",
      title: texts.pause,
      icon: Pause,
      shortcut: "p",
      isListShortcut: true,
      group,
      reason: none ?? (isAny(false) ? undefined : t.watchFolders.nothingToPause),
      run: () => setPaused(true),
    },
    {
      id: "watch-folders.resume",
      title: texts.resume,
      icon: Play,
      shortcut: "r",
      isListShortcut: true,
      group,
      reason: none ?? (isAny(true) ? undefined : t.watchFolders.nothingToResume),
      run: () => setPaused(false),
    },
    {
      id: "watch-folders.show-uploads",
      title: texts.showUploads,
      icon: Upload,
      group: "show",
      reason: notOne,
      run: () => single && showUploads(single),
    },
    {
      id: "watch-folders.show-in-gallery",
      title: texts.showInGallery,
      icon: FolderOpen,
      group: "show",
      reason: notOne,
      run: () => single && router.go({ screen: "media", folder: single.targetFolder }),
    },
    {
      id: "watch-folders.show",
      title: texts.show,
      icon: FolderSearch,
      group: "show",
      reason: notOne,
      run: () => single && runWithToast(() => api.watchFolders.show({ id: single.id })),
    },
    copyAction({
      id: "watch-folders.copy-path",
      title: t.common.copyPath,
      group: "show",
      reason: none,
      texts: async () => (await selection.resolve()).map(({ sourcePath }) => sourcePath),
      copied: t.media.copied,
    }),
    deleteAction({
      id: "watch-folders.remove",
      title: texts.remove,
      icon: X,
      group: "remove",
      reason: none,
      run: async () => {
        await remove(await selection.resolve());
        selection.clear();
      },
    }),
  ];
}

/** The uploads to the target folder and the folders below it. */
function showUploads({ targetFolder }: WatchFolder): void {
  router.go({ screen: "uploads", ...(targetFolder === "" ? {} : { search: targetFolder }) });
}
