import type { ReviewFilter } from "../../../../preload/contract/review";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import { approveLines } from "../../../domain/approve-lines";
import type { Language } from "../language";
import type { LineChanges } from "./line-changes.svelte";
import { undecided } from "./undo-steps";

interface Approving {
  language: Language;
  changes: LineChanges;
  isWithoutWarnings: boolean;
  /** The lines that are shown; null for all. */
  filter: ReviewFilter | null;
}

/** Approves the shown lines without a decision after a confirmation, which can be undone. */
export async function approveAll({
  language,
  changes,
  isWithoutWarnings,
  filter,
}: Approving): Promise<void> {
  const approved = await approveLines(language, isWithoutWarnings, filter);
  if (!approved) return;
  changes.addDecided(undecided(approved), "approved");
  toasts.show(t.review.approved(approved.length));
}
