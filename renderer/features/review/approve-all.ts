import { api } from "../../app/api";
import { confirm } from "../../app/messages/confirm.svelte";
import { runWithToast } from "../../app/messages/run-with-toast";
import { toasts } from "../../app/messages/toasts.svelte";
import { t } from "../../app/strings";
import { everyLine } from "../../../preload/facts/review";
import type { LineChanges } from "./line-changes.svelte";

interface Approving {
  language: { workspaceId: string; projectId: string; batchId: string; languageId: string };
  changes: LineChanges;
  /** The lines to review. */
  ready: number;
}

/** Approves all lines to review, or those of them without warnings, after a confirmation. */
export async function approveAll(
  { language, changes, ready }: Approving,
  isWithoutWarnings: boolean,
): Promise<void> {
  const texts = t.review;
  const filter = { ...everyLine, states: ["ready" as const], isWithoutWarnings };
  let total = ready;
  if (isWithoutWarnings) {
    const wasRead = await runWithToast(async () => {
      ({ total } = await api.review.list({ ...language, filter, offset: 0, limit: 1 }));
    });
    if (!wasRead) return;
    if (total === 0) {
      toasts.show(texts.checks.noneClean);
      return;
    }
  }
  const isConfirmed = await confirm({
    ...(isWithoutWarnings
      ? { title: texts.checks.approveCleanTitle(total), text: texts.checks.approveCleanText }
      : { title: texts.approveAllTitle(total), text: texts.approveAllText }),
    confirm: texts.approve,
    tone: "neutral",
  });
  if (!isConfirmed) return;
  await runWithToast(async () => {
    const { changed } = await api.review.decide({
      ...language,
      selection: { filter },
      decision: "approved",
    });
    changes.addDecided(changed);
    toasts.show(texts.approved(changed.length));
  });
}
