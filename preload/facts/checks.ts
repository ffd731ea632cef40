/** The checks of lines and takes, and the numbers of their rules. */

/** The worst first. */
export const checkSeverities = ["error", "warning", "note"] as const;
export type CheckSeverity = (typeof checkSeverities)[number];

/**
 * When a check runs: when a text or a placement is stored, when a take was made, or when the lines
 * of a language are read in order.
 */
export type CheckTime = "text" | "take" | "lines";

/** The severities are those that a finding can have, the worst first. */
const checks = {
  missing: { runs: "text", severities: ["error"] },
  /** The text has characters that no voice of the language reads; the subject lists them. */
  "not-speakable": { runs: "text", severities: ["error"] },
  /** A description of a sound, or a line without words; the subject is this text. */
  "not-spoken": { runs: "text", severities: ["note"] },
  untranslated: { runs: "text", severities: ["warning"] },
  glossary: { runs: "text", severities: ["warning", "note"] },
  "reading-speed": { runs: "lines", severities: ["warning"] },
  "too-long": { runs: "lines", severities: ["error", "warning", "note"] },
  "uneven-pace": { runs: "lines", severities: ["note"] },
  overlap: { runs: "lines", severities: ["error"] },
  /** The note is of a take for which the last frame is held. */
  "outside-picture": { runs: "lines", severities: ["error", "note"] },
  "words-cut": { runs: "take", severities: ["warning"] },
  silence: { runs: "take", severities: ["error", "note"] },
  clipping: { runs: "take", severities: ["error", "warning"] },
  loudness: { runs: "take", severities: ["warning"] },
  "loudness-jump": { runs: "lines", severities: ["warning"] },
  duplicate: { runs: "lines", severities: ["error", "warning"] },
} as const satisfies Record<string, { runs: CheckTime; severities: readonly CheckSeverity[] }>;

export type CheckName = keyof typeof checks;
export const checkNames = Object.keys(checks) as CheckName[];

/**
 * The checks of the sound of a take. To ignore one is about this sound; to ignore another is about
 * the text.
 */
export const soundChecks: ReadonlySet<string> = new Set([
  "words-cut",
  "silence",
  "clipping",
  "loudness",
  "loudness-jump",
] satisfies CheckName[]);

/**
 * Sources: "desk" is our decision; "netflix" are the timed text style guides, partly read through
 * summaries.
 */
export const checkRules = {
  untranslatedWords: { limit: 3, unit: "words", source: "desk" },
  latinShare: { limit: 0.5, unit: "share", source: "desk" },
  charactersPerSecond: { limit: 17, unit: "characters/s", source: "netflix" },
  subtitleMinMs: { limit: 5000 / 6, unit: "ms", source: "netflix" },
  subtitleMaxMs: { limit: 7000, unit: "ms", source: "netflix" },
  /** Rows of a text that has line breaks, and the characters of each. */
  subtitleRows: { limit: 2, unit: "rows", source: "netflix" },
  subtitleRowCharacters: { limit: 42, unit: "characters", source: "netflix" },
  /** Of all rows: as many as the rows can have. Of findings of earlier versions. */
  subtitleCharacters: { limit: 2 * 42, unit: "characters", source: "netflix" },
  subtitleGapFrames: { limit: 2, unit: "frames", source: "netflix" },
  /** How far a take may exceed its slot, and the gap that stays before the next line. */
  roomAfterSlotMs: { limit: 500, unit: "ms", source: "desk" },
  gapToNextMs: { limit: 80, unit: "ms", source: "desk" },
  factorError: { limit: 1.6, unit: "factor", source: "desk" },
  factorWarning: { limit: 1.35, unit: "factor", source: "desk" },
  factorNote: { limit: 1.15, unit: "factor", source: "desk" },
  paceDifference: { limit: 0.25, unit: "factor", source: "desk" },
  overlapMs: { limit: 0, unit: "ms", source: "desk" },
  /** How far a line or its take may lie after the last frame or before the first: one frame. */
  pastEndMs: { limit: 42, unit: "ms", source: "desk" },
  beforeStartMs: { limit: 42, unit: "ms", source: "desk" },
  /**
   * Length of a take as a multiple of the usual one of its voice, known from `medianTakes` takes.
   */
  lengthMin: { limit: 0.5, unit: "factor", source: "desk" },
  lengthMax: { limit: 2, unit: "factor", source: "desk" },
  medianTakes: { limit: 20, unit: "takes", source: "desk" },
  /** Distance of the last 20 ms from the level of the speech. */
  endBelowSpeechDb: { limit: 12, unit: "dB", source: "desk" },
  silentDb: { limit: -60, unit: "dBFS", source: "desk" },
  silenceStartMs: { limit: 150, unit: "ms", source: "desk" },
  silenceEndMs: { limit: 400, unit: "ms", source: "desk" },
  silenceInsideMs: { limit: 1200, unit: "ms", source: "desk" },
  fullScaleSamples: { limit: 3, unit: "samples", source: "desk" },
  truePeak: { limit: -3, unit: "dBTP", source: "desk" },
  truePeakTolerance: { limit: 0.1, unit: "dB", source: "desk" },
  loudness: { limit: -23, unit: "LUFS", source: "EBU R 128" },
  loudnessTolerance: { limit: 1, unit: "LU", source: "desk" },
  loudnessMinMs: { limit: 400, unit: "ms", source: "ITU-R BS.1770" },
  loudnessJump: { limit: 3, unit: "LU", source: "desk" },
} as const satisfies Record<string, { limit: number; unit: string; source: string }>;

export type CheckRule = keyof typeof checkRules;

/** The rules that findings name; the others are parts of these rules. */
export type ReportedRule = Exclude<
  CheckRule,
  | "untranslatedWords"
  | "roomAfterSlotMs"
  | "gapToNextMs"
  | "medianTakes"
  | "loudnessTolerance"
  | "truePeakTolerance"
  | "loudnessMinMs"
>;

/**
 * Limits of subtitles for adults by language; of the others they are those of `checkRules`. Source:
 * "netflix", the timed text style guides of the languages.
 */
const readingLimits: Readonly<
  Record<string, { charactersPerSecond: number; rowCharacters: number } | undefined>
> = {
  ar: { charactersPerSecond: 20, rowCharacters: 42 },
  en: { charactersPerSecond: 20, rowCharacters: 42 },
  hi: { charactersPerSecond: 22, rowCharacters: 42 },
  ja: { charactersPerSecond: 4, rowCharacters: 13 },
  ko: { charactersPerSecond: 12, rowCharacters: 16 },
  ru: { charactersPerSecond: 17, rowCharacters: 39 },
  th: { charactersPerSecond: 17, rowCharacters: 35 },
  zh: { charactersPerSecond: 9, rowCharacters: 16 },
};

/** The limits of a language id such as "ja-jp". */
export function readingLimitsOf(languageId: string) {
  return (
    readingLimits[languageId.split("-")[0] ?? ""] ?? {
      charactersPerSecond: checkRules.charactersPerSecond.limit,
      rowCharacters: checkRules.subtitleRowCharacters.limit,
    }
  );
}

/** One result of a check. */
export interface Finding {
  /** The number of the line. */
  line: number;
  languageId: string;
  name: CheckName;
  severity: CheckSeverity;
  /** The rule whose limit was exceeded, with the value that did, in the unit of the rule. */
  rule?: ReportedRule;
  value?: number;
  limit?: number;
  /** The word of the glossary, or the number of the other line. */
  subject?: string | number;
}
