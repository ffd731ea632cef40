/** The kinds and states of packs, which the engine of local workspaces uses. */

export const packKinds = [
  "voices",
  "transcription",
  "translation",
  "speakers",
  "voice-activity",
] as const;
export type PackKind = (typeof packKinds)[number];

/** "damaged": files of an installed pack are missing; it can be installed again. */
export const packStates = [
  "available",
  "waiting",
  "downloading",
  "unpacking",
  "installed",
  "damaged",
] as const;

/** Why an installation failed. */
export const packProblems = [
  "network", // the publisher's server, or the connection to it; a later attempt continues
  "replaced", // the publisher has replaced the file: this version does not know its hash
  "hash", // the bytes do not have the hash of the catalogue
  "archive", // the archive is damaged, or contains what a pack must not contain
  "wrong-file", // a file or folder on this computer that is not that of the pack
  "disk-full",
  "in-use", // another process installs or removes the pack, or uses its files
  "other",
] as const;
export type PackProblem = (typeof packProblems)[number];
