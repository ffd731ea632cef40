import Archive from "@lucide/svelte/icons/archive";
import ArchiveRestore from "@lucide/svelte/icons/archive-restore";
import CalendarClock from "@lucide/svelte/icons/calendar-clock";
import FolderOpen from "@lucide/svelte/icons/folder-open";
import FlaskConical from "@lucide/svelte/icons/flask-conical";
import Plus from "@lucide/svelte/icons/plus";
import type { Project } from "../../../preload/model/resources";
import { isArchived } from "../../../preload/facts/rules";
import { offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { copyAction, deleteAction, editAction } from "../../app/lists/list-actions";
import { runWithToast } from "../../app/messages/run-with-toast";
import { addSample, hasSample } from "../../domain/sample-project";
import { needsService } from "../../domain/offline-reason";
import { scheduleDialog } from "../../domain/schedules.svelte";
import { router } from "../../app/router.svelte";
import { isInProject } from "../../app/routes";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { dialogs } from "./dialogs.svelte";

/**
 * Registers the project actions that are available on every screen. Call during the initialization
 * of the root component.
 */
export function offerProjectActions(session: Session): void {
  offerActions(() => {
    if (session.workspaceId === null) return [];
    // Inside a project the same shortcut creates a batch.
    return [
      {
        id: "projects.create",
        title: t.projects.create,
        icon: Plus,
        ...(isInProject(router.route.screen) ? {} : { shortcut: "Mod+N" }),
        group: t.projects.group,
        reason: needsService(session),
        run: () => (dialogs.open = { kind: "new" }),
      },
      ...(hasSample(session)
        ? [
            {
              id: "projects.add-sample",
              title: t.samples.add,
              icon: FlaskConical,
              group: t.projects.group,
              reason: needsService(session),
              run: () => addSample(session.workspaceId ?? ""),
            },
          ]
        : []),
    ];
  });
}

/** Archives or restores projects and shows a toast that can undo it. True on success. */
async function setArchived(
  session: Session,
  projects: readonly Project[],
  isArchived: boolean,
): Promise<boolean> {
  const workspaceId = session.workspaceId ?? "";
  const projectIds = projects.map(({ id }) => id);
  const set = (value: boolean) =>
    runWithToast(() => api.projects.setArchived({ workspaceId, projectIds, isArchived: value }));
  if (!(await set(isArchived))) return false;
  const text = isArchived ? t.projects.archivedSome : t.projects.unarchivedSome;
  toasts.show(text(projects.length), {
    action: { title: t.common.undo, run: () => void set(!isArchived) },
  });
  return true;
}

/** The selected projects that actions apply to. */
export interface ProjectSelection {
  /** Number of selected projects, including those that are not loaded. */
  count: number;
  resolve: () => Promise<readonly Project[]>;
  /**
   * Called after the projects were deleted, archived or restored: they are no longer in the list.
   */
  onRemoved?: () => void;
}

/** The actions on projects: `known` are the loaded ones of a selection, or a single project. */
export function projectActions(
  session: Session,
  known: readonly Project[],
  selection: ProjectSelection = { count: known.length, resolve: () => Promise.resolve(known) },
): Action[] {
  const { count, resolve } = selection;
  const single = count === 1 ? known[0] : undefined;
  const none = count === 0 ? t.projects.selectFirst : undefined;
  const offlineReason = needsService(session);
  const isKnown = known.length === count;
  const has = (archived: boolean) =>
    !isKnown || known.some((project) => isArchived(project) === archived);
  const group = t.projects.group;
  const onRemoved = selection.onRemoved ?? (() => undefined);
  const setArchivedAction = (isArchiving: boolean) => () =>
    runWithToast(async () => {
      const all = await resolve();
      const affected = all.filter((project) => isArchived(project) !== isArchiving);
      if (await setArchived(session, affected, isArchiving)) onRemoved();
    });
  return [
    {
      id: "projects.open",
      title: t.projects.open,
      icon: FolderOpen,
      shortcut: "Enter",
      isListShortcut: true,
      group,
      reason: single ? undefined : t.projects.selectOne,
      run: () => single && router.go({ screen: "project", projectId: single.id, tab: "batches" }),
    },
    editAction({
      id: "projects.rename",
      title: t.projects.rename,
      group,
      reason: single ? offlineReason : t.projects.selectOne,
      run: () => single && (dialogs.open = { kind: "rename", project: single }),
    }),
    {
      id: "projects.schedule",
      title: t.schedules.edit,
      icon: CalendarClock,
      group,
      reason: single ? offlineReason : t.projects.selectOne,
      run: () =>
        single &&
        (scheduleDialog.open = { projectId: single.id, batchId: null, name: single.name }),
    },
    {
      id: "projects.archive",
      title: t.projects.archive,
      icon: Archive,
      group,
      reason: none ?? (has(false) ? offlineReason : t.projects.nothingToArchive),
      run: setArchivedAction(true),
    },
    {
      id: "projects.unarchive",
      title: t.projects.unarchive,
      icon: ArchiveRestore,
      group,
      reason: none ?? (has(true) ? offlineReason : t.projects.nothingToUnarchive),
      run: setArchivedAction(false),
    },
    copyAction({
      id: "projects.copy-id",
      title: count > 1 ? t.projects.copyIds(count) : t.projects.copyId,
      group,
      reason: none,
      hasShortcut: false,
      texts: async () => (await resolve()).map(({ id }) => id),
      copied: t.projects.idCopied,
    }),
    deleteAction({
      id: "projects.delete",
      title: t.projects.delete,
      group: `${group}/delete`,
      reason: none ?? offlineReason,
      run: () =>
        runWithToast(async () => {
          const projects = await resolve();
          if (projects.length === 0) return;
          dialogs.open = { kind: "delete", projects, onDeleted: onRemoved };
        }),
    }),
  ];
}
