import Copy from "@lucide/svelte/icons/copy";
import Plus from "@lucide/svelte/icons/plus";
import type { Action } from "../../app/actions.svelte";
import type { api } from "../../app/api";
import { attempt, copyText } from "../../app/run-with-toast";
import { needsService } from "../../domain/offline-reason";
import type { Selection } from "../../app/selection.svelte";
import type { Session } from "../../app/session.svelte";
import { t } from "../../app/strings";

/** A language of a project, with its progress over all batches. */
export type ProjectLanguage = Awaited<
  ReturnType<typeof api.projects.languages>
>["languages"][number];

export function addLanguagesAction(session: Session, open: () => void): Action {
  return {
    id: "languages.add",
    title: t.languages.add,
    icon: Plus,
    shortcut: "n",
    isListShortcut: true,
    group: t.languages.group,
    reason: needsService(session),
    run: open,
  };
}

/** The actions on the selected languages. The interface cannot remove languages. */
export function languageActions(selection: Selection<ProjectLanguage>): Action[] {
  return [
    {
      id: "languages.copy-id",
      title: t.languages.copyIds,
      icon: Copy,
      shortcut: "Mod+C",
      isListShortcut: true,
      group: t.languages.group,
      reason: selection.count === 0 ? t.languages.selectFirst : undefined,
      run: () =>
        attempt(async () => {
          const ids = (await selection.resolve()).map(({ languageId }) => languageId);
          await copyText(ids.join("\n"), t.languages.idsCopied(ids.length));
        }),
    },
  ];
}
