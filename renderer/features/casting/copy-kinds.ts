import type { VoiceChange } from "../../../preload/contract/casting";

/** A character in the comparison with another casting. */
export type CopyRow = VoiceChange;
export type CopyKind = CopyRow["kind"];

/** The groups of the comparison, in display order. */
export const copyKinds: readonly CopyKind[] = [
  "new",
  "changed",
  "same",
  "no-match",
  "no-voice",
  "no-default",
];
