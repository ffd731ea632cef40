/** The part of the store's port for numbers of the workspace. */

/** Numbers of the workspace's contents. */
export interface Statistics {
  projects: number;
  /** The number of batches of each status. */
  batches: Record<string, number>;
  lines: number;
  characters: number;
  glossaryLines: number;
  users: number;
  scripts: number;
  mediaFiles: number;
  mediaBytes: number;
}

export interface StatisticsRows {
  /** Counts all rows; the duration grows with their number. */
  statistics(): Promise<Statistics>;
}
