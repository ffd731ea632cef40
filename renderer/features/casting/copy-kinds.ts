import type { api } from "../../app/api";

/** A character in the comparison with another project's casting. */
export type CopyRow = Awaited<ReturnType<typeof api.casting.previewCopy>>[number];
export type CopyKind = CopyRow["kind"];

/** The groups of the comparison, in display order. */
export const copyKinds: readonly CopyKind[] = ["new", "changed", "same", "no-match", "no-voice"];
