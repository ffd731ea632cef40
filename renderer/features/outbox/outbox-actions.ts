import Eraser from "@lucide/svelte/icons/eraser";
import Folder from "@lucide/svelte/icons/folder";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import Pencil from "@lucide/svelte/icons/pencil";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import X from "@lucide/svelte/icons/x";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { router } from "../../app/router.svelte";
import type { Selection } from "../../app/lists/selection.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";

const group = t.outbox.group;
/** Maximum number of entries per call. */
const idsLimit = 10_000;

type Change = (input: { workspaceId: string; entryIds: number[] }) => Promise<void>;

async function change(workspaceId: string, ids: readonly number[], run: Change): Promise<void> {
  for (let from = 0; from < ids.length; from += idsLimit)
    await run({ workspaceId, entryIds: ids.slice(from, from + idsLimit) });
}

const canRetry = ({ state }: OutboxEntry) => state === "waiting" || state === "refused";
const canDrop = ({ state }: OutboxEntry) => state !== "sending";

/**
 * Opens an entry for editing: the form of a batch or its languages, or the draft of a bulk request.
 */
async function edit(workspaceId: string, entry: OutboxEntry): Promise<void> {
  const { id, kind, projectId, resultId } = entry;
  if (kind === "languages") {
    router.go({ screen: "batch", projectId, batchId: resultId, entryId: id });
    return;
  }
  if (kind === "batch") {
    router.go({ screen: "new-batch", projectId, entryId: id });
    return;
  }
  await runWithToast(async () => {
    const { draftId } = await api.outbox.request({ workspaceId, entryId: id });
    if (draftId === null) toasts.show(t.outbox.tableDeleted);
    else router.go({ screen: "bulk", projectId, draftId });
  });
}

function openResult({ kind, projectId, resultId }: OutboxEntry): void {
  if (kind === "bulk") {
    const request = resultId === "" ? {} : { requestId: resultId };
    router.go({ screen: "bulk", projectId, draftId: null, ...request });
  } else if (resultId === "") router.go({ screen: "project", projectId, tab: "batches" });
  else router.go({ screen: "batch", projectId, batchId: resultId });
}

/** Removes entries and shows a toast that can undo it. */
async function drop(workspaceId: string, entries: readonly OutboxEntry[]): Promise<void> {
  const ids = entries.map(({ id }) => id);
  await change(workspaceId, ids, api.outbox.drop);
  toasts.show(t.outbox.dropped(ids.length, entries[0]?.name ?? ""), {
    action: {
      title: t.common.undo,
      run: () => void runWithToast(() => change(workspaceId, ids, api.outbox.restore)),
    },
  });
}

/** The actions on the selected entries. */
export function outboxActions(workspaceId: string, selection: Selection<OutboxEntry>): Action[] {
  const { count, isAll, rows } = selection;
  const single = count === 1 ? rows[0] : undefined;
  const none = count === 0 ? t.outbox.selectFirst : undefined;
  const isAny = (can: (entry: OutboxEntry) => boolean) => isAll || rows.some(can);
  const editReason =
    single?.state === "sent"
      ? t.outbox.editSent
      : single?.state === "sending"
        ? t.outbox.editSending
        : single
          ? undefined
          : t.outbox.selectOne;
  return [
    {
      id: "outbox.open",
      title: single?.kind === "bulk" ? t.outbox.openRequest : t.outbox.openResult,
      icon: FolderOpen,
      group,
      reason: single
        ? single.state === "sent"
          ? undefined
          : t.outbox.notSent
        : t.outbox.selectOne,
      run: () => single && openResult(single),
    },
    {
      id: "outbox.edit",
      title: t.outbox.edit,
      icon: Pencil,
      shortcut: "F2",
      isListShortcut: true,
      group,
      reason: editReason,
      run: () => single && edit(workspaceId, single),
    },
    {
      id: "outbox.retry",
      title: t.outbox.retry,
      icon: RotateCcw,
      shortcut: "r",
      isListShortcut: true,
      group,
      reason: none ?? (isAny(canRetry) ? undefined : t.outbox.nothingToRetry),
      run: () =>
        runWithToast(async () => {
          const entries = (await selection.resolve()).filter(canRetry);
          if (entries.length === 0) {
            toasts.show(t.outbox.nothingToRetry);
            return;
          }
          await change(
            workspaceId,
            entries.map(({ id }) => id),
            api.outbox.retry,
          );
          toasts.show(t.outbox.retried(entries.length));
        }),
    },
    {
      id: "outbox.open-project",
      title: t.outbox.openProject,
      icon: Folder,
      group,
      reason: single ? undefined : t.outbox.selectOne,
      run: () =>
        single && router.go({ screen: "project", projectId: single.projectId, tab: "batches" }),
    },
    {
      id: "outbox.drop",
      title: t.outbox.drop,
      icon: X,
      shortcut: "Delete",
      isListShortcut: true,
      group: "drop",
      reason: none ?? (isAny(canDrop) ? undefined : t.outbox.dropSending),
      run: () =>
        runWithToast(async () => {
          const entries = (await selection.resolve()).filter(canDrop);
          if (entries.length === 0) {
            toasts.show(t.outbox.dropSending);
            return;
          }
          await drop(workspaceId, entries);
          selection.clear();
        }),
    },
  ];
}

/** The action that removes all sent entries from the list. */
export function clearSentAction(workspaceId: string, sent: number): Action {
  return {
    id: "outbox.clear-sent",
    title: t.outbox.clearSent,
    icon: Eraser,
    group,
    reason: sent === 0 ? t.outbox.nothingSent : undefined,
    run: () => runWithToast(() => api.outbox.clearSent({ workspaceId })),
  };
}

/**
 * The default action of a row: opens the created batch or request; before that, opens the entry for
 * editing.
 */
export function openEntry(workspaceId: string, entry: OutboxEntry): void {
  if (entry.state === "sent") openResult(entry);
  else if (entry.state !== "sending") void edit(workspaceId, entry);
}
