import type { Action } from "../../../app/actions.svelte";
import { t } from "../../../app/strings";

interface NewBatchActionsOptions {
  submitTitle: string;
  /** Why the batch cannot be created; undefined if it can. */
  reason: string | undefined;
  create: () => Promise<void> | undefined;
  /** Empties the form; null while it is empty. */
  discard: (() => void) | null;
}

/** The actions of the form of a batch. */
export function newBatchActions(options: NewBatchActionsOptions): Action[] {
  const { submitTitle, reason, create, discard } = options;
  return [
    {
      id: "batches.submit",
      title: submitTitle,
      shortcut: "Mod+Enter",
      group: t.batches.group,
      reason,
      run: create,
    },
    ...(discard
      ? [
          {
            id: "batches.discard-draft",
            title: t.batches.discard,
            group: t.batches.group,
            run: discard,
          },
        ]
      : []),
  ];
}
