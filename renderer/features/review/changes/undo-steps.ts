/** The changes that can be undone, and the requests that undo them. */
import type { LineChange, NamedLine, ReviewedLine } from "../../../../preload/contract/review";
import type { Decision } from "../../../../preload/facts/review";
import { api } from "../../../app/api";
import { groupBy } from "../../../app/lists/group-by";
import { toasts } from "../../../app/messages/toasts.svelte";
import { t } from "../../../app/strings";
import { notDecidedOtherwise } from "../../../domain/not-decided-otherwise";
import type { Language } from "../language";
import { setTexts, type ChangedText } from "./set-texts";

/** A line that was decided together with others; `decision` and `reason`: those before. */
export interface DecidedLine extends NamedLine {
  decision: Decision | null;
  /** "" for none. */
  reason: string;
}

/** One change of a line, decisions or texts that were changed together, or other lines. */
export type UndoStep =
  | { kind: "line"; line: StepLine; inverse: LineChange; sets: number }
  | { kind: "decisions"; lines: readonly DecidedLine[]; made: Decision | null }
  | { kind: "texts"; texts: readonly ChangedText[]; sets: number }
  /** Lines were added or removed by the change with this id. */
  | { kind: "edit"; id: number };

/** `sets`: how often the desk had added or removed lines before the step. */
export interface StepLine {
  number: number;
  identity: number;
  revision: number;
}

/** Changes that can be undone; earlier ones are forgotten. */
export const maxSteps = 200;

/** Lines that are decided together and had no decision. */
export const undecided = (lines: readonly NamedLine[]): DecidedLine[] =>
  lines.map(({ number, identity }) => ({ number, identity, decision: null, reason: "" }));

/**
 * Restores the decisions before `made`. Returns the number of lines of which this was not possible,
 * such as lines that no longer exist, or that were decided otherwise meanwhile, and the revisions
 * of the others by their identities. Rejects if the service cannot be reached; what was restored
 * may be restored again.
 */
export async function restoreDecisions(
  language: Language,
  { lines, made }: { lines: readonly DecidedLine[]; made: Decision | null },
): Promise<{ failed: number; revisions: ReadonlyMap<number, number> }> {
  let failed = 0;
  const revisions = new Map<number, number>();
  const groups = groupBy(lines, ({ decision, reason }) => JSON.stringify([decision, reason]));
  for (const [, same] of groups) {
    const { decision = null, reason = "" } = same[0] ?? {};
    const named = same.map(({ number, identity }) => ({ number, identity }));
    const selection = { lines: named, filter: notDecidedOtherwise(made) };
    const { changed } = await api.review.decide({ ...language, selection, decision, reason });
    failed += same.length - changed.length;
    for (const { identity, revision } of changed) revisions.set(identity, revision);
  }
  return { failed, revisions };
}

/**
 * Restores the former texts. Returns those that are still to be restored, because a request failed.
 */
export async function restoreTexts(
  language: Language,
  texts: readonly ChangedText[],
): Promise<ChangedText[]> {
  const { changed, problems, error } = await setTexts(
    language,
    texts.map((text) => ({ ...text, before: "" })),
  );
  if (problems.length > 0)
    toasts.show(t.review.replace.notChanged(problems.length), { tone: "bad" });
  if (error === null) return [];
  toasts.show(t.problem(error), { tone: "bad" });
  const settled = new Set([...changed, ...problems].map(({ number }) => number));
  return texts.filter(({ number }) => !settled.has(number));
}

/**
 * Which of two versions of a line is newer. The first one if the other is another line, which has
 * its number since lines were added or removed.
 */
export function newer(
  a: ReviewedLine | undefined,
  b: ReviewedLine | undefined,
): ReviewedLine | undefined {
  if (!a || !b) return a ?? b;
  return a.identity !== b.identity || a.revision >= b.revision ? a : b;
}
