import Plus from "@lucide/svelte/icons/plus";
import type { Action } from "../../app/actions.svelte";
import type { api } from "../../app/api";
import { copyAction } from "../../app/lists/list-actions";
import { needsService } from "../../domain/offline-reason";
import type { Selection } from "../../app/lists/selection.svelte";
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
    copyAction({
      id: "languages.copy-id",
      title: t.languages.copyIds,
      group: t.languages.group,
      reason: selection.count === 0 ? t.languages.selectFirst : undefined,
      texts: async () => (await selection.resolve()).map(({ languageId }) => languageId),
      copied: t.languages.idsCopied,
    }),
  ];
}
