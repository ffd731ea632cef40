import ArrowDown from "@lucide/svelte/icons/arrow-down";
import ArrowDownToLine from "@lucide/svelte/icons/arrow-down-to-line";
import ArrowUp from "@lucide/svelte/icons/arrow-up";
import ArrowUpToLine from "@lucide/svelte/icons/arrow-up-to-line";
import Copy from "@lucide/svelte/icons/copy";
import FolderSearch from "@lucide/svelte/icons/folder-search";
import Pause from "@lucide/svelte/icons/pause";
import Play from "@lucide/svelte/icons/play";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import Undo2 from "@lucide/svelte/icons/undo-2";
import CopyPlus from "@lucide/svelte/icons/copy-plus";
import Replace from "@lucide/svelte/icons/replace";
import SkipForward from "@lucide/svelte/icons/skip-forward";
import X from "@lucide/svelte/icons/x";
import { maxMovedByOne, uploadMoves } from "../../../preload/facts/upload-order";
import type { ConflictChoice, Upload, UploadMove, UploadState } from "../../../preload/model";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast, copyText } from "../../app/messages/run-with-toast";
import { confirm } from "../../app/messages/confirm.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { manifestAction } from "./manifest";
import { detailsText } from "./upload-state";

/** The input of calls on uploads: ids, or a filter and search that select a whole list. */
export type UploadTarget = Parameters<typeof api.uploads.pause>[0];

/** Not in the bulk bar, which has no space for it; in menus and in the command palette. */
export const manifestActionId = "uploads.export-manifest";

const openStates: readonly UploadState[] = ["queued", "preparing", "uploading", "completing"];

/**
 * Cancels uploads. Cancelling by ids can be undone with the toast; a whole list requires
 * confirmation.
 */
async function cancel(target: UploadTarget, count: number): Promise<void> {
  if ("ids" in target) {
    const { ids } = target;
    if (!(await runWithToast(() => api.uploads.cancel({ ids })))) return;
    toasts.show(t.uploads.cancelled(ids.length), {
      action: {
        title: t.common.undo,
        run: () => void runWithToast(() => api.uploads.restore({ ids })),
      },
    });
    return;
  }
  const isConfirmed = await confirm({
    title: t.uploads.cancelManyTitle(count),
    text: t.uploads.cancelManyText,
    confirm: t.uploads.cancelManyAction(count),
    tone: "danger",
  });
  if (isConfirmed) await runWithToast(() => api.uploads.cancel(target));
}

/** Whether the upload failed because its gallery path was taken after it was planned. */
export const isPathTaken = (upload: Upload) =>
  upload.state === "failed" && upload.problem?.code === "path-taken";

/** Whether the upload failed because its file became shorter: a retry sends its present content. */
export const isShorter = (upload: Upload) => upload.problem?.code === "file-truncated";

const conflictIcons = { replace: Replace, rename: CopyPlus, skip: SkipForward };

/** The actions on uploads whose gallery path is taken; empty if none of the rows is one. */
function conflictActions(rows: readonly Upload[], target: UploadTarget): Action[] {
  const ids = rows.filter(isPathTaken).map((row) => row.id);
  if (ids.length === 0) return [];
  const selection = "ids" in target ? { ids } : target;
  const resolve = (choice: ConflictChoice) =>
    runWithToast(() => api.uploads.resolveConflicts({ selection, choice }));
  return (["replace", "rename", "skip"] as const).map((choice) => ({
    id: `uploads.conflict-${choice}`,
    title: t.uploads.conflict[choice],
    icon: conflictIcons[choice],
    group: t.uploads.group,
    run: () => resolve(choice),
  }));
}

const moves: Record<UploadMove, { icon: typeof ArrowUp; shortcut: string }> = {
  top: { icon: ArrowUpToLine, shortcut: "Alt+Home" },
  up: { icon: ArrowUp, shortcut: "Alt+ArrowUp" },
  down: { icon: ArrowDown, shortcut: "Alt+ArrowDown" },
  bottom: { icon: ArrowDownToLine, shortcut: "Alt+End" },
};
/** Not in the bulk bar, which has space for one of them; in menus and in the command palette. */
export const menuMoveIds: readonly string[] = uploadMoves
  .filter((to) => to !== "top")
  .map((to) => `uploads.move-${to}`);

/**
 * The actions that change the order of waiting uploads. The last move can be undone with the toast.
 */
function moveActions(target: UploadTarget, count: number, reason: string | undefined): Action[] {
  async function move(to: UploadMove): Promise<void> {
    await runWithToast(async () => {
      const moved = await api.uploads.move({ selection: target, to });
      // A move by one is undone by its opposite.
      if (to === "up" || to === "down") return;
      toasts.show(t.uploads.moved[to](count), {
        action: {
          title: t.common.undo,
          run: () => void runWithToast(() => api.uploads.undoMove(moved)),
        },
      });
    });
  }
  const isMany = !("ids" in target) || count > maxMovedByOne;
  return uploadMoves.map((to) => ({
    id: `uploads.move-${to}`,
    title: t.uploads.move[to],
    ...moves[to],
    isListShortcut: true,
    group: t.uploads.group,
    reason:
      reason ?? (isMany && (to === "up" || to === "down") ? t.uploads.tooManyToMove : undefined),
    run: () => move(to),
  }));
}

/**
 * The actions on several uploads; an action is enabled if it applies to at least one of them.
 * `known` are the loaded rows of the target, which for a whole list are not all.
 */
export function bulkActions(
  rows: readonly Upload[],
  target: UploadTarget,
  count: number,
  known: readonly Upload[] = rows,
): Action[] {
  const group = t.uploads.group;
  // Of a whole list only some rows are loaded: the main process skips uploads that an action does
  // not apply to.
  const isAll = !("ids" in target);
  const reason = (states: readonly UploadState[], text: string) => {
    if (count === 0) return t.uploads.noneSelected;
    return isAll || rows.some((row) => states.includes(row.state)) ? undefined : text;
  };
  const waits = rows.some((row) => row.state === "queued" && row.problem !== null);
  const workspaceId = "ids" in target ? (rows[0]?.workspaceId ?? "") : target.workspaceId;
  const isChanged = rows.length > 0 && rows.every(isShorter);
  return [
    ...conflictActions(known, target),
    {
      id: "uploads.pause",
      title: t.uploads.pause,
      icon: Pause,
      shortcut: "p",
      isListShortcut: true,
      group,
      reason: reason(openStates, t.uploads.notPausable),
      run: () => runWithToast(() => api.uploads.pause(target)),
    },
    {
      id: "uploads.resume",
      title: t.uploads.resume,
      icon: Play,
      shortcut: "r",
      isListShortcut: true,
      group,
      reason: reason(["paused"], t.uploads.notResumable),
      run: () => runWithToast(() => api.uploads.resume(target)),
    },
    {
      id: "uploads.retry",
      title: isChanged ? t.uploads.startAgain : t.uploads.retry,
      icon: RotateCcw,
      shortcut: "t",
      isListShortcut: true,
      group,
      reason: waits ? undefined : reason(["failed"], t.uploads.notRetryable),
      run: () => runWithToast(() => api.uploads.retry(target)),
    },
    ...moveActions(target, count, reason(["queued", "paused"], t.uploads.notMovable)),
    manifestAction(workspaceId, target, {
      id: manifestActionId,
      title: t.uploads.manifest.export,
      group,
      reason: reason(["done"], t.uploads.manifest.nothingFinished),
    }),
    {
      id: "uploads.cancel",
      title: t.uploads.cancel,
      icon: X,
      shortcut: "Delete",
      isListShortcut: true,
      tone: "danger",
      group,
      reason: reason([...openStates, "paused", "failed"], t.uploads.notCancellable),
      run: () => cancel(target, count),
    },
  ];
}

/** The enabled actions on loaded uploads, for the menus of rows and the details pane. */
export function actionsOf(rows: readonly Upload[]): Action[] {
  const ids = rows.map((row) => row.id);
  const list = bulkActions(rows, { ids }, rows.length).filter(
    (action) => action.reason === undefined,
  );
  const cancelled = rows.filter((row) => row.state === "cancelled").map((row) => row.id);
  if (cancelled.length > 0) {
    list.push({
      id: "uploads.restore",
      title: t.uploads.restore,
      icon: Undo2,
      group: t.uploads.group,
      run: () => runWithToast(() => api.uploads.restore({ ids: cancelled })),
    });
  }
  const [row] = rows;
  if (rows.length === 1 && row) {
    list.push({
      id: "uploads.show-in-folder",
      title: t.uploads.showInFolder,
      icon: FolderSearch,
      group: "file",
      run: () => runWithToast(() => api.uploads.showInFolder({ id: row.id })),
    });
  }
  list.push({
    id: "uploads.copy-details",
    title: t.common.copyDetails,
    icon: Copy,
    group: "file",
    run: () => copyText(rows.map(detailsText).join("\n\n"), t.common.copied),
  });
  return list;
}
