/**
 * What a script file is read into. Plain data that can be sent between threads. The rules come from
 * "interface-notes § Scripts" and "interface §4.2".
 */

import type { ScriptFormat } from "../../preload/facts/script-formats";

export type { ScriptFormat };

/** The type of the project that the script is for; line dubbing asks for source audio. */
export type ScriptPurpose = "audio-production" | "line-dubbing" | "media-dubbing";

/** One line to be spoken. What the file does not say is `null`. */
export interface ScriptLine {
  /** 1 and up, in the order of the file, without holes. */
  number: number;
  id: string | null;
  character: string | null;
  /** By language id in lower case ("fr-fr"); a language without text for this line is absent. */
  text: Record<string, string>;
  /** A URL or a gallery path, as it stands in the file. */
  sourceAudio: string | null;
  /** One of `emotions`, in lower case. */
  emotion: string | null;
  /** One of `intensities`, in lower case. */
  intensity: string | null;
  /** Milliseconds from the start of the media; only subtitles have times. */
  startMs: number | null;
  endMs: number | null;
  /** Where it stands in the file, from 1: row of a sheet, cue number, paragraph. */
  row: number;
}

/** Something to tell the user about a file. An "error" has to be put right before the file is used. */
export interface ScriptProblem {
  severity: "error" | "warning";
  /** As in `ScriptLine.row`; `null` when it concerns the whole file. */
  row: number | null;
  /** The column's or option's name as users know it ("Text_FR-FR", "languageCode"). */
  column: string | null;
  /** A stable word to translate or test by ("language-unknown"). */
  code: string;
  /** An English sentence. */
  message: string;
  /** With the code "more": how many more there are of this severity. */
  count?: number;
}

/** A script as read. A file that cannot be read has no lines and at least one problem of severity "error". */
export interface Script {
  /** `null` when the file is none of the known kinds. */
  format: ScriptFormat | null;
  lines: ScriptLine[];
  /** Every name once, in order of first appearance. */
  characters: string[];
  /** Language ids in lower case, in the order of the file's columns. */
  languages: string[];
  /** The columns of a table that have a meaning, by their names as they stand in the file: 0 is "A". */
  columns: Record<string, number>;
  /** The sheet of a workbook that was read; "" in files of other kinds. */
  sheet: string;
  problems: ScriptProblem[];
}

/** How a script is to be read. */
export interface ReadOptions {
  purpose: ScriptPurpose;
  /** Needed for .srt, .docx, .txt and .pdf: the language of their text, in any case. */
  languageCode?: string;
  /** For .srt: what stands between the speaker and the text of a cue. */
  speakerSeparator?: string;
}

/** One batch of a bulk request. What its row does not say is "". */
export interface BulkRow {
  /** The row of the sheet, from 1; the header is row 1. */
  row: number;
  name: string;
  /** A URL. */
  scriptPath: string;
  /** A URL or a gallery path. */
  videoPath: string;
  /** A language id in lower case. */
  languageCode: string;
  /** Only the settings that the row gives, by their names in the interface. */
  settings: Record<string, string | number | boolean>;
  /** What is wrong with this row alone. */
  problems: ScriptProblem[];
  /** Texts that are no value, as they stand there, by field ("languageCode", "settings.autoCasting"); only where there are some. */
  unread?: Record<string, string>;
}

/** A bulk workbook as read. `problems` are those of the whole file; those of a row are with the row. */
export interface BulkScript {
  rows: BulkRow[];
  problems: ScriptProblem[];
}
