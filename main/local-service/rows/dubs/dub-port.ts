/** The part of the store's port for dubs and their takes. */
import type { Appearance } from "../../../../preload/facts/appearance";
import type { FinishedTake, TakeMeasures, TakeScan } from "../../engine/ports";
import type { BatchSettings, DubProgress, DubState } from "../batches/batch-port";
import type { Lease } from "../lease-port";
import type { LocalSettings } from "../../../../preload/local-service/local-settings";
import type { ProjectType } from "../projects/project-port";
import type { Fit, OutdatedReason } from "../../../../preload/facts/review";

/** The states in which a dub is in progress. */
export const activeDubStates = ["due", "making", "finishing"] as const satisfies DubState[];
export const isActiveDub = (state: DubState): boolean =>
  (activeDubStates as readonly DubState[]).includes(state);

export interface DubRow extends DubProgress {
  batchId: string;
  languageId: string;
  /** Higher ones first. */
  priority: number;
  /** Milliseconds since 1970; among equal priorities, earlier ones first. */
  requestedAt: number;
}

/** Identifies a dub among those of all batches. */
export const dubId = ({ batchId, languageId }: Pick<DubRow, "batchId" | "languageId">): string =>
  `${batchId}/${languageId}`;

/** A dub with what its takes depend on. */
export interface DubSubject extends DubRow {
  projectId: string;
  projectName: string;
  projectType: ProjectType;
  batchName: string;
  videoPath: string | null;
  settings: BatchSettings;
  localSettings: LocalSettings;
  /** Descriptions such as "[music]" are spoken; otherwise lines of them are silent. */
  speaksDescriptions: boolean;
}

/** A line with a text in the language of a dub. */
export interface DubLine {
  number: number;
  lineId: string;
  character: string;
  /** The name of the voice of the line, or else of its character, or null. */
  voice: string | null;
  text: string;
  emotion: string;
  intensity: string;
  sourceAudio: string;
  startMs: number | null;
  endMs: number | null;
  slotMs: number | null;
  /**
   * Where the gap after the line ends: at the next line of the batch, at a line of the same
   * character that begins before that, or at the end of the picture. Null for none, and without
   * times.
   */
  gapEndMs: number | null;
  /**
   * The lengths in milliseconds of its takes that are longer than its time, by their key, without
   * those that cannot be shorter.
   */
  longTakes: Readonly<Record<string, number>>;
  /** What a reviewer set. */
  fit: Fit;
  offsetMs: number;
  /** How the script shows its subtitle. */
  appearance: Appearance;
  /** Decibels by which its takes are louder. */
  levelDb: number;
  /** Takes in addition to those of the batch's settings. */
  extraTakes: number;
}

/** The key of a planned take; see `takeKey`. */
export interface PlannedTake {
  number: number;
  /** From 0. */
  variant: number;
  key: string;
  /** What it is made of, to show later why it is outdated. */
  text: string;
  fit: Fit;
}

/** How the missing takes of a plan are queued. */
export interface QueueOptions {
  /** Takes with a higher priority are made first; 0 by default. */
  priority?: number;
  /** This variant is made before the others of its line. */
  first?: number;
  /** The line uses the take of this variant as soon as it is made. */
  choose?: { variant: number; by: string };
}

export type TakeState = "queued" | "made" | "failed" | "outdated";

export interface QueuedTake extends Pick<PlannedTake, "number" | "variant" | "key"> {
  id: number;
  batchId: string;
  languageId: string;
  /** The present voice of its line, or "". */
  voice: string;
  /** Of its line: the name of its files, which stays when the line gets another number. */
  identity: number;
}

export interface TakeRow extends Pick<PlannedTake, "number" | "variant" | "key"> {
  id: number;
  state: TakeState;
  /** Why it failed, or "". */
  problem: string;
  voice: string;
  /** Opaque except to the object store; null unless it was made. */
  location: string | null;
  bytes: number | null;
  md5: string | null;
  sha256: string | null;
  measures: TakeMeasures | null;
  /** For the checks; null for a take of an earlier version. */
  scan: TakeScan | null;
  /**
   * Whether the line uses this take: the chosen variant, or else the first one that is made. If no
   * present take is made, the newest outdated one.
   */
  isChosen: boolean;
  /** What of the line has changed since the take was made; null for a take that is not outdated. */
  outdatedBy: OutdatedReason | null;
}

export type TakeOutcome =
  | { result: "failed"; problem: string }
  /** `speech`: the location of the synthesised sound. */
  | { result: "made"; voice: string; location: string; speech: string; take: FinishedTake };

export interface DubRows {
  /** The dubs of a batch in the order of its languages. */
  listDubs(batchId: string): Promise<DubRow[]>;
  /** Up to `limit` dubs in this state, in the order in which they are to be made. */
  listDubsIn(state: DubState, limit: number): Promise<DubRow[]>;
  /**
   * Dubs that are to be planned or finished and that no process works on, in the same order.
   * `except`: see `dubId`.
   */
  listDubsFor(kind: "plan" | "finish", limit: number, except: readonly string[]): Promise<DubRow[]>;
  /**
   * Dubs whose takes are to be compared with the present texts and voices, and that no process
   * works on. `except`: see `dubId`.
   */
  listDubsToCheck(limit: number, except: readonly string[]): Promise<DubRow[]>;
  findDub(batchId: string, languageId: string): Promise<DubSubject | null>;
  /**
   * Sets dubs to `due`, so that missing, outdated and failed takes are made; returns their
   * languages. Without a list, all languages with texts.
   */
  startDubs(
    batchId: string,
    options: { languageIds?: readonly string[] | undefined; priority?: number | undefined },
    at: number,
  ): Promise<string[]>;
  /** Stops active dubs; finished takes stay. Without a list, all languages. */
  stopDubs(
    batchId: string,
    languageIds: readonly string[] | undefined,
    at: number,
  ): Promise<string[]>;
  /**
   * Ends a dub in the state `finishing`: it is made. `videoNote`: what its video does not have of
   * its source; it stays in the note until the dub is made again.
   */
  finishDub(
    lease: Lease,
    dub: Pick<DubRow, "batchId" | "languageId">,
    videoNote: string,
    at: number,
  ): Promise<void>;
  /** Stops an active dub, with the reason. */
  blockDub(
    lease: Lease,
    batchId: string,
    languageId: string,
    note: string,
    at: number,
  ): Promise<void>;
  /** The folder of a batch's results, or null. */
  findFolder(batchId: string): Promise<string | null>;
  /** Reserves a folder for a batch without one. False if another batch has it. */
  claimFolder(batchId: string, folder: string, folded: string): Promise<boolean>;
}

/** Comparisons of the takes of a dub with the present texts and voices. */
export interface DubPlanRows {
  /** Has the takes of a dub compared again. Not durable. */
  requestCheck(batchId: string, languageId: string): Promise<void>;
  /** After a change of the engine: has the takes of all dubs compared again. Not durable. */
  requestChecks(): Promise<void>;
  /**
   * Begins a comparison: changes from now on are found by the next one. It is due again when the
   * lease ends before `finishPlan` or `blockDub`.
   */
  beginPlan(lease: Lease, batchId: string, languageId: string): Promise<void>;
  /**
   * Whether takes are to be compared or are being compared: their states may be those of former
   * texts and voices.
   */
  isPlanDue(batchId: string, languageId: string): Promise<boolean>;
  /**
   * Ends a comparison: counts the takes, and sets a due dub to `making`, or to `finishing` if no
   * take is queued.
   */
  finishPlan(
    lease: Lease,
    batchId: string,
    languageId: string,
    /** `lines`: those with a text in the language. */
    counts: { planned: number; lines: number },
    at: number,
  ): Promise<void>;
}

/** The lines that takes depend on. */
export interface DubLineRows {
  /** Up to `limit` lines after the one numbered `after`. */
  listDubLines(
    batchId: string,
    languageId: string,
    after: number,
    limit: number,
  ): Promise<DubLine[]>;
  /** Stores the lengths of slots by the number of the line. Not durable. */
  setSlots(batchId: string, slots: readonly (readonly [number, number])[]): Promise<void>;
  /** Stores the times of lines by their number. Not durable. */
  setTimes(
    batchId: string,
    times: readonly (readonly [number, startMs: number, endMs: number])[],
  ): Promise<void>;
}

export interface TakeRows {
  /** Up to `limit` present takes after the given position, in order. */
  listTakes(
    batchId: string,
    languageId: string,
    after: { number: number; variant: number },
    limit: number,
  ): Promise<TakeRow[]>;
  /**
   * All takes of a line, the outdated ones of earlier texts and voices included; the newest first.
   */
  listLineTakes(
    dub: Pick<DubRow, "batchId" | "languageId">,
    number: number,
    limit: number,
  ): Promise<TakeRow[]>;
  /** The file of a take that was made, of a batch that exists; or null. */
  findTakeFile(id: number): Promise<{ location: string; bytes: number; sha256: string } | null>;
  /** Up to `limit` failed takes, in order. */
  listFailedTakes(batchId: string, languageId: string, limit: number): Promise<TakeRow[]>;
}

/** Takes from their plan to their end. */
export interface TakeWorkRows {
  /**
   * Makes these takes the present ones of the lines after `after` up to `to`, and all others there
   * outdated. A take that exists with its key is present again; missing and failed ones are queued
   * unless `queue` is null. `lease`: of the comparison, or null for one request of a reviewer. Not
   * durable.
   */
  planTakes(
    lease: Lease | null,
    dub: Pick<DubRow, "batchId" | "languageId">,
    plan: { takes: readonly PlannedTake[]; after: number; to: number },
    queue: QueueOptions | null,
  ): Promise<void>;
  /**
   * The first queued take in order, except those with these ids, those of lines with these voices,
   * and those of these dubs, which are named as by `dubId`. None that a process works on.
   */
  findQueuedTake(except: {
    ids: readonly number[];
    voices: readonly string[];
    dubs: readonly string[];
  }): Promise<QueuedTake | null>;
  /** The ids, as of `dubId`, of dubs with queued takes of lines with these voices. */
  listDubsWithVoices(voices: readonly string[]): Promise<string[]>;
  /**
   * Stores the outcome of a queued take; after the last one the dub is `finishing`. Resolves with
   * false for a take that is not queued, of which nothing is stored.
   */
  finishTake(
    lease: Lease,
    take: Pick<QueuedTake, "id" | "batchId" | "languageId">,
    outcome: TakeOutcome,
    at: number,
  ): Promise<boolean>;
}

export interface TakeRemovalRows {
  /** Removes the queued takes of these lines. Returns how many. */
  stopTakes(
    dub: Pick<DubRow, "batchId" | "languageId">,
    numbers: readonly number[],
  ): Promise<number>;
  /**
   * Removes a failed take that was requested in addition to the others. Null if it is none, or not
   * the last one.
   */
  discardFailedTake(id: number): Promise<Pick<DubRow, "batchId" | "languageId"> | null>;
  /**
   * Removes the outdated takes of each line beyond the newest 20, except one that the line's
   * decision is about. Their files are recorded for removal.
   */
  cleanTakes(
    dub: Pick<DubRow, "batchId" | "languageId">,
  ): Promise<{ takes: number; bytes: number }>;
}
