import CheckCheck from "@lucide/svelte/icons/check-check";
import FolderUp from "@lucide/svelte/icons/folder-up";
import Pause from "@lucide/svelte/icons/pause";
import Play from "@lucide/svelte/icons/play";
import Plus from "@lucide/svelte/icons/plus";
import RotateCcw from "@lucide/svelte/icons/rotate-ccw";
import type { UploadSummary } from "../../../preload/model";
import { actions, offerActions, type Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { formatSoon } from "../../app/format";
import { runWithToast } from "../../app/messages/run-with-toast";
import { uploadPlan } from "../../domain/upload-plan.svelte";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { manifestAction } from "./manifest";
import { actionsOf } from "./upload-actions";

/**
 * Registers the queue actions that are available on every screen. Call during the initialization of
 * the root component.
 */
export function offerQueueActions(session: Session): void {
  actions.offer("uploads", actionsOf);
  actions.offer("folder", (folder) => {
    const workspaceId = session.workspaceId;
    return workspaceId === null ? [] : uploadTo(workspaceId, folder);
  });
  offerActions(() => {
    const workspaceId = session.workspaceId;
    return workspaceId === null ? [] : queueActions(session, workspaceId);
  });
}

const hour = 60 * 60_000;

/** The choices of how long the present restriction of the upload hours is ignored. */
export function ignoreHoursActions(
  { kind, until }: NonNullable<UploadSummary["hours"]>,
  now: number,
): Action[] {
  const texts = t.uploads.hours;
  const ignore = (end: number) => runWithToast(() => api.uploads.ignoreHours({ until: end }));
  const group = t.uploads.group;
  const toEnd = kind === "limited" ? texts.fullSpeedUntil : texts.ignoreUntil;
  return [
    ...[1, 4]
      .filter((hours) => kind === "closed" && now + hours * hour < (until ?? Infinity))
      .map((hours) => ({
        id: `uploads.ignore-hours-${hours}`,
        title: texts.ignoreFor(hours),
        group,
        run: () => ignore(Date.now() + hours * hour),
      })),
    ...(until === null
      ? []
      : [
          {
            id: "uploads.ignore-hours",
            title: toEnd(formatSoon(until, now)),
            group,
            run: () => ignore(until),
          },
        ]),
  ];
}

function uploadTo(workspaceId: string, folder: string): Action[] {
  return [
    {
      id: "uploads.add-files-here",
      title: t.media.uploadFilesHere,
      icon: Plus,
      group: t.uploads.group,
      run: () => uploadPlan.choose(workspaceId, "files", folder),
    },
    {
      id: "uploads.add-folder-here",
      title: t.media.uploadFolderHere,
      icon: FolderUp,
      group: t.uploads.group,
      run: () => uploadPlan.choose(workspaceId, "folder", folder),
    },
    manifestAction(
      workspaceId,
      { folder },
      {
        id: "uploads.export-manifest-here",
        title: t.uploads.manifest.exportFolder,
        group: t.uploads.group,
      },
    ),
  ];
}

function queueActions(session: Session, workspaceId: string): Action[] {
  const group = t.uploads.group;
  const summary = session.summary;
  const isPaused = summary?.isPaused ?? false;
  const counts = summary?.counts;
  const open = (counts?.active ?? 0) + (counts?.waiting ?? 0);
  const target = router.route.screen === "media" ? router.route.folder : "";
  const hours = summary?.hours ?? null;
  return [
    ...(hours === null || hours.kind === "ignored" ? [] : ignoreHoursActions(hours, Date.now())),
    {
      id: "uploads.add-files",
      title: t.uploads.addFiles,
      icon: Plus,
      shortcut: "Mod+O",
      group,
      run: () => uploadPlan.choose(workspaceId, "files", target),
    },
    {
      id: "uploads.add-folder",
      title: t.uploads.addFolder,
      icon: FolderUp,
      shortcut: "Mod+Shift+O",
      group,
      run: () => uploadPlan.choose(workspaceId, "folder", target),
    },
    {
      id: "uploads.pause-all",
      title: isPaused ? t.uploads.resumeAll : t.uploads.pauseAll,
      icon: isPaused ? Play : Pause,
      shortcut: "Mod+Shift+P",
      group,
      reason: open === 0 && !isPaused ? t.uploads.nothingOpen : undefined,
      run: () => runWithToast(() => api.uploads.setPaused({ isPaused: !isPaused })),
    },
    {
      id: "uploads.retry-failed",
      title: t.uploads.retryFailed,
      icon: RotateCcw,
      group,
      reason: counts?.failed ? undefined : t.uploads.nothingFailed,
      run: () =>
        runWithToast(() => api.uploads.retry({ workspaceId, filter: "failed", search: "" })),
    },
    {
      id: "uploads.clear-done",
      title: t.uploads.clearDone,
      icon: CheckCheck,
      group,
      reason: counts?.done ? undefined : t.uploads.nothingDone,
      run: () =>
        runWithToast(async () => {
          const { cleared } = await api.uploads.clearDone({ workspaceId });
          toasts.show(t.uploads.cleared(cleared));
        }),
    },
  ];
}
