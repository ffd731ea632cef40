import { checkNames, type CheckName } from "../../../preload/facts/checks";
import type { LineFinding } from "../../../preload/contract/review";
import type { LineState } from "../../../preload/facts/review";
import { formatDecimal } from "../../app/format";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

export const toneOf: Readonly<Record<LineState, Tone>> = {
  generating: "active",
  failed: "bad",
  pending: "waiting",
  stale: "warn",
  rejected: "bad",
  approved: "good",
  ready: "waiting",
};

export const isCheck = (name: string): name is CheckName =>
  (checkNames as readonly string[]).includes(name);

/** The words for a check; its name if this version does not know it. */
export const checkText = (name: string): string =>
  isCheck(name) ? t.review.checks.names[name] : name;

const isRule = (name: string): name is keyof typeof t.review.checks.rules =>
  name in t.review.checks.rules;
const rounded = (value: number) =>
  formatDecimal(Math.abs(value) < 10 ? Math.round(value * 100) / 100 : Math.round(value));

/** What a check found, such as "Too long: 1.72 times its time, at most 1.6". */
export function findingText({ name, rule, value, limit, subject }: LineFinding): string {
  const { rules, subjects, detail } = t.review.checks;
  const measured =
    rule !== null && isRule(rule) && value !== null && limit !== null
      ? [rules[rule](rounded(value), rounded(limit))]
      : [];
  const about =
    subject === null
      ? []
      : [name === "glossary" ? subjects.glossary(subject) : subjects.line(subject)];
  const details = [...measured, ...about];
  return details.length === 0 ? checkText(name) : detail(checkText(name), details.join(", "));
}
