/**
 * The problems that reading a script can have: one table of their codes, from which the readers
 * take the severity. The texts of the window have an entry for each code.
 */

/** In the order in which a report lists them. */
export const problemSeverities = ["error", "warning", "note"] as const;
/**
 * An "error" has to be corrected before the file can be used. A "warning" is probably a mistake in
 * the file. A "note" states what was assumed or left out.
 */
export type ProblemSeverity = (typeof problemSeverities)[number];

export const severityOfCode = {
  // The file as a whole.
  empty: "error",
  "too-large": "error",
  "too-slow": "error",
  "too-much-memory": "error",
  "reader-failed": "error",
  "reader-busy": "error",
  closed: "error",
  unpacked: "error",
  damaged: "error",
  encrypted: "error",
  "old-format": "error",
  "format-unknown": "error",
  "format-mismatch": "error",
  html: "error",
  rtf: "error",
  "xml-table": "error",
  "format-foreign": "error",
  "bulk-format": "error",
  "too-many-rows": "error",
  "too-many-paragraphs": "error",
  "too-many-strings": "error",
  "too-many-characters": "error",
  "too-deep": "error",
  "too-many-cells": "error",
  "too-many-pages": "error",
  "lines-missing": "error",

  // The encoding and the language.
  "not-text": "error",
  encoding: "note",
  "character-unreadable": "warning",
  languageCode: "error",
  "language-unknown": "error",
  "language-missing": "error",

  // Cues of subtitles.
  "text-outside": "warning",
  "timing-invalid": "error",
  "timing-negative": "error",
  "timing-overlap": "warning",
  "timing-long": "warning",
  "cue-empty": "note",
  "cue-numbers": "note",
  "cue-data": "note",
  "cue-effects": "note",
  "cue-comments": "note",
  "cues-before-start": "note",
  "file-incomplete": "warning",
  "cues-rolling": "note",
  "cues-sorted": "note",
  "cues-languages": "note",
  "cues-two-scripts": "warning",
  "name-uncertain": "note",
  "separator-missing": "warning",
  "names-in-brackets": "note",
  "styles-as-names": "note",
  "time-offset": "note",

  // Sheets, rows and columns of tables.
  "sheet-missing": "warning",
  "sheet-chosen": "note",
  "sheet-unknown": "error",
  "sheets-unclear": "error",
  "sheets-hidden": "note",
  "sheets-hidden-all": "error",
  "header-below": "note",
  "rows-hidden": "note",
  "columns-hidden": "note",
  "cells-hidden": "note",
  "cells-merged": "note",
  "header-repeated": "note",
  "header-joined": "note",
  "speaker-from-row-above": "note",
  "rows-left-out": "note",
  "table-second": "warning",
  "text-struck": "note",
  "column-missing": "error",
  "column-twice": "warning",
  "column-unknown": "warning",
  "columns-ignored": "warning",
  "columns-recognised": "note",
  "pronunciation-missing": "warning",
  "text-column-missing": "error",
  "text-language-missing": "error",
  "rows-missing": "error",
  "quote-open": "error",
  "quote-inside": "warning",

  // Values of cells.
  "cell-error": "error",
  "formula-without-value": "error",
  "frame-rate-missing": "warning",
  "frame-rate-stated": "note",
  "frame-rate-differs": "warning",
  "time-unit": "note",
  "duration-differs": "warning",
  "duration-unit": "warning",
  "duration-unreadable": "note",
  "text-too-long": "error",
  "text-missing": "warning",
  "id-twice": "warning",
  "emotion-unknown": "error",
  "intensity-unknown": "error",
  "name-missing": "error",
  "path-missing": "error",
  "setting-invalid": "error",
  "setting-unknown": "error",

  // Source audio.
  "source-audio-missing": "error",
  "source-audio-not-found": "error",
  "source-audio-type": "error",
  "source-audio-url": "error",
  "source-audio-outside": "warning",

  // Documents.
  "pdf-without-text": "warning",
  "document-table-columns": "error",
  "document-table-cells": "warning",
  "document-table-guessed": "note",
  "document-columns-ignored": "note",
  "cells-joined": "note",
  "document-outside-tables": "note",
  "document-screenplay": "note",
  "format-embedded": "note",
  "hyphens-joined": "note",
  "page-columns": "note",
  "readings-left-out": "note",
  "text-doubled": "note",

  // Speakers of documents, and names of characters.
  "several-speakers": "warning",
  "speaker-above": "note",
  "speaker-inside": "note",
  "speech-continued": "note",
  "speaker-none": "note",
  "speaker-assumed": "note",
  "speaker-uncertain": "warning",
  "names-before-colon": "warning",
  "names-alone": "warning",
  "words-alone": "warning",
  "sounds-as-speakers": "warning",
  "rows-undivided": "warning",
  "notes-below": "warning",
  "colon-in-sentence": "note",
  "names-joined": "note",

  // Lines that are implausible, and what was left out because it is probably not speech. The window
  // offers the others: `choicesOf` in line-kinds.ts.
  "line-number": "note",
  "line-time": "note",
  "line-heading": "note",
  "line-direction": "note",
  "line-action": "note",
  "spoken-direction": "note",
  "line-page": "note",
  "line-hidden": "note",
  "line-name": "note",
  "left-out-number": "note",
  "left-out-time": "note",
  "left-out-heading": "note",
  "left-out-direction": "note",
  "left-out-action": "note",
  "left-out-page": "note",
  "left-out-hidden": "note",
  "left-out-name": "note",
  "text-with-times": "note",
  "text-with-next-number": "note",
  "text-with-markup": "note",
  "text-mojibake": "warning",
  "speakers-missing": "note",
  "names-similar": "note",

  // Lines of target scripts and imports that were matched.
  "line-id-unknown": "warning",
  "line-id-missing": "warning",
  "line-id-repeated": "warning",
  "line-id-unclear": "warning",
  "line-character": "warning",
  "line-source": "warning",
  "line-time-unknown": "warning",
  "line-time-unclear": "warning",
  "lines-count": "warning",
  "lines-order": "warning",
  "line-id-changed": "note",
  "lines-time-speed": "warning",
  "lines-time-near": "note",
  "lines-time-shifted": "note",
  "lines-by-number": "note",
} as const satisfies Record<string, ProblemSeverity>;

/** Sorts problems as a report lists them; those of one severity stay in their order. */
export const bySeverity = (a: { severity: ProblemSeverity }, b: { severity: ProblemSeverity }) =>
  problemSeverities.indexOf(a.severity) - problemSeverities.indexOf(b.severity);

export type ScriptProblemCode = keyof typeof severityOfCode;
/** The codes of a severity. */
export type CodeOf<S extends ProblemSeverity> = {
  [C in ScriptProblemCode]: (typeof severityOfCode)[C] extends S ? C : never;
}[ScriptProblemCode];
