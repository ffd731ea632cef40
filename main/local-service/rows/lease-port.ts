/** The part of the store's port for leases of background work; see `work/leases.ts`. */

/** The kinds of work; `operations-port.ts` counts what is due of them. */
export type LeaseKind = "ingest" | "plan" | "takes" | "finish" | "check" | "export" | "asked";

/** The kinds whose results depend on what the engines can do. */
export const engineKinds: readonly LeaseKind[] = ["ingest", "plan", "takes", "asked"];

export interface Lease {
  kind: LeaseKind;
  /** Of the item among those of its kind. */
  key: string;
  /** Random for each claim: names of processes are no proof. */
  token: string;
}

/** The work was taken by another process: its result must not be stored. */
export class LostLease extends Error {
  constructor() {
    super("the lease belongs to another process");
    this.name = "LostLease";
  }
}

/** The rows of leases. All times are by the clock of the database. */
export interface LeaseRows {
  /**
   * Claims an item that no other process has, for `milliseconds`: its `attempts`, or null; with an
   * id of an engine set, also null while another one is pinned. Not durable.
   */
  claimLease(
    lease: Lease,
    owner: string,
    milliseconds: number,
    engineSet?: string | null,
  ): Promise<number | null>;
  /** As `claimLease`, and durable. */
  claimLeaseDurably: LeaseRows["claimLease"];
  /** Extends the leases of a process; the tokens of those that it still has. Not durable. */
  renewLeases(owner: string, milliseconds: number): Promise<string[]>;
  /** Gives a lease back: the attempt is not counted. Not durable. */
  releaseLease(lease: Lease): Promise<void>;
  /** Forgets a lease whose work has a result, and its attempts. Not durable. */
  endLease(lease: Lease): Promise<void>;
  /**
   * Call it when a process starts. The leases of earlier processes end if the database has one
   * process only, and their attempts stay. Resolves with whether there may be several: their
   * changes wake nothing in this process. Not durable.
   */
  startLeases(): Promise<boolean>;
}
