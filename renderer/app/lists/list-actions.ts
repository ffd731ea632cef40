/** Actions that most lists offer, with the icon, shortcut and tone that they have in every list. */
import Copy from "@lucide/svelte/icons/copy";
import Pencil from "@lucide/svelte/icons/pencil";
import Trash2 from "@lucide/svelte/icons/trash-2";
import type { Action } from "../actions.svelte";
import { runWithToast, copyText } from "../messages/run-with-toast";

type OwnPart = Pick<Action, "id" | "title" | "group" | "reason">;

interface CopyPart extends OwnPart {
  /** Resolves with the texts of the selected rows. */
  texts: () => Promise<readonly string[]>;
  /** The toast. */
  copied: (count: number) => string;
  /** False if the copy shortcut copies something else. Default: true. */
  hasShortcut?: boolean;
}

/** Copies a text of every selected row, one per line. */
export function copyAction({ texts, copied, hasShortcut = true, ...own }: CopyPart): Action {
  return {
    icon: Copy,
    ...(hasShortcut ? { shortcut: "Mod+C", isListShortcut: true } : {}),
    ...own,
    run: () =>
      runWithToast(async () => {
        const all = await texts();
        await copyText(all.join("\n"), copied(all.length));
      }),
  };
}

/** Opens the form of the selected row. */
export const editAction = (own: OwnPart & Pick<Action, "run">): Action => ({
  icon: Pencil,
  shortcut: "F2",
  isListShortcut: true,
  ...own,
});

/** Deletes the selected rows, or removes them if another icon is given. */
export const deleteAction = (own: OwnPart & Pick<Action, "run" | "icon">): Action => ({
  icon: Trash2,
  shortcut: "Delete",
  isListShortcut: true,
  tone: "danger",
  ...own,
});
