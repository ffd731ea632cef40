import { checkRules, type CheckName, type ReportedRule } from "../../../../preload/facts/checks";
import { formatDecimal, formatPercent } from "../../format";

const text = (value: number) => formatDecimal(Math.round(value * 100) / 100);
const percent = (value: number) => formatPercent(value, 1);
const tolerance = checkRules.loudnessTolerance.limit;
const factor = (value: number, limit: number) =>
  `Fits its time at ${text(value)}× speed (at most ${text(limit)}×)`;

export const checks = {
  names: {
    missing: "Missing",
    "not-speakable": "Cannot be spoken",
    "not-spoken": "Not spoken",
    untranslated: "Not translated",
    glossary: "Glossary not applied",
    "reading-speed": "Subtitle limits exceeded",
    "too-long": "Too long",
    "uneven-pace": "Uneven pace",
    overlap: "Overlap",
    "outside-picture": "Outside of the picture",
    "words-cut": "Words may be cut",
    silence: "Silence",
    clipping: "Clipping",
    loudness: "Loudness",
    "loudness-jump": "Loudness jump",
    duplicate: "Duplicate sound",
  } satisfies Record<CheckName, string>,
  /** The value of a finding, and its limit. */
  rules: {
    latinShare: (value: number, limit: number) =>
      `${percent(value)} of the letters are Latin (at most ${percent(limit)})`,
    charactersPerSecond: (value: number, limit: number) =>
      `${text(value)} characters per second (at most ${text(limit)})`,
    subtitleMinMs: (value: number, limit: number) =>
      `Shown for ${text(value)} ms (at least ${text(limit)} ms)`,
    subtitleMaxMs: (value: number, limit: number) =>
      `Shown for ${text(value)} ms (at most ${text(limit)} ms)`,
    subtitleRows: (value: number, limit: number) => `${text(value)} rows (at most ${text(limit)})`,
    subtitleRowCharacters: (value: number, limit: number) =>
      `${text(value)} characters in a row (at most ${text(limit)})`,
    subtitleCharacters: (value: number, limit: number) =>
      `${text(value)} characters (at most ${text(limit)} in two rows)`,
    subtitleGapFrames: (value: number, limit: number) =>
      `${text(value)} frames before the next line (at least ${text(limit)})`,
    factorError: factor,
    factorWarning: factor,
    factorNote: factor,
    paceDifference: (value: number, limit: number) =>
      `Speed differs from neighboring lines by ${text(value)} (at most ${text(limit)})`,
    pastEndMs: (value: number) => `Ends ${text(value)} ms after the picture`,
    beforeStartMs: (value: number) => `Begins ${text(value)} ms before the picture`,
    overlapMs: (value: number) => `Overlaps another line of the character by ${text(value)} ms`,
    lengthMin: (value: number, limit: number) =>
      `${text(value)}× the usual length for this voice (at least ${text(limit)}×)`,
    lengthMax: (value: number, limit: number) =>
      `${text(value)}× the usual length for this voice (at most ${text(limit)}×)`,
    endBelowSpeechDb: (value: number, limit: number) =>
      `End is ${text(value)} dB below the speech level (at least ${text(limit)} dB)`,
    silentDb: (value: number, limit: number) =>
      `Level is ${text(value)} dBFS (at least ${text(limit)} dBFS)`,
    silenceStartMs: (value: number, limit: number) =>
      `${text(value)} ms of silence at the start (at most ${text(limit)} ms)`,
    silenceEndMs: (value: number, limit: number) =>
      `${text(value)} ms of silence at the end (at most ${text(limit)} ms)`,
    silenceInsideMs: (value: number, limit: number) =>
      `${text(value)} ms of silence inside (at most ${text(limit)} ms)`,
    fullScaleSamples: (value: number, limit: number) =>
      `${text(value)} samples at full scale (fewer than ${text(limit)})`,
    truePeak: (value: number, limit: number) =>
      `True peak is ${text(value)} dBTP (at most ${text(limit)} dBTP)`,
    loudness: (value: number, limit: number) =>
      `Loudness is ${text(value)} LUFS (target ${text(limit)} ± ${text(tolerance)} LUFS)`,
    loudnessJump: (value: number, limit: number) =>
      `${text(value)} LU from the previous line of the character (at most ${text(limit)} LU)`,
  } satisfies Record<ReportedRule, (value: number, limit: number) => string>,
};
