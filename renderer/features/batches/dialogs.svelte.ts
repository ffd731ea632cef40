import type { Batch } from "../../../preload/resources";

type Open =
  | { kind: "languages"; batch: Batch }
  /** With the languages that were asked about, if any were. */
  | { kind: "assign"; batch: Batch; languageIds: readonly string[] };

/** Which of the batch dialogs is open. */
class BatchDialogState {
  open = $state.raw<Open | null>(null);
}

/** The window's batch dialogs: at most one is open. */
export const dialogs = new BatchDialogState();
