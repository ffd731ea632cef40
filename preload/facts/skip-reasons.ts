/**
 * Why a file or folder is left out of an upload, and what that means: read by the window, the
 * terminal and watch folders.
 */

/**
 * "skipped": not meant to be sent. "failed": could not be sent, although the user may expect it.
 */
export type LeftOut = "skipped" | "failed";

export const skipReasons = {
  /** Neither audio nor video. */
  type: "skipped",
  /** Hidden and system files: .DS_Store, Thumbs.db, ._x. */
  hidden: "skipped",
  /** The same file is already in the queue for the same path, or was given twice. */
  "already-queued": "skipped",
  /** A link that leads out of the dropped folder, or a device, without the name of a media file. */
  other: "skipped",
  /** A symbolic link to a folder whose files are uploaded at their own place. */
  "folder-link": "skipped",
  /** Audio or video in a format that the service does not accept. */
  format: "failed",
  empty: "failed",
  unreadable: "failed",
  /** A symbolic link that leads out of the dropped folder, or nowhere. */
  link: "failed",
  /** A socket, pipe or device with the name of a media file. */
  special: "failed",
  /** Larger than 10,000 parts of the maximum size. */
  "too-large": "failed",
  /** A name that the gallery does not allow. */
  name: "failed",
  /** Another file of this drop has the same gallery path after normalisation. */
  duplicate: "failed",
} as const satisfies Record<string, LeftOut>;

export type SkipReason = keyof typeof skipReasons;

export const skipReasonNames = Object.keys(skipReasons) as [SkipReason, ...SkipReason[]];

/**
 * `isNamed`: the user has chosen this file itself, and not a folder that contains it. It is meant
 * to be sent then.
 */
export const leftOutAs = (reason: SkipReason, isNamed: boolean): LeftOut =>
  isNamed && reason === "type" ? "failed" : skipReasons[reason];
