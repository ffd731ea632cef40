import { hidesMessage } from "../../preload/facts/errors";
import type { Problem } from "../../preload/model";
import { t } from "./strings";

/** "name: too-long", as main names a rule with the field that breaks it. */
const brokenField = /^([A-Za-z][\w.[\]]*): ([a-z-]+)$/;

/** What happened, with the words of the service itself where it said any: for a refusal of one thing among several. */
export function problemText(problem: Problem): string {
  const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : t.errors.internal;
  if (problem.message === "" || hidesMessage(problem.code)) return t.problem(problem);
  const [, field, rule] = brokenField.exec(problem.message) ?? [];
  const said = field && rule ? `${field}: ${t.rule(rule)}` : t.rule(problem.message);
  return `${known.sentence}: ${said}`;
}
