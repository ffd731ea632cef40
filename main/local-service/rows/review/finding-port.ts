/** The part of the store's port for what the checks found. */
import type { Lease } from "../lease-port";
import type { Finding } from "../../../../preload/facts/checks";
import type { TakeScan } from "../../engine/ports";
import type { ReviewedLanguage } from "./review-port";

/** What the checks compare. */
export interface CheckSubject {
  /** In the order of the script. */
  number: number;
  character: string;
  source: string;
  target: string;
  startMs: number | null;
  endMs: number | null;
  slotMs: number | null;
  offsetMs: number;
  /** Decibels by which the take is louder. */
  levelDb: number;
  /** Takes of the line that are queued and will be made, and that failed. */
  queued: number;
  failed: number;
  /** The chosen take, or null. */
  take: {
    voice: string;
    durationMs: number;
    speed: number;
    loudness: number | null;
    peak: number | null;
    sha256: string;
    /** Null for a take of an earlier version. */
    scan: TakeScan | null;
  } | null;
}

export interface CheckedLanguage extends ReviewedLanguage {
  projectId: string;
  /** Null if the script has none. */
  sourceLanguageId: string | null;
  /** See DubSubject. */
  speaksDescriptions: boolean;
  /** See the settings of batches. */
  fitGapMs: number;
  holdsLastFrame: boolean;
}

export interface FindingRows {
  /** Up to `limit` languages whose findings are not complete, and that no process checks. */
  listFindingsDue(limit: number): Promise<ReviewedLanguage[]>;
  areFindingsDue(language: ReviewedLanguage): Promise<boolean>;
  /** Null without a dub. */
  findLanguage(language: ReviewedLanguage): Promise<CheckedLanguage | null>;
  /**
   * Begins to make the findings of a language: changes from now on make them due again. Null
   * without a dub.
   */
  beginFindings(lease: Lease, language: ReviewedLanguage): Promise<CheckedLanguage | null>;
  /** Up to `limit` lines after the one numbered `after`. */
  listCheckSubjects(
    language: ReviewedLanguage,
    after: number,
    limit: number,
  ): Promise<CheckSubject[]>;
  /** Replaces the findings of the lines after `after` up to `to`. Not durable. */
  putFindings(
    lease: Lease,
    language: ReviewedLanguage,
    range: { after: number; to: number },
    findings: readonly Finding[],
  ): Promise<void>;
  /** Completes what `beginFindings` began, unless a value has changed meanwhile. Not durable. */
  finishFindings(lease: Lease, language: ReviewedLanguage): Promise<void>;
  /**
   * Ignores a check of a line while it has its present text; `by` is null to end that. False if the
   * line does not exist.
   */
  ignoreCheck(
    language: ReviewedLanguage,
    number: number,
    ignored: { name: string; by: string | null; at: number },
  ): Promise<boolean>;
}
