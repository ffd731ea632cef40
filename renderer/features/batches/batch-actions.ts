import CalendarClock from "@lucide/svelte/icons/calendar-clock";
import Copy from "@lucide/svelte/icons/copy";
import CopyPlus from "@lucide/svelte/icons/copy-plus";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import AudioLines from "@lucide/svelte/icons/audio-lines";
import CircleStop from "@lucide/svelte/icons/circle-stop";
import Languages from "@lucide/svelte/icons/languages";
import ListChecks from "@lucide/svelte/icons/list-checks";
import PackageCheck from "@lucide/svelte/icons/package-check";
import Plus from "@lucide/svelte/icons/plus";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import Trash2 from "@lucide/svelte/icons/trash-2";
import UserPlus from "@lucide/svelte/icons/user-plus";
import type { Batch } from "../../../preload/model/resources";
import { offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast, copyText } from "../../app/messages/run-with-toast";
import { lacks } from "../../domain/capabilities";
import { needsService } from "../../domain/offline-reason";
import { scheduleDialog } from "../../domain/schedules.svelte";
import { confirm } from "../../app/messages/confirm.svelte";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { deliveryWay } from "../../domain/delivery-way";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { dialogs } from "./dialogs.svelte";

const group = t.batches.group;

/**
 * Registers the batch actions that are available on every screen. Call during the initialization of
 * the root component.
 */
export function offerBatchActions(session: Session): void {
  offerActions(() => {
    if (session.workspaceId === null) return [];
    const { route } = router;
    const projectId = "projectId" in route ? route.projectId : null;
    return [
      {
        id: "batches.create",
        title: t.batches.create,
        icon: Plus,
        ...(projectId === null ? {} : { shortcut: "Mod+N" }),
        group,
        reason: projectId === null ? t.batches.createInProject : undefined,
        run: () => projectId !== null && router.go({ screen: "new-batch", projectId }),
      },
      ...outsideOfBatches(session, "batchId" in route),
    ];
  });
}

/** What an open batch offers: shown with its reason on other screens, so that it can be found. */
function outsideOfBatches(session: Session, isInBatch: boolean): Action[] {
  if (isInBatch) return [];
  const reason = t.batches.openFirst;
  const none = () => undefined;
  return [
    ...(session.offers("review")
      ? [
          {
            id: "batches.review",
            title: t.batches.review,
            icon: ListChecks,
            group,
            reason,
            run: none,
          },
        ]
      : []),
    ...(deliveryWay(session) !== null
      ? [
          {
            id: "delivery.open",
            title: t.delivery.open,
            icon: PackageCheck,
            group,
            reason,
            run: none,
          },
        ]
      : []),
  ];
}

/** The selected batches that actions apply to. */
export interface BatchSelection {
  projectId: string;
  /** The selected batches that are loaded. */
  known: readonly Batch[];
  /** Number of selected batches, including those that are not loaded. */
  count: number;
  resolve: () => Promise<readonly Batch[]>;
  onDeleted: () => void;
}

async function deleteBatches(session: Session, selection: BatchSelection): Promise<void> {
  const workspaceId = session.workspaceId ?? "";
  const { projectId } = selection;
  await runWithToast(async () => {
    const batches = await selection.resolve();
    const [first] = batches;
    if (!first) return;
    const isConfirmed = await confirm({
      title: t.batches.deleteTitle(batches.length, first.name),
      text: t.batches.deleteText(
        batches.slice(0, 3).map(({ name }) => name),
        Math.max(0, batches.length - 3),
      ),
      confirm: t.batches.deleteAction(batches.length),
      tone: "danger",
    });
    if (!isConfirmed) return;
    await api.batches.delete({ workspaceId, projectId, batchIds: batches.map(({ id }) => id) });
    toasts.show(t.batches.deleted(batches.length, first.name));
    selection.onDeleted();
  });
}

/** Starts or stops the dubs of the selected batches. */
async function changeDubs(
  session: Session,
  selection: BatchSelection,
  change: "start" | "stop",
): Promise<void> {
  const workspaceId = session.workspaceId ?? "";
  const { projectId } = selection;
  await runWithToast(async () => {
    const batchIds = (await selection.resolve()).map(({ id }) => id);
    const input = { workspaceId, projectId, batchIds, languageIds: null };
    const { count } = await api.dubs[change](input);
    toasts.show(t.dubs.changed[change](count));
  });
}

/** Opens the form of a new batch, prefilled from another batch. */
const openFilledForm = (projectId: string, fromBatchId: string, variant: "again" | "copy") =>
  router.go({ screen: "new-batch", projectId, fromBatchId, variant });

/** The actions on the selected batches of a project. */
export function batchActions(session: Session, selection: BatchSelection): Action[] {
  const { count, projectId } = selection;
  const single = count === 1 ? selection.known[0] : undefined;
  const none = count === 0 ? t.batches.selectFirst : undefined;
  const offlineReason = needsService(session);
  const hasDubs = session.offers("dubs");
  const inferenceReason = lacks(session, "inference")
    ? t.capabilities.reasons.inference
    : undefined;
  return [
    {
      id: "batches.open",
      title: t.batches.open,
      icon: FolderOpen,
      shortcut: "Enter",
      isListShortcut: true,
      group,
      reason: single ? undefined : t.batches.selectOne,
      run: () => single && router.go({ screen: "batch", projectId, batchId: single.id }),
    },
    {
      id: "batches.add-languages",
      title: t.batches.addLanguages,
      icon: Languages,
      group,
      reason: single ? undefined : t.batches.selectOne,
      run: () => single && (dialogs.open = { kind: "languages", batch: single }),
    },
    {
      id: "batches.schedule",
      title: t.schedules.edit,
      icon: CalendarClock,
      group,
      reason: single ? offlineReason : t.batches.selectOne,
      run: () =>
        single && (scheduleDialog.open = { projectId, batchId: single.id, name: single.name }),
    },
    {
      id: "batches.assign-members",
      title: t.batches.assignMembers,
      icon: UserPlus,
      group,
      reason: single ? offlineReason : t.batches.selectOne,
      run: () => single && (dialogs.open = { kind: "assign", batch: single, languageIds: [] }),
    },
    ...(hasDubs
      ? [
          {
            id: "batches.start-dubs",
            title: t.dubs.start,
            icon: AudioLines,
            group,
            reason: none ?? offlineReason ?? inferenceReason,
            run: () => changeDubs(session, selection, "start"),
          },
          {
            id: "batches.stop-dubs",
            title: t.dubs.stop,
            icon: CircleStop,
            group,
            reason: none ?? offlineReason,
            run: () => changeDubs(session, selection, "stop"),
          },
        ]
      : []),
    {
      id: "batches.create-again",
      title: t.batches.createAgain,
      icon: RotateCcw,
      group,
      reason: !single
        ? t.batches.selectOne
        : single.group === "failed"
          ? undefined
          : t.batches.createAgainReason,
      run: () => single && openFilledForm(projectId, single.id, "again"),
    },
    {
      id: "batches.duplicate",
      title: t.batches.duplicate,
      icon: CopyPlus,
      group,
      reason: single ? undefined : t.batches.selectOne,
      run: () => single && openFilledForm(projectId, single.id, "copy"),
    },
    {
      id: "batches.copy-id",
      title: count > 1 ? t.batches.copyIds(count) : t.batches.copyId,
      icon: Copy,
      group,
      reason: none,
      run: () =>
        runWithToast(async () => {
          const ids = (await selection.resolve()).map(({ id }) => id);
          await copyText(ids.join("\n"), t.batches.idCopied(ids.length));
        }),
    },
    {
      id: "batches.delete",
      title: t.batches.delete,
      icon: Trash2,
      shortcut: "Delete",
      isListShortcut: true,
      tone: "danger",
      group: `${group}/delete`,
      reason: none ?? offlineReason,
      run: () => deleteBatches(session, selection),
    },
  ];
}
