/** The texts of a test of the connection. */
import type { ConnectionTest, StepResult } from "../../../preload/model";
import { formatDateTime, formatMilliseconds } from "../../app/format";
import { t } from "../../app/strings";

/** Their own texts say what to do; those of other errors depend on the step. */
const withRemedy: readonly string[] = [
  "offline",
  "proxy-credentials",
  "proxy-failed",
  "certificate",
  "token-refused",
  "secret-missing",
  "secret-unreadable",
  "local-service-failed",
];

export interface StepTexts {
  title: string;
  /** "12 ms", "Failed after 12 ms", or "Not tested". */
  duration: string;
  /** What the step found, or why it failed. */
  result: string;
  /** What to do; "" for a step that did not fail. */
  remedy: string;
}

export function textsOf({ step, state, milliseconds, detail, problem }: StepResult): StepTexts {
  const title = t.connectionTest.steps[step];
  if (state === "skipped")
    return { title, duration: t.connectionTest.skipped, result: "", remedy: "" };
  const time = formatMilliseconds(milliseconds);
  if (!problem) return { title, duration: time, result: detail, remedy: "" };
  const duration = t.connectionTest.failedAfter(time);
  if (step === "clock") {
    const result = t.connectionTest.clockOff(detail);
    return { title, duration, result, remedy: t.connectionTest.remedies.clock };
  }
  const known = t.errors[problem.code];
  const remedy = withRemedy.includes(problem.code)
    ? (known.once ?? known.remedy)
    : t.connectionTest.remedies[step];
  // The system's reason ("ENOTFOUND") is hidden elsewhere, but a test is for people who know it.
  const result = problem.message === "" ? known.sentence : `${known.sentence}: ${problem.message}`;
  return { title, duration, result, remedy };
}

/** The results as lines of text. They contain hosts, but no credentials. */
export function reportOf(test: ConnectionTest): string {
  const lines = test.steps.map((step) => {
    const { title, duration, result, remedy } = textsOf(step);
    const mark = step.state === "failed" ? "✗" : step.state === "ok" ? "✓" : "–";
    return [`${mark} ${title}`, duration, result, remedy].filter((part) => part !== "").join(" · ");
  });
  return [`Dubyard, ${formatDateTime(test.startedAt)}`, test.baseUrl, ...lines]
    .filter((line) => line !== "")
    .join("\n");
}
