import Radio from "@lucide/svelte/icons/radio";
import Rows3 from "@lucide/svelte/icons/rows-3";
import { actions, offerActions } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { bulkImport } from "../../domain/bulk-import.svelte";
import { formatDateTime } from "../../app/format";
import { needsService } from "../../domain/offline-reason";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/messages/toasts.svelte";
import { followDialog } from "./requests/follow-dialog.svelte";

/**
 * Registers the bulk actions that are available on every screen. Call during the initialization of
 * the root component.
 */
export function offerBulkActions(session: Session): void {
  actions.offer("folder", (folder) =>
    folder === ""
      ? []
      : [
          {
            id: "bulk.from-gallery",
            title: t.bulk.galleryImport.action,
            icon: Rows3,
            group: t.bulk.group,
            run: () => bulkImport.begin([folder]),
          },
        ],
  );
  offerActions(() => {
    if (session.workspaceId === null) return [];
    const { route } = router;
    const projectId = "projectId" in route ? route.projectId : null;
    return [
      {
        id: "batches.bulk",
        title: t.bulk.action,
        icon: Rows3,
        group: t.batches.group,
        reason: projectId === null ? t.bulk.needsProject : undefined,
        run: () => projectId !== null && router.go({ screen: "bulk", projectId, draftId: null }),
      },
      {
        id: "bulk.follow",
        title: t.bulk.follow.action,
        icon: Radio,
        group: t.bulk.group,
        reason: needsService(session),
        run: () => (followDialog.open = { requestId: "", projectId }),
      },
    ];
  });
}

/** Creates an empty draft with a default name and resolves with its id. */
export async function createDraft(workspaceId: string, projectId: string): Promise<number> {
  const name = t.bulk.drafts.newName(formatDateTime(Date.now()));
  return (await api.bulk.createDraft({ workspaceId, projectId, name })).id;
}

/** Creates an empty draft and opens it. */
export async function createAndOpenDraft(workspaceId: string, projectId: string): Promise<void> {
  await runWithToast(async () => {
    const draftId = await createDraft(workspaceId, projectId);
    router.go({ screen: "bulk", projectId, draftId });
  });
}

/**
 * Creates and opens a draft for dropped files and folders; the editor matches their videos and
 * scripts for review.
 */
export async function createDraftFromPaths(
  workspaceId: string,
  projectId: string,
  paths: string[],
): Promise<void> {
  await runWithToast(async () => {
    const [first = ""] = paths;
    const name = paths.length === 1 ? (first.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : "";
    const draftId =
      name === ""
        ? await createDraft(workspaceId, projectId)
        : (await api.bulk.createDraft({ workspaceId, projectId, name: name.slice(0, 200) })).id;
    bulkImport.setFiles(draftId, paths);
    router.go({ screen: "bulk", projectId, draftId });
  });
}

/** Saves the template workbook of bulk requests without rows, to be filled in another program. */
export async function saveTemplate(): Promise<void> {
  await runWithToast(async () => {
    const saved = await api.scripts.saveTemplate({ kind: "bulk", languages: [] });
    if (saved) toasts.show(t.bulk.drafts.templateSaved(saved.path), { tone: "good" });
  });
}
