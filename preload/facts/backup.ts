/** What a backup or a restore of a workspace names as not contained, or not as it was stored. */

/** "speech": the synthesised sound of takes, before it is fitted. "rows": the database. */
export const backupFileKinds = ["media", "script", "take", "speech", "rows"] as const;
export type BackupFileKind = (typeof backupFileKinds)[number];

/** "damaged": the bytes are not those that the workspace stored. */
export const backupFileProblems = ["missing", "unreadable", "damaged"] as const;
export type BackupFileProblem = (typeof backupFileProblems)[number];
