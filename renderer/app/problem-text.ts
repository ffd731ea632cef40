import type { ErrorCode, Problem } from "../../preload/model";
import { t } from "./strings";

/** Nothing of these was said by a service, and nothing of it names a file: our own words say it all. */
const ownCodes: readonly ErrorCode[] = [
  "offline",
  "unreachable",
  "timeout",
  "certificate",
  "secret-missing",
  "secret-unreadable",
  "local-service-failed",
  "not-offered",
  "internal",
];

/** "name: too-long", as main names a rule with the field that breaks it. */
const brokenField = /^([A-Za-z][\w.[\]]*): ([a-z-]+)$/;

/** What happened, with the words of the service itself where it said any: for a refusal of one thing among several. */
export function problemText(problem: Problem): string {
  const known = Object.hasOwn(t.errors, problem.code) ? t.errors[problem.code] : t.errors.internal;
  if (problem.message === "" || ownCodes.includes(problem.code)) return t.problem(problem);
  const [, field, rule] = brokenField.exec(problem.message) ?? [];
  const said = field && rule ? `${field}: ${t.rule(rule)}` : t.rule(problem.message);
  return `${known.sentence}: ${said}`;
}
