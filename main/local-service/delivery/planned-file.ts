/** A file of an export before it is made. */
import type { BwfNotes } from "../engine/ports";
import type { Audiobook } from "./formats/audiobook";
import type { FileMeasures } from "../rows/exports/export-port";
import type { SnapshotLanguage } from "./snapshot";
import type { TimelineLine, TimelineTake } from "./timeline";

/** What was measured on the files that were made before. */
export interface MadeFiles {
  /** Of the file at a path of the delivery; null if it was not measured. */
  measuresOf: (path: string) => FileMeasures | null;
}

/** How a file is made. */
type FileContent =
  | { kind: "text"; write: (made: MadeFiles) => string | Promise<Uint8Array> }
  | {
      kind: "take";
      language: SnapshotLanguage;
      line: TimelineLine;
      take: TimelineTake;
      notes: BwfNotes;
    }
  /** Null: the stem of all characters. */
  | { kind: "stem"; language: SnapshotLanguage; character: string | null; notes: BwfNotes }
  /** The stem of the music and effects. */
  | { kind: "bed"; language: SnapshotLanguage; notes: BwfNotes }
  | { kind: "mix"; language: SnapshotLanguage; notes: BwfNotes }
  | { kind: "video"; language: SnapshotLanguage; notes: BwfNotes }
  | { kind: "audiobook"; language: SnapshotLanguage; book: Audiobook; notes: BwfNotes }
  | { kind: "report"; language: SnapshotLanguage; report: "checks" | "loudness" | "summary" }
  | { kind: "manifest" }
  | { kind: "checksums" };

export interface PlannedFile {
  /** Relative to the folder of the delivery, with "/". */
  path: string;
  /** The size of the file; null if it is not known before the file is made. */
  bytes: number | null;
  /** Why it cannot be made, or "". */
  problem: string;
  content: FileContent;
}

/** Files about the others: they are made last, and again whenever another file was made. */
export const isSummary = ({ content: { kind } }: PlannedFile): boolean =>
  kind === "report" || kind === "manifest" || kind === "checksums";
