import Download from "@lucide/svelte/icons/download";
import type { DownloadResult } from "../../../preload/contract/gallery";
import type { ErrorCode } from "../../../preload/model";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";
import { folderName, nameOf } from "../../domain/media-files";
import { needsService } from "../../domain/offline-reason";

/** The id of the action. */
export const downloadId = "media.download";

interface Selected {
  session: Session;
  workspaceId: string;
  paths: () => Promise<readonly string[]>;
}

/**
 * The action that downloads the selection; none if the service does not offer it. `none`: that
 * nothing is selected.
 */
export function downloadActions(
  { session, workspaceId, paths }: Selected,
  none: string | undefined,
): Action[] {
  if (!session.offers("media-files")) return [];
  const run = () =>
    runWithToast(async () => {
      const result = await api.downloads.start({ workspaceId, paths: [...(await paths())] });
      if (result) showResult(result);
    });
  return [
    {
      id: downloadId,
      title: t.downloads.action,
      icon: Download,
      group: t.media.group,
      reason: none ?? needsService(session),
      run,
    },
  ];
}

/** What was saved, and everything that was not. */
function showResult(result: DownloadResult): void {
  const { id, files, missing, folder, isCancelled, problem, stoppedAt } = result;
  const texts = t.downloads;
  const sentences = [
    isCancelled && texts.cancelled,
    files > 0 || (problem === null && !isCancelled && missing === 0)
      ? texts.saved(files, folderName(folder))
      : false,
    missing > 0 && texts.missing(missing),
    problem !== null &&
      (stoppedAt === ""
        ? `${reasonOf(problem.code)}.`
        : texts.stopped(nameOf(stoppedAt), reasonOf(problem.code))),
  ];
  toasts.show(sentences.filter((sentence) => sentence !== false).join(" "), {
    tone: problem || missing > 0 ? "bad" : isCancelled ? "neutral" : "good",
    action:
      files > 0
        ? {
            title: t.uploads.showInFolder,
            run: () => void runWithToast(() => api.downloads.show({ id })),
          }
        : null,
  });
}

function reasonOf(code: ErrorCode): string {
  const own: Partial<Record<ErrorCode, string>> = t.downloads.reasons;
  const known = Object.hasOwn(t.errors, code) ? t.errors[code] : t.errors.internal;
  return own[code] ?? known.sentence;
}
