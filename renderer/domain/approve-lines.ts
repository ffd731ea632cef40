import type { NamedLine, NamedRevision, ReviewFilter } from "../../preload/contract/review";
import { everyLine, maxLinesOfPage, maxSelectedLines } from "../../preload/facts/review";
import { api } from "../app/api";
import { confirm } from "../app/messages/confirm.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { t } from "../app/strings";
import { openPlayedTakes } from "./played-takes";
import { reviewerName } from "./reviewer-name.svelte";

interface Language {
  workspaceId: string;
  projectId: string;
  batchId: string;
  languageId: string;
}

/** The lines that match, and the number of those whose take was never played on this computer. */
async function findLines(language: Language, filter: ReviewFilter) {
  const played = (await openPlayedTakes(language)).ids();
  const found = new Map<number, NamedRevision>();
  let unplayed = 0;
  for (let offset = 0; ; offset += maxLinesOfPage) {
    const page = { offset, limit: maxLinesOfPage };
    const { lines } = await api.review.list({ ...language, filter, ...page });
    for (const { number, identity, revision, chosen } of lines) {
      if (found.has(identity)) continue;
      found.set(identity, { number, identity, revision });
      if (!chosen || !played.has(chosen.id)) unplayed += 1;
    }
    if (lines.length < maxLinesOfPage) return { lines: [...found.values()], unplayed };
  }
}

/**
 * Approves all lines without a decision, or those of them without errors and warnings, after a
 * confirmation; with a filter, only lines that match it. Only the lines that were counted for the
 * confirmation and still match are approved; how many were left out is shown. Resolves with the
 * approved lines; null if nothing was requested, or after a failure, which is shown.
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
  let lines: NamedRevision[] = [];
  let unplayed = 0;
  const isRead = await runWithToast(async () => {
    if (showsUndecided) ({ lines, unplayed } = await findLines(language, filter));
  });
  if (!isRead) return null;
  const total = lines.length;
  if (total === 0) {
    if (shown) toasts.show(texts.noneToApproveShown);
    else toasts.show(isWithoutWarnings ? texts.checks.noneClean : texts.noneUndecided);
    return null;
  }
  const { title, text } = isWithoutWarnings
    ? { title: texts.checks.approveCleanTitle(total), text: texts.checks.approveCleanText }
    : { title: texts.approveAllTitle(total), text: texts.approveAllText };
  const about = [shown ? texts.approveShownText : "", text, texts.played(unplayed, total)];
  const isConfirmed = await confirm({
    title,
    text: about.filter((sentence) => sentence !== "").join(" "),
    confirm: texts.approve,
    tone: "neutral",
  });
  if (!isConfirmed || !(await reviewerName.request(language.workspaceId))) return null;
  let approved: NamedLine[] | null = null;
  await runWithToast(async () => {
    // A call names at most this many lines; a filter may match more.
    const selection = total > maxSelectedLines ? { filter } : { lines, filter };
    ({ changed: approved } = await api.review.decide({
      ...language,
      selection,
      decision: "approved",
    }));
    const left = total - approved.length;
    if (left > 0) toasts.show(texts.notApproved(left), { tone: "bad" });
  });
  return approved;
}
