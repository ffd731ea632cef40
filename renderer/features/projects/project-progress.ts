import type { LanguageProgress } from "../../../preload/contract/review";

interface Reviewed {
  lines: number;
  approved: number;
}

/** The lines of all languages of each project, and those that are approved; only with lines. */
export function reviewedByProject(
  languages: readonly Pick<LanguageProgress, "projectId" | "lines" | "states">[],
): ReadonlyMap<string, Reviewed> {
  const found = new Map<string, Reviewed>();
  for (const { projectId, lines, states } of languages) {
    if (lines === 0) continue;
    const sum = found.get(projectId) ?? { lines: 0, approved: 0 };
    found.set(projectId, {
      lines: sum.lines + lines,
      approved: sum.approved + (states.approved ?? 0),
    });
  }
  return found;
}
