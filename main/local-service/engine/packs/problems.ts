/** Why an installation failed. */

export const packProblems = [
  /** The publisher's server, or the way to it. A later attempt continues. */
  "network",
  /** The publisher has replaced the file: this version of the application does not know its hash. */
  "replaced",
  /** The bytes do not have the hash of the catalogue. */
  "hash",
  /** An archive that is damaged, or contains what a pack must not contain. */
  "archive",
  /** A file or folder on this computer that is not that of the pack. */
  "wrong-file",
  "disk-full",
  /** Another process installs or removes this pack. */
  "in-use",
  "other",
] as const;

export type PackProblemCode = (typeof packProblems)[number];

/** The message is shown to users, in English. It contains no path outside of the pack, and no query of a URL. */
export class PackError extends Error {
  readonly code: PackProblemCode;

  constructor(code: PackProblemCode, message: string) {
    super(message);
    this.name = "PackError";
    this.code = code;
  }
}
