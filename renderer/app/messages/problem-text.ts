import { hidesMessage } from "../../../preload/facts/errors";
import type { Problem } from "../../../preload/model";
import { t } from "../strings";

/** "name: too-long": a field and the rule that it violates, as main writes them. */
const fieldAndRule = /^([A-Za-z][\w.[\]]*): ([a-z-]+)$/;

/**
 * The text of an error, with the message of the service if there is one. `isRepeated`: Dubyard
 * repeats the call.
 */
export function problemText(problem: Problem, isRepeated = false): string {
  const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : t.errors.internal;
  if (problem.message === "" || hidesMessage(problem.code))
    return isRepeated ? t.repeatedProblem(problem) : t.problem(problem);
  const [, field, rule] = fieldAndRule.exec(problem.message) ?? [];
  const detail =
    field && rule ? `${field}: ${t.rule(rule)}` : t.serviceTexts.message(t.rule(problem.message));
  return `${known.sentence}: ${detail}`;
}
