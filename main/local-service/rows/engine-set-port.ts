/**
 * What several services on one database have in common: what their engines can do, which processes
 * there are, and what applies to all of them. Other services do not use it.
 */

/** What an engine can do, as text; `id`: the SHA-256 of `content`. */
export interface StoredEngineSet {
  id: string;
  content: string;
}

export interface ListedEngineSet {
  id: string;
  createdAt: number;
  isPinned: boolean;
}

/** A process, as it describes itself. */
export interface Worker {
  /** Random, of this run. */
  id: string;
  role: string;
  host: string;
  /** The id of the set of its engine; "" without an engine. */
  engineSet: string;
  /** Why it does not do all of its work, or "". */
  problem: string;
  takesPerMinute: number;
}

/** Times are by the clock of the database. */
export interface ListedWorker extends Worker {
  startedAt: number;
  seenAt: number;
}

/** What applies to all processes now. */
export interface SharedState {
  /** The id of the set with which work is done; null before the first worker. */
  engineSet: string | null;
  isPaused: boolean;
  /** Of all processes. */
  takesPerMinute: number;
  /**
   * The sets of the processes that were seen within a minute, without those without an engine, and
   * the milliseconds since one was seen.
   */
  seenSets: readonly { id: string; agoMs: number }[];
}

/**
 * - "pinned": also if it was.
 * - "unknown": there is no such set.
 * - "moved": the workspace is being moved, or was moved to another service.
 */
export type PinOutcome = "pinned" | "unknown" | "moved";

export interface EngineSetRows {
  /** Stores a set unless it is known, and pins it if none is pinned. */
  addEngineSet(set: StoredEngineSet): Promise<void>;
  /** Null for an unknown one. */
  findEngineSet(id: string): Promise<StoredEngineSet | null>;
  /** The oldest first. */
  listEngineSets(): Promise<ListedEngineSet[]>;
  /**
   * A user chooses this set, and work is done with it from now on: the work of processes with
   * another one loses its leases, and all takes are to be compared.
   */
  pinEngineSet(id: string): Promise<PinOutcome>;
  /**
   * As `pinEngineSet`, but without a choice. Null if a user chose the pinned set, or a process with
   * another one than this was seen.
   */
  pinSoleEngineSet(id: string): Promise<PinOutcome | null>;
  readSharedState(): Promise<SharedState>;
  setPaused(isPaused: boolean): Promise<void>;
}

export interface WorkerRows {
  /** The process runs, and describes itself so. Not durable. */
  noteWorker(worker: Worker): Promise<void>;
  /** Removes the rows of processes that have ended without removing theirs. Not durable. */
  removeFormerWorkers(): Promise<void>;
  /** The process ends. Not durable. */
  removeWorker(id: string): Promise<void>;
  /** Those that run, in the order of their starts. */
  listWorkers(): Promise<ListedWorker[]>;
}
