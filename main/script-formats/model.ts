/**
 * The data model of parsed script files. Plain data that can be sent between threads. The rules are
 * defined in "interface-notes § Scripts" and "interface §4.2".
 */

import type { Appearance } from "../../preload/facts/appearance";
import type { ProjectType } from "../../preload/facts/project-types";
import type { LineKindChoices } from "../../preload/facts/line-kinds";
import type { ColumnMapping, ColumnRole, KnownColumns } from "../../preload/facts/script-columns";
import type { ScriptFormat } from "../../preload/facts/script-formats";
import type { TextEncoding } from "../../preload/facts/text-encodings";
import type { ProblemSeverity, ScriptProblemCode } from "../../preload/facts/script-problems";

export type { ScriptFormat };

/** One line of dialogue. Values that are missing in the file are `null`. */
export interface ScriptLine {
  /** 1 and up, in file order, without gaps. */
  number: number;
  id: string | null;
  character: string | null;
  /** By language id in lower case ("fr-fr"); languages without text for this line are absent. */
  text: Record<string, string>;
  /** A URL or a gallery path, exactly as in the file. */
  sourceAudio: string | null;
  /** One of `emotions`, in lower case. */
  emotion: string | null;
  /** One of `intensities`, in lower case. */
  intensity: string | null;
  /** Milliseconds from the start of the media; only subtitles have times. */
  startMs: number | null;
  endMs: number | null;
  /** The text in a column of sources that is no text of the script; absent if it is empty. */
  source?: string;
  /** How a subtitle shows it; absent for the usual way. */
  appearance?: Appearance;
  /** Position in the file, starting at 1: row of a sheet, cue number, paragraph. */
  row: number;
}

/** A problem in a file, or what was assumed or left out in it. The user sees it. */
export interface ScriptProblem {
  severity: ProblemSeverity;
  /** As in `ScriptLine.row`; `null` when the problem concerns the whole file. */
  row: number | null;
  /** The rows that it concerns if there are several: the first ten. */
  rows?: readonly number[];
  /** The name of the column or option as users know it ("Text_FR-FR", "languageCode"). */
  column: string | null;
  /** "more" counts the further problems of a severity. */
  code: ScriptProblemCode | "more";
  /** English sentences. */
  message: string;
  /** The name of the sheet, if it is another one than `Script.sheet`. */
  sheet?: string;
  /** What the reader assumed, as a value in no language ("Windows-1250", "ANNA"). */
  assumed?: string;
  /** What the user can do, as an English sentence. It follows the message. */
  remedy?: string;
  /** The name that is probably meant instead of an unknown one. */
  suggestion?: string;
  /** Only with the code "more": the number of further problems of this severity. */
  count?: number;
}

/**
 * A parsed script. An unreadable file has no lines and at least one problem of severity "error".
 */
export interface Script {
  /** `null` when the file has no known format. */
  format: ScriptFormat | null;
  lines: ScriptLine[];
  /** Distinct names, in order of first appearance. */
  characters: string[];
  /** Language ids in lower case, in the column order of the file. */
  languages: string[];
  /**
   * The columns of a table that are read or that problems name, by their names as in the file; 0 is
   * column "A".
   */
  columns: Record<string, number>;
  /** The name of the workbook sheet that was read; "" for other formats. */
  sheet: string;
  /** Of tables: whether the user assigned the columns. Null for other formats. */
  areColumnsAssigned?: boolean | null;
  /** Encoding of a text file; null for other formats. */
  encoding?: ScriptEncoding | null;
  problems: ScriptProblem[];
}

/** The encoding of a text file. */
export interface ScriptEncoding {
  name: TextEncoding;
  /** It was assumed: the bytes do not show it with certainty. */
  isAssumed: boolean;
  /** The first words with letters outside of ASCII: they show whether the encoding is right. */
  words: readonly string[];
}

/** Options for reading a script. */
export interface ReadOptions {
  /** Of a conversion: for our own service, which reads every format, and times in tables. */
  isForOwnService?: boolean;
  purpose: ProjectType;
  /** Required for subtitles, .docx, .txt and .pdf: the language of the text, in any case. */
  languageCode?: string;
  /** For subtitles: the separator between the speaker and the text of a cue. */
  speakerSeparator?: string;
  /** For subtitles: a cue with several speakers is one line; for texts of lines that exist. */
  isLinePerCue?: boolean;
  /** The encoding that the user chose for a text file; without it, it is recognised. */
  encoding?: TextEncoding;
  /** For tables: what their columns contain, where their names do not say it. */
  columns?: ColumnMapping;
  /** Without `columns`: what the user chose for this file, and for headers of any file. */
  ofFile?: KnownColumns;
  known?: readonly KnownColumns[];
  /** Whether cells of a .csv may have been escaped by `escapeFormula`; default false. */
  hasEscapes?: boolean;
  /** The texts that are lines although they are probably not speech, or the reverse. */
  kinds?: LineKindChoices;
}

/** Options for reading a bulk table: as in `ReadOptions`. */
export interface BulkOptions {
  hasEscapes: boolean;
  encoding?: TextEncoding | undefined;
}

/** One batch of a bulk request. Values that are missing in the row are "". */
export interface BulkRow {
  /** The row of the sheet, starting at 1; the header is row 1. */
  row: number;
  name: string;
  /** A URL. */
  scriptPath: string;
  /** A URL or a gallery path. */
  videoPath: string;
  /** A language id in lower case. */
  languageCode: string;
  /** Only the settings that the row contains, by their names in the interface. */
  settings: Record<string, string | number | boolean>;
  /** Problems of this row only. */
  problems: ScriptProblem[];
  /**
   * Invalid values as in the file, by field ("languageCode", "settings.autoCasting"); absent if
   * there are none.
   */
  invalidValues?: Record<string, string>;
}

/**
 * A parsed bulk workbook. `problems` concern the whole file; problems of a row are stored in the
 * row.
 */
export interface BulkScript {
  rows: BulkRow[];
  /** Of a .csv; null for other formats. */
  encoding?: ScriptEncoding | null;
  problems: ScriptProblem[];
}

/** A column of a table, and its proposed or assigned content. */
export interface ViewedColumn {
  /** Its key in a mapping. */
  key: string;
  /** As displayed: the name, or the letter. */
  name: string;
  role: ColumnRole;
}

/** An unreadable file, or one without a table, has no sheets, and problems. */
export interface TableView {
  /** The names of the visible sheets; "" for a table without sheets. */
  sheets: string[];
  sheet: string;
  /** 0 for a table without a header. */
  headerRow: number;
  /** The key of the header; null without one. */
  header: string | null;
  /** From the first row on; cells may be cut. */
  rows: { row: number; cells: string[] }[];
  columns: ViewedColumn[];
  /** Columns behind them, which are not shown. */
  otherColumns: number;
  frameRate: number | null;
  /** Whether the user has assigned the columns. */
  isAssigned: boolean;
  problems: ScriptProblem[];
}

/** A sheet and a row as the user chose them; a null row is found. */
export interface TablePlace {
  sheet: string;
  headerRow: number | null;
}
