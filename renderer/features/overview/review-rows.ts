import { countOpen } from "../../../preload/facts/review";
import type { LanguageProgress } from "../../../preload/contract/review";
import { formatDuration, formatLanguage } from "../../app/format";
import { t } from "../../app/strings";
import type { OverviewGroup, OverviewRow } from "./overview-row";

/** Languages that are listed; the report lists all. */
const maxListed = { review: 20, reviewed: 5 } as const;

function rowOf({
  projectId,
  languageId,
  project,
  next,
  lines,
  states,
  takesMs,
}: LanguageProgress): OverviewRow {
  const { approved = 0, failed = 0 } = states;
  const texts = t.overview;
  return {
    id: `review/${projectId}/${languageId}`,
    kind: "review",
    title: formatLanguage(languageId),
    parent: project,
    project: { id: projectId, name: project },
    tone: next === null ? "good" : failed > 0 ? "bad" : "waiting",
    status: next === null ? texts.linesReviewed(lines) : t.review.toReview(countOpen(states)),
    message: [
      texts.approved(approved, lines, takesMs === 0 ? "" : formatDuration(takesMs / 1000)),
      ...(failed > 0 ? [texts.linesFailed(failed)] : []),
    ].join(" · "),
    progress: lines === 0 ? null : approved / lines,
    at: null,
    route: next
      ? { screen: "review", projectId, batchId: next.batchId, languageId }
      : { screen: "project", projectId, tab: "batches" },
  };
}

/**
 * The languages with lines to review, and those whose lines are all reviewed. `isMatch`: whether
 * texts contain what is searched.
 */
export function reviewGroups(
  progress: readonly LanguageProgress[],
  isMatch: (...texts: string[]) => boolean,
): OverviewGroup[] {
  // A language of which nothing was made yet has no line to review either.
  const isReviewed = ({ next, states, lines }: LanguageProgress) =>
    next === null && lines > 0 && lines === (states.approved ?? 0) + (states.rejected ?? 0);
  const groupOf = (id: keyof typeof maxListed, all: readonly LanguageProgress[]): OverviewGroup => {
    const of = all.filter(({ project, languageId }) =>
      isMatch(project, formatLanguage(languageId), languageId),
    );
    const hidden = Math.max(0, of.length - maxListed[id]);
    return {
      id,
      title: t.overview[id],
      count: of.length,
      rows: of.slice(0, maxListed[id]).map(rowOf),
      more: hidden === 0 ? null : { text: t.overview.moreLanguages(hidden), route: null },
    };
  };
  return [
    groupOf(
      "review",
      progress.filter(({ next }) => next !== null),
    ),
    groupOf("reviewed", progress.filter(isReviewed)),
  ];
}
