import type { LanguagesRequest } from "../../../preload/contract/outbox";
import type { Batch } from "../../../preload/model/resources";
import type { FieldIssue } from "../../app/api";

/** An entry of the outbox that adds languages to a batch. */
export interface LanguagesEntry {
  id: number;
  languages: LanguagesRequest;
  /** The fields that were refused. */
  fields: readonly FieldIssue[];
}

type Open =
  | { kind: "languages"; batch: Batch; entry?: LanguagesEntry }
  /** With the languages that were asked about, if any were. */
  | { kind: "assign"; batch: Batch; languageIds: readonly string[] };

/** Which of the batch dialogs is open. */
class BatchDialogState {
  open = $state.raw<Open | null>(null);
}

/** The window's batch dialogs: at most one is open. */
export const dialogs = new BatchDialogState();
