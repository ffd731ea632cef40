import { everyLine } from "../../preload/facts/review";
import { api } from "../app/api";
import { confirm } from "../app/messages/confirm.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { t } from "../app/strings";

interface Language {
  workspaceId: string;
  projectId: string;
  batchId: string;
  languageId: string;
}

/**
 * Approves all lines without a decision, or those of them without errors and warnings, after a
 * confirmation. Resolves with the numbers of the approved lines; null if nothing was requested, or
 * after a failure, which is shown.
 */
export async function approveLines(
  language: Language,
  isWithoutWarnings: boolean,
): Promise<number[] | null> {
  const texts = t.review;
  const filter = { ...everyLine, states: ["ready" as const], isWithoutWarnings };
  let total = 0;
  const isRead = await runWithToast(async () => {
    ({ total } = await api.review.list({ ...language, filter, offset: 0, limit: 1 }));
  });
  if (!isRead) return null;
  if (total === 0) {
    toasts.show(isWithoutWarnings ? texts.checks.noneClean : texts.noneUndecided);
    return null;
  }
  const isConfirmed = await confirm({
    ...(isWithoutWarnings
      ? { title: texts.checks.approveCleanTitle(total), text: texts.checks.approveCleanText }
      : { title: texts.approveAllTitle(total), text: texts.approveAllText }),
    confirm: texts.approve,
    tone: "neutral",
  });
  if (!isConfirmed) return null;
  let numbers: number[] | null = null;
  await runWithToast(async () => {
    const selection = { filter };
    ({ changed: numbers } = await api.review.decide({
      ...language,
      selection,
      decision: "approved",
    }));
  });
  return numbers;
}
