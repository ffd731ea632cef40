import type { NamedLine, ReviewFilter } from "../../preload/contract/review";
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
 * confirmation; with a filter, only lines that match it. Resolves with the approved lines; null if
 * nothing was requested, or after a failure, which is shown.
 */
export async function approveLines(
  language: Language,
  isWithoutWarnings: boolean,
  shown: ReviewFilter | null = null,
): Promise<NamedLine[] | null> {
  const texts = t.review;
  const base = shown ?? everyLine;
  const filter = { ...base, states: ["ready" as const], isWithoutWarnings };
  const showsUndecided = base.states.length === 0 || base.states.includes("ready");
  let total = 0;
  const isRead = await runWithToast(async () => {
    if (showsUndecided)
      ({ total } = await api.review.list({ ...language, filter, offset: 0, limit: 1 }));
  });
  if (!isRead) return null;
  if (total === 0) {
    if (shown) toasts.show(texts.noneToApproveShown);
    else toasts.show(isWithoutWarnings ? texts.checks.noneClean : texts.noneUndecided);
    return null;
  }
  const { title, text } = isWithoutWarnings
    ? { title: texts.checks.approveCleanTitle(total), text: texts.checks.approveCleanText }
    : { title: texts.approveAllTitle(total), text: texts.approveAllText };
  const isConfirmed = await confirm({
    title,
    text: shown ? `${texts.approveShownText} ${text}` : text,
    confirm: texts.approve,
    tone: "neutral",
  });
  if (!isConfirmed) return null;
  let approved: NamedLine[] | null = null;
  await runWithToast(async () => {
    const selection = { filter };
    ({ changed: approved } = await api.review.decide({
      ...language,
      selection,
      decision: "approved",
    }));
  });
  return approved;
}
