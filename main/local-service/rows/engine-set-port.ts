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

/** The description of a process, which the process stores. */
export interface Worker {
  /** A random id, which each start of the process makes. */
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
  /** The sum of all processes. */
  takesPerMinute: number;
  /**
   * The sets of the processes that were seen within a minute, without those without an engine, and
   * the milliseconds since one was seen.
   */
  seenSets: readonly { id: string; agoMs: number }[];
}

/**
 * - "pinned": the set is pinned now, or was already.
 * - "unknown": there is no such set.
 * - "moved": the workspace is being moved, or was moved to another service.
 */
export type PinOutcome = "pinned" | "unknown" | "moved";

export interface EngineSetRows {
  /** Stores a set unless it is known, and pins it if none is pinned. */
  addEngineSet(set: StoredEngineSet): Promise<void>;
  /** Resolves with null for an unknown set. */
  findEngineSet(id: string): Promise<StoredEngineSet | null>;
  /** Lists all sets, the oldest first. */
  listEngineSets(): Promise<ListedEngineSet[]>;
  /**
   * A user chooses this set, and work is done with it from now on: the work of processes with
   * another one loses its leases, and all takes are to be compared.
   */
  pinEngineSet(id: string): Promise<PinOutcome>;
  /**
   * As `pinEngineSet`, but not as the choice of a user. Null if a user chose the pinned set, or a
   * process with another set than this one runs.
   */
  pinSoleEngineSet(id: string): Promise<PinOutcome | null>;
  readSharedState(): Promise<SharedState>;
  setPaused(isPaused: boolean): Promise<void>;
}

export interface WorkerRows {
  /** Stores that a process runs, and its description. Not durable. */
  noteWorker(worker: Worker): Promise<void>;
  /** Removes the rows of processes that have ended without removing theirs. Not durable. */
  removeFormerWorkers(): Promise<void>;
  /** Removes the row of a process that ends. Not durable. */
  removeWorker(id: string): Promise<void>;
  /** Lists the processes that run, in the order of their starts. */
  listWorkers(): Promise<ListedWorker[]>;
}
