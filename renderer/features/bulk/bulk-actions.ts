import Radio from "@lucide/svelte/icons/radio";
import Rows3 from "@lucide/svelte/icons/rows-3";
import { actions, offerActions } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { attempt } from "../../app/run-with-toast";
import { bulkIntake } from "../../domain/bulk-import.svelte";
import { formatMoment } from "../../app/format";
import { needsService } from "../../domain/offline-reason";
import { router } from "../../app/router.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";
import { followDialog } from "./follow-dialog.svelte";

/** Offers what works from every screen. The root component's to call. */
export function offerBulkActions(session: Session): void {
  actions.offer("folder", (folder) =>
    folder === ""
      ? []
      : [
          {
            id: "bulk.from-gallery",
            title: t.bulk.intake.action,
            icon: Rows3,
            group: t.bulk.group,
            run: () => bulkIntake.begin([folder]),
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

/** Makes an empty table and resolves with its id; what it is called can be changed. */
export async function makeTable(workspaceId: string, projectId: string): Promise<number> {
  const name = t.bulk.drafts.newName(formatMoment(Date.now()));
  return (await api.bulk.createDraft({ workspaceId, projectId, name })).id;
}

/** Makes an empty table and opens it. */
export async function createTable(workspaceId: string, projectId: string): Promise<void> {
  await attempt(async () => {
    const draftId = await makeTable(workspaceId, projectId);
    router.go({ screen: "bulk", projectId, draftId });
  });
}

/** Makes a table of the videos and scripts in dropped files and folders: opened, they are matched and shown first. */
export async function createTableFrom(
  workspaceId: string,
  projectId: string,
  paths: string[],
): Promise<void> {
  await attempt(async () => {
    const [first = ""] = paths;
    const name = paths.length === 1 ? (first.split(/[\\/]/).filter(Boolean).at(-1) ?? "") : "";
    const draftId =
      name === ""
        ? await makeTable(workspaceId, projectId)
        : (await api.bulk.createDraft({ workspaceId, projectId, name: name.slice(0, 200) })).id;
    bulkIntake.handOverFiles(draftId, paths);
    router.go({ screen: "bulk", projectId, draftId });
  });
}

/** Saves the workbook of a bulk request without rows, to be filled elsewhere. */
export async function saveTemplate(): Promise<void> {
  await attempt(async () => {
    const saved = await api.scripts.saveTemplate({ kind: "bulk", languages: [] });
    if (saved) toasts.show(t.bulk.drafts.templateSaved(saved.path), { tone: "good" });
  });
}
