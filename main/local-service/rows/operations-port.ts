/** The part of the store's port for those who watch a service. */

/** The kinds of background work that wait in rows. */
export type DueKind =
  /** Scripts, videos and bulk tables to read, and batches to cast. */
  | "ingest"
  /** Dubs whose takes are to be planned, or to be compared with a change. */
  | "plan"
  /** Takes that a reviewer waits for. */
  | "wanted"
  /** The other takes of dubs that are being made. */
  | "takes"
  /** Dubs whose takes are complete, and whose results are to be made. */
  | "finish"
  /** Languages whose findings are to be made. */
  | "check"
  /** Deliveries. */
  | "export"
  /** Deleted batches, projects and files whose rows and bytes are to be removed. */
  | "purge";

export interface DueWork {
  kind: DueKind;
  /** Waiting or in progress. */
  count: number;
  /** The time of the oldest one; null if there is none, or rows of this kind have no time. */
  since: number | null;
}

export interface OperationsRows {
  /** One entry for each kind. */
  countDueWork(): Promise<DueWork[]>;
  /** The version of the rows. Rejects if the database cannot be read. */
  readSchemaVersion(): Promise<number>;
  /** The time of the database, in milliseconds since 1970. */
  readTime(): Promise<number>;
}
