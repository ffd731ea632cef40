/** Defaults and limits of watch folders. */

/**
 * Milliseconds for which the size and the time of a file must be unchanged before it is uploaded.
 */
export const defaultQuietMs = 30_000;
/** Maximum quiet time, in milliseconds: one day. */
export const maxQuietMs = 86_400_000;

/**
 * Why a watch folder is walked from time to time, because the system does not report every change
 * in it.
 */
export const pollReasons = [
  "system-limit", // the system's limit of watched folders is used up
  "many-folders", // it has more folders than Dubyard has the system watch
  "no-events", // the system cannot watch it
  "network-drive", // the system does not report what other computers change
] as const;
export type PollReason = (typeof pollReasons)[number];

/**
 * Temporary files of other programs. They are never uploaded from a watch folder, whatever its
 * patterns are.
 */
export const temporaryFilePatterns: readonly string[] = [
  "*.part", // Firefox, aria2 and others
  "*.crdownload", // Chrome
  "*.download", // Safari
  "*.partial",
  "*.filepart", // WinSCP
  "*.!ut", // BitTorrent clients
  "*.tmp",
  "*.temp",
  "*.swp", // Vim
  "*.bak",
  "*~", // Emacs and others
  "~$*", // Microsoft Office
];

/** The rules that settings of a watch folder can violate, besides those of the interface. */
export type WatchFolderRule =
  | "folder-watched" // another watch folder has the same source and target
  | "folder-of-workspace" // it contains the data of a local workspace, or is inside of it
  | "pattern-empty"
  | "pattern-too-long"
  | "too-many-patterns"
  | "too-many-wildcards" // more than maxStars or maxBraces between two "/"
  | "unmatched-braces";

/** Maximum number of patterns of each kind in a watch folder. */
export const maxPatterns = 50;
/** Maximum length of a pattern, in characters. */
export const maxPatternLength = 300;
/**
 * Maximum number of "*", and of "{", between two "/" of a pattern: the time of a comparison grows
 * exponentially with them.
 */
export const maxStars = 3;
export const maxBraces = 2;

/**
 * Limits of a preview: entries of the folder, milliseconds, and paths of each group in the result.
 */
export const maxPreviewEntries = 20_000;
export const maxPreviewMs = 3_000;
export const maxPreviewPaths = 100;
