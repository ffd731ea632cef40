/** What the checks of the service found in the lines that `dubyard dub` has made. */
import { setTimeout as delay } from "node:timers/promises";
import type { LineFinding } from "../../preload/contract/review";
import { everyLine } from "../../preload/facts/review";
import { pollMs } from "./dub-batch";
import type { PrivateService } from "./dub-service";
import type { Output } from "./output";

const linesPerPage = 500;

interface Checked {
  batchId: string;
  languageId: string;
  output: Output;
  signal: AbortSignal;
}

/**
 * Reports the errors and warnings of the lines of a language. Resolves with the number of lines
 * that lie outside of the picture: their sound is cut, or missing.
 */
export async function reportFindings(
  { remote, settleChecks }: Pick<PrivateService, "remote" | "settleChecks">,
  { batchId, languageId, output, signal }: Checked,
): Promise<number> {
  const { review } = remote.extensions;
  const language = { batchId, languageId };
  await settleChecks(language);
  for (;;) {
    const [summary] = await review.summary(batchId, languageId);
    if (summary?.areChecksDue !== true) break;
    await delay(pollMs, undefined, { signal });
  }
  let outside = 0;
  for (let offset = 0; ;) {
    signal.throwIfAborted();
    const { lines } = await review.lines(language, everyLine, { offset, limit: linesPerPage });
    for (const { number, lineId, character, checks } of lines) {
      const shown = checks.filter(
        ({ severity, ignoredBy }) => severity !== "note" && ignoredBy === null,
      );
      if (shown.some(({ name }) => name === "outside-picture")) outside += 1;
      for (const finding of shown) {
        const { name, severity, rule, value, limit, subject } = finding;
        output.event({
          event: "finding",
          languageId,
          line: number,
          lineId,
          character,
          check: name,
          severity,
          rule,
          value,
          limit,
          subject,
        });
        const names = [lineId, character].filter((text) => text !== "").join(", ");
        const of = names === "" ? "" : ` (${names})`;
        output.line(`${severity}: ${languageId}, line ${number}${of}: ${textOf(finding)}`);
      }
      await output.ready();
    }
    offset += lines.length;
    if (lines.length < linesPerPage) return outside;
  }
}

/** "outside-picture, pastEndMs 1200 (at most 42)" */
function textOf({ name, rule, value, limit, subject }: LineFinding): string {
  const measured =
    rule !== null && value !== null && limit !== null
      ? `${rule} ${rounded(value)} (limit ${rounded(limit)})`
      : "";
  return [name, measured, subject ?? ""].filter((text) => text !== "").join(", ");
}

const rounded = (value: number) => Math.round(value * 100) / 100;
