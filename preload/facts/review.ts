/** The review of lines: states, decisions and limits. */
import type { CheckName } from "./checks";

/** The states of a line in a language. The first one that applies is its state. */
export const lineStates = [
  /** A take is queued or being made. */
  "generating",
  /** A present take failed; others may be made. */
  "failed",
  /** No take was made yet. */
  "pending",
  /** Takes were made, but of other words, of another voice, or by another version of the engine. */
  "stale",
  "rejected",
  "approved",
  /** There is a take without a decision. */
  "ready",
] as const;
export type LineState = (typeof lineStates)[number];

/** The states of lines that are to be reviewed: a decision is missing, or takes that were made. */
export const openStates = ["ready", "stale", "failed"] as const satisfies LineState[];
/** The number of lines to review. */
export const countOpen = (states: Partial<Record<LineState, number>>): number =>
  openStates.reduce((sum, state) => sum + (states[state] ?? 0), 0);

/** The filter that all lines match. */
export const everyLine: {
  states: LineState[];
  checks: CheckName[];
  isWithoutWarnings: boolean;
  isCommented: boolean;
  /** Null for all characters. */
  characterId: string | null;
  search: string;
} = {
  states: [],
  checks: [],
  isWithoutWarnings: false,
  isCommented: false,
  characterId: null,
  search: "",
};

/** The voice of a take that is silent because its line has nothing to speak. */
export const silentVoice = "";

export const decisions = ["approved", "rejected"] as const;
export type Decision = (typeof decisions)[number];

/** The values of a line whose changes are its history. */
export const historyValues = [
  "target",
  "voice",
  "offsetMs",
  "levelDb",
  "fit",
  "chosenVariant",
  "decision",
  "reason",
  "startMs",
  "endMs",
  "character",
  "source",
  "emotion",
  "intensity",
  /** How the line came to be: a name of `lineEdits`. */
  "origin",
] as const;
export type HistoryValue = (typeof historyValues)[number];

/**
 * What of a line has changed since an outdated take of it was made. "other": times, glossary or
 * engine.
 */
export const outdatedReasons = ["text", "voice", "fit", "other"] as const;
export type OutdatedReason = (typeof outdatedReasons)[number];

/**
 * Why a take has its length: fitted into its slot, its natural length, or a factor of its speed.
 */
export type Fit = "auto" | "natural" | number;

/** The largest distance of a take from its line, in milliseconds. */
export const maxOffsetMs = 10_000;
/** The most by which takes of a line are louder or quieter, in dB, and the step of that. */
export const maxLevelDb = 12;
export const levelStepDb = 0.5;
/** Speeds that a reviewer can choose. */
export const speeds = { min: 0.7, max: 1.6, step: 0.01 } as const;
/** Lines of one request to a service. */
export const maxReviewedLines = 10_000;
/** Lines that are selected together in the window. */
export const maxSelectedLines = 100_000;
/** Why a row of such a file changes nothing, besides the problems of scripts. */
export const textsProblems = [
  /** The file has no texts of the language. */
  "texts-language",
  /** The line has a text, and the file has none for it. */
  "texts-empty",
] as const;
export type TextsProblem = (typeof textsProblems)[number];

/** Lines of one page. */
export const maxLinesOfPage = 1_000;
/** Texts of one request. */
export const maxTexts = 500;
/** Characters, as of the texts of scripts. */
export const maxReviewText = 32_767;
/** Characters of a reason or a comment. */
export const maxNoteText = 20_000;
/** Comments on a line. */
export const maxComments = 1_000;
/** Comments of one response. */
export const maxCommentsOfPage = 1_000;

const prefix = "/take/";

/** The path of the sound of a take in the window: "/take/WORKSPACE/ID", below its origin. */
export const takePath = ({ workspaceId, takeId }: { workspaceId: string; takeId: number }) =>
  `${prefix}${encodeURIComponent(workspaceId)}/${takeId}`;

/** Null for any other path, also if it is not encoded properly. */
export function takeOfPath(pathname: string): { workspaceId: string; takeId: number } | null {
  const match = /^\/take\/([^/]+)\/(\d{1,15})$/.exec(pathname);
  if (!match) return null;
  try {
    return { workspaceId: decodeURIComponent(match[1] ?? ""), takeId: Number(match[2]) };
  } catch {
    return null;
  }
}
