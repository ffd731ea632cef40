import FolderSearch from "@lucide/svelte/icons/folder-search";
import type { GalleryEntry } from "../../../preload/model";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { ownDrag } from "../../app/own-drag";
import { toasts } from "../../app/messages/toasts.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

/** The most files that are dragged at once. */
const maxDragged = 1_000;

/** Whether the files of the current workspace are on this computer. */
const isLocal = (session: Session) => session.workspace?.kind === "local";

/** The action that shows the selected file of a local workspace in the file manager. */
export function showInFolderActions(
  session: Session,
  workspaceId: string,
  single: GalleryEntry | undefined,
): Action[] {
  if (!isLocal(session) || !single || single.isFolder) return [];
  const { path } = single;
  return [
    {
      id: "media.show-in-folder",
      title: t.uploads.showInFolder,
      icon: FolderSearch,
      group: t.media.group,
      run: () =>
        runWithToast(async () => {
          const { isShown } = await api.gallery.showInFolder({ workspaceId, path });
          if (!isShown) toasts.show(t.media.otherName(1));
        }),
    },
  ];
}

/**
 * Begins to drag a file of a local workspace to another program, with the other selected files if
 * it is one of them. Undefined for what cannot be dragged.
 */
export function dragOfEntry(
  session: Session,
  workspaceId: string,
  selected: (entry: GalleryEntry) => Promise<readonly GalleryEntry[]>,
): ((entry: GalleryEntry) => (() => unknown) | undefined) | undefined {
  if (!isLocal(session)) return undefined;
  return (entry) => {
    if (entry.isFolder) return undefined;
    return async () => {
      const isDragged = await runWithToast(async () => {
        const files = (await selected(entry)).filter(({ isFolder }) => !isFolder);
        const paths = files.slice(0, maxDragged).map(({ path }) => path);
        ownDrag.begin(paths.map((path) => `media/${path}`));
        const { dragged } = await api.gallery.drag({ workspaceId, paths });
        if (dragged === 0) ownDrag.end();
        if (dragged < paths.length) toasts.show(t.media.otherName(paths.length - dragged));
      });
      if (!isDragged) ownDrag.end();
    };
  };
}
