/** The texts of a script for the lines of a batch, and what does not match. */
import type { MatchEvidence } from "../../../preload/facts/line-matching";
import type { ScriptProblemCode } from "../../../preload/facts/script-problems";
import { createYieldIfDue } from "../../common/yield-to-event-loop";
import { messageText } from "../../../preload/facts/service-messages";
import type { Script, ScriptLine, ScriptProblem } from "../model";
import { createProblems, scriptProblem } from "../problems";
import {
  matchLines,
  type BatchLine,
  type MatchOptions,
  type RowMatch,
  type Unmatched,
} from "./match-lines";
import { speedBetween } from "./time-speed";

/** The text of a row for a line of the batch. */
export interface MatchedText<L extends BatchLine> {
  /** Its index among the lines of the script. */
  index: number;
  row: number;
  line: L;
  by: MatchEvidence;
  text: string;
}

export interface MatchedTexts<L extends BatchLine> {
  /** In the order of the file. */
  texts: MatchedText<L>[];
  /** Rows without a line, and what was assumed. */
  problems: ScriptProblem[];
}

/**
 * Matches the rows of a script with the lines of a batch. Rows without a text in the language are
 * evidence for the others, and have no problems. Other events are processed in between.
 */
export async function matchTexts<L extends BatchLine>(
  script: Pick<Script, "lines">,
  lines: readonly L[],
  languageId: string,
  options: MatchOptions = {},
): Promise<MatchedTexts<L>> {
  const yieldIfDue = createYieldIfDue();
  const { rows, offsetMs } = await matchLines(script.lines, lines, options);
  const problems = createProblems();
  const texts: MatchedText<L>[] = [];
  const counts = { order: 0, count: 0, near: 0, number: 0 };
  /** The times of rows that are those of no line. */
  const otherTimes: number[] = [];
  for (const [index, row] of script.lines.entries()) {
    await yieldIfDue();
    const match = rows[index];
    const text = row.text[languageId];
    if (!match || text === undefined) continue;
    if ("by" in match) {
      texts.push({ index, row: row.row, line: match.line, by: match.by, text });
      if (match.by === "number") counts.number += 1;
      if (isBeside(row, match, offsetMs)) counts.near += 1;
    } else if (match.reason === "order" || match.reason === "count") counts[match.reason] += 1;
    else if (match.reason === "time-unknown" && row.startMs !== null) otherTimes.push(row.startMs);
    const problem = problemOf(row, match);
    if (problem) problems.add(problem);
  }
  const whole = (code: ScriptProblemCode, message: string) =>
    problems.add(scriptProblem(code, null, null, message));
  if (counts.order > 0) whole("lines-order", messageText("lines-order", { count: counts.order }));
  if (counts.count > 0) {
    const lengths = { script: script.lines.length, batch: lines.length };
    whole("lines-count", messageText("script-length", lengths));
  }
  const speed =
    otherTimes.length * 2 > script.lines.length
      ? speedBetween(
          otherTimes,
          lines.flatMap(({ startMs }) => startMs ?? []),
        )
      : null;
  if (speed !== null) whole("lines-time-speed", messageText("lines-time-speed", speed));
  if (offsetMs !== 0)
    whole(
      "lines-time-shifted",
      messageText(offsetMs < 0 ? "lines-later" : "lines-earlier", { ms: Math.abs(offsetMs) }),
    );
  if (counts.near > 0)
    whole("lines-time-near", messageText("lines-time-near", { count: counts.near }));
  if (counts.number > 0)
    whole("lines-by-number", messageText("lines-by-number", { count: counts.number }));
  return { texts, problems: problems.list() };
}

/** Whether a line was found by its time, and begins or ends at a slightly different one. */
const isBeside = (
  row: ScriptLine,
  match: Exclude<RowMatch, Unmatched>,
  offsetMs: number,
): boolean =>
  (match.by === "time" || match.by === "shifted-time") &&
  row.startMs !== null &&
  row.startMs + offsetMs !== match.line.startMs;

const maxShown = 60;

function problemOf(row: ScriptLine, match: RowMatch): ScriptProblem | null {
  const id = (row.id ?? "").slice(0, maxShown);
  const ofId = (code: ScriptProblemCode, message: string) =>
    scriptProblem(code, row.row, "ID", message);
  const ofRow = (code: "line-time-unknown" | "line-time-unclear") =>
    scriptProblem(code, row.row, null, messageText(code, {}));
  if ("by" in match) {
    if (match.by !== "changed-id") return null;
    const original = match.line.lineId.slice(0, maxShown);
    return ofId("line-id-changed", messageText("line-id-changed", { id, original }));
  }
  switch (match.reason) {
    case "id-missing":
      return ofId("line-id-missing", messageText("line-id-missing", {}));
    case "id-unknown":
      return ofId("line-id-unknown", messageText("line-id-unknown", { id }));
    case "id-unclear":
      return ofId("line-id-unclear", messageText("line-id-unclear", { id }));
    case "id-repeated":
      return ofId(
        "line-id-repeated",
        match.other === null
          ? messageText("line-id-of-several", { id })
          : messageText("line-id-repeated", { id, row: match.other }),
      );
    case "character": {
      const { number, character } = match.line;
      const message = messageText("line-character", {
        character: (row.character ?? "").slice(0, maxShown),
        line: number,
        other: character.slice(0, maxShown),
      });
      return scriptProblem("line-character", row.row, "Character", message);
    }
    case "source": {
      const message = messageText("line-source", { line: match.line.number });
      return scriptProblem("line-source", row.row, null, message);
    }
    case "time-unknown":
      return ofRow("line-time-unknown");
    case "time-unclear":
      return ofRow("line-time-unclear");
    case "order":
    case "count":
      return null;
  }
}
