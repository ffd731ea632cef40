import type { LanguagesRequest } from "../../../preload/contract/outbox";
import type { Batch } from "../../../preload/model/resources";
import type { FieldIssue } from "../../app/api";

/** An outbox entry that adds languages to a batch. */
export interface LanguagesEntry {
  id: number;
  languages: LanguagesRequest;
  /** The fields that the service rejected. */
  fields: readonly FieldIssue[];
}

type Open =
  /** `languageIds` are preselected; without them, none. */
  | { kind: "languages"; batch: Batch; entry?: LanguagesEntry; languageIds?: readonly string[] }
  /** `languageIds` are preselected; empty for none. */
  | { kind: "assign"; batch: Batch; languageIds: readonly string[] };

/** Which of the batch dialogs is open. */
class BatchDialogState {
  open = $state.raw<Open | null>(null);
}

/** The state of the batch dialogs; at most one is open. */
export const dialogs = new BatchDialogState();
