/** What a backup or a restore reports: the service, the window and the log read the same report. */
import {
  maxReportedProblems,
  type BackupProblem,
  type BackupReport,
} from "../../../preload/local-service/maintenance";
import type { ListedObject } from "./format";

export interface Counts {
  files: number;
  bytes: number;
}

export function reportOf(
  counts: Counts,
  problems: readonly BackupProblem[],
  { unverified = 0, takesWithoutSound = 0 } = {},
): BackupReport {
  return {
    files: counts.files,
    bytes: counts.bytes,
    isComplete: problems.length === 0,
    problems: problems.slice(0, maxReportedProblems),
    problemCount: problems.length,
    unverified,
    takesWithoutSound,
  };
}

/** A take that was removed meanwhile is not missing. */
export const problemsOf = (listed: Iterable<ListedObject>): BackupProblem[] =>
  [...listed].flatMap(({ kind, name, problem }) =>
    problem === null || problem === "removed" ? [] : [{ kind, name, problem }],
  );

/** For the message of a rejected restore. */
export function describeProblems(problems: readonly BackupProblem[]): string {
  const [first] = problems;
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : "";
  const what = first?.problem === "missing" ? "is damaged or missing" : "is damaged";
  const named = first?.kind === "rows" ? "its database" : `the file ${first?.name ?? ""}`;
  return `${named}${more} ${what}; "skipDamaged" restores the rest`;
}
