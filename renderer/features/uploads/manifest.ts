import FileDown from "@lucide/svelte/icons/file-down";
import type { ManifestResult } from "../../../preload/model";
import type { Action } from "../../app/actions.svelte";
import { api } from "../../app/api";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";
import { nameOf } from "../../domain/media-files";

type Selection = Parameters<typeof api.uploads.exportManifest>[0]["selection"];

/** The action that writes a manifest of the finished uploads of a selection. */
export const manifestAction = (
  workspaceId: string,
  selection: Selection,
  details: Pick<Action, "id" | "title" | "group" | "reason">,
): Action => ({
  ...details,
  icon: FileDown,
  run: () =>
    runWithToast(async () => {
      const result = await api.uploads.exportManifest({ workspaceId, selection });
      if (result)
        toasts.show(resultText(result), { tone: isComplete(result) ? "good" : "neutral" });
    }),
});

const isComplete = ({ files, unfinished }: ManifestResult) =>
  files.changed + files.missing + files.unreadable + unfinished === 0;

/** The result in sentences: what was saved, and everything without a row or without hashes. */
function resultText({ path, files, unfinished, replaced }: ManifestResult): string {
  const texts = t.uploads.manifest;
  const count = files.unchanged + files.changed + files.missing + files.unreadable;
  const sentences = [
    path === null ? texts.notWritten : texts.saved(count, nameOf(path)),
    files.changed > 0 && texts.changed(files.changed),
    files.missing > 0 && texts.missing(files.missing),
    files.unreadable > 0 && texts.unreadable(files.unreadable),
    unfinished > 0 && texts.unfinished(unfinished),
    replaced > 0 && texts.replaced(replaced),
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
