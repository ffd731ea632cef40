import { checkNames, type CheckName, type ReportedRule } from "../../../preload/facts/checks";
import type { LineFinding } from "../../../preload/contract/review";
import type { LineState } from "../../../preload/facts/review";
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

/** The tone of a mark. */
export const toneOfCheck: Readonly<Record<LineFinding["severity"], "bad" | "warn" | "neutral">> = {
  error: "bad",
  warning: "warn",
  note: "neutral",
};

export const isCheck = (name: string): name is CheckName =>
  (checkNames as readonly string[]).includes(name);

/** The title of a check; its name if this version does not know it. */
export const checkText = (name: string): string => (isCheck(name) ? t.checks.names[name] : name);

const isRule = (name: string): name is ReportedRule => name in t.checks.rules;

/** Checks whose subject is a text, and not the number of a line. */
const textSubjects: ReadonlySet<string> = new Set([
  "glossary",
  "not-speakable",
  "not-spoken",
] satisfies CheckName[]);

/** What a check found, such as "Too long: Fits its time at 1.72× speed (at most 1.6×)". */
export function findingText({ name, rule, value, limit, subject }: LineFinding): string {
  const { subjects, detail } = t.review.checks;
  const measured =
    rule !== null && isRule(rule) && value !== null && limit !== null
      ? [t.checks.rules[rule](value, limit)]
      : [];
  const about =
    subject === null
      ? []
      : [textSubjects.has(name) ? subjects.glossary(subject) : subjects.line(subject)];
  const details = [...measured, ...about];
  return details.length === 0 ? checkText(name) : detail(checkText(name), details.join(", "));
}
