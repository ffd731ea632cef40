import type { CheckName, CheckSeverity, ReportedRule } from "../../../../preload/facts/checks";
import { formatNumber } from "../../format";
import { count } from "./count";

const names: Record<CheckName, string> = {
  missing: "Missing",
  untranslated: "Not translated",
  glossary: "Glossary",
  "reading-speed": "Reading speed",
  "too-long": "Too long",
  "uneven-pace": "Uneven pace",
  overlap: "Overlap",
  "words-cut": "Words cut",
  silence: "Silence",
  clipping: "Clipping",
  loudness: "Loudness",
  "loudness-jump": "Loudness jump",
  duplicate: "Duplicate",
};
const severities: Record<CheckSeverity, string> = {
  error: "Error",
  warning: "Warning",
  note: "Note",
};
/** What was measured; `value` and `limit` are formatted numbers. */
const rules: Record<ReportedRule, (value: string, limit: string) => string> = {
  latinShare: (value, limit) => `${value} of the letters are Latin, at most ${limit}`,
  charactersPerSecond: (value, limit) => `${value} characters per second, at most ${limit}`,
  subtitleMinMs: (value, limit) => `shown for ${value} ms, at least ${limit} ms`,
  subtitleMaxMs: (value, limit) => `shown for ${value} ms, at most ${limit} ms`,
  subtitleCharacters: (value, limit) => `${value} characters, at most ${limit}`,
  subtitleGapFrames: (value, limit) => `${value} frames before the next line, at least ${limit}`,
  factorError: (value, limit) => `${value} times its time, at most ${limit}`,
  factorWarning: (value, limit) => `${value} times its time, at most ${limit}`,
  factorNote: (value, limit) => `${value} times its time, at most ${limit}`,
  paceDifference: (value, limit) =>
    `speed differs by ${value} from the lines beside it, at most ${limit}`,
  overlapMs: (value) => `${value} ms at the same time as a line of the same character`,
  lengthMin: (value, limit) => `${value} of the usual length, at least ${limit}`,
  lengthMax: (value, limit) => `${value} of the usual length, at most ${limit}`,
  endBelowSpeechDb: (value, limit) => `ends ${value} dB below the speech, at least ${limit} dB`,
  silentDb: (value, limit) => `${value} dBFS, at least ${limit} dBFS`,
  silenceStartMs: (value, limit) => `${value} ms at the start, at most ${limit} ms`,
  silenceEndMs: (value, limit) => `${value} ms at the end, at most ${limit} ms`,
  silenceInsideMs: (value, limit) => `${value} ms inside, at most ${limit} ms`,
  fullScaleSamples: (value, limit) => `${value} samples at full scale, fewer than ${limit}`,
  truePeak: (value, limit) => `${value} dBTP, at most ${limit} dBTP`,
  loudness: (value, limit) => `${value} LUFS instead of ${limit} LUFS`,
  loudnessJump: (value, limit) =>
    `differs by ${value} LU from the character's line before, at most ${limit} LU`,
};

export const checks = {
  title: "Checks",
  filter: "Check",
  any: "All checks",
  names,
  severities,
  rules,
  withCount: (name: string, number: number) => `${name} (${formatNumber(number)})`,
  detail: (name: string, detail: string) => `${name}: ${detail}`,
  /** With the word of a glossary, or the number of another line. */
  subjects: {
    glossary: (word: string) => `“${word}”`,
    line: (number: string) => `line ${number}`,
  },
  more: (number: number) => `+${formatNumber(number)}`,
  none: "No check found anything.",
  ignore: "Ignore here",
  ignoreOf: (name: string) => `Ignore here: ${name}`,
  ignoreTitle: (name: string) => `Ignore “${name}” for this line?`,
  ignoreText: "It counts again when the text of the line changes. Reports list it with your name.",
  yourName: "Your name",
  consider: "Consider again",
  considerOf: (name: string) => `Consider again: ${name}`,
  ignoredBy: (name: string) => `Ignored by ${name}`,
  approveClean: "Approve all without warnings",
  approveCleanTitle: (number: number) =>
    `Approve ${count(number, "line", "lines")} without warnings?`,
  approveCleanText: "Lines with errors or warnings stay to review.",
  noneClean: "Every line to review has an error or a warning.",
};
