import type { Problem } from "../../preload/model";
import { t } from "./strings";

/** What happened, with the words of the service itself where it said any: for a refusal of one thing among several. */
export function problemText(problem: Problem): string {
  const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : t.errors.internal;
  return problem.message === "" ? t.problem(problem) : `${known.sentence}: ${problem.message}`;
}
