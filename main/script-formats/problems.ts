import {
  maxCharacters,
  maxDepth,
  maxFileBytes,
  maxLines,
  maxPages,
  maxParagraphs,
  maxProblems,
  maxStrings,
} from "./limits";
import {
  problemSeverities,
  severityOfCode,
  type CodeOf,
  type ProblemSeverity,
  type ScriptProblemCode,
} from "../../preload/facts/script-problems";
import type { Script, ScriptProblem, TableView } from "./model";

/** Problems that concern a whole file of any format. */
const fileMessages = {
  empty: "The file is empty.",
  "too-large": `The file is larger than ${maxFileBytes / 1024 / 1024} MB.`,
  "too-slow":
    "The file is too large or too complex: reading it takes too long. Split it, or save it again in the program that made it.",
  "too-much-memory":
    "The file is too large or too complex: reading it needs too much memory. Split it into smaller ones.",
  "reader-failed":
    "The file could not be read: the reader process ended unexpectedly. It may be too large or too complex.",
  "reader-busy": "Too many files are waiting to be read. Try again in a moment.",
  closed: "The file was not read, because the program is closing.",
  unpacked: "The file unpacks to far more than its size allows, so it was not opened.",
  damaged: "The file is damaged or incomplete. Save it again in the program that made it.",
  encrypted: "The file is protected by a password. Save it without one.",
  "old-format":
    "The file is in the old binary format of Excel or Word (.xls, .xlsb, .doc). Save it as .xlsx or .docx.",
  "format-unknown":
    "The format of the file is not supported: use .xlsx, .ods, .csv, .srt, .vtt, .ass, .ttml, .sbv, .stl, .docx, .txt or .pdf.",
  "format-mismatch": "The content of the file does not match its extension.",
  html: "The file is a web page (HTML) with another extension. If a link led to it, download the file of the link; if a program wrote a table as a web page, open it in a spreadsheet program and save it as .xlsx.",
  rtf: "The file is an RTF document. Open it in a word processor and save it as .docx.",
  "xml-table":
    "The file is an XML table of Excel 2003. Open it in a spreadsheet program and save it as .xlsx.",
  "not-text": "The file does not contain text.",
  "bulk-format": "A bulk request is read from .xlsx, .ods or .csv.",
  "too-many-rows": `The file has more than ${maxLines.toLocaleString("en")} lines. Split it.`,
  "too-many-paragraphs": `The file has more than ${maxParagraphs.toLocaleString("en")} paragraphs or lines of text. Split it.`,
  "too-many-strings": `The workbook has more than ${maxStrings.toLocaleString("en")} different texts. Split it.`,
  "too-many-characters": `The file has more than ${maxCharacters.toLocaleString("en")} characters of text. Split it.`,
  "too-deep": `The document has text boxes more than ${maxDepth} levels deep.`,
  "too-many-cells":
    "The sheet spans too many cells. Delete the cells far outside of the table and save it again.",
  "sheets-hidden-all": "All sheets of the workbook are hidden. Show one, and save it again.",
  "too-many-pages": `The file has more than ${maxPages.toLocaleString("en")} pages. Split it.`,
} as const satisfies Partial<Record<CodeOf<"error">, string>>;

/** The result for a file that could not be read. */
export const unreadableScript = (problems: ScriptProblem[]): Script => ({
  format: null,
  lines: [],
  characters: [],
  languages: [],
  columns: {},
  sheet: "",
  problems,
});

/** The result for a file without a table, or that could not be read. */
export const noTable = (problems: ScriptProblem[]): TableView => ({
  sheets: [],
  sheet: "",
  headerRow: 0,
  header: null,
  rows: [],
  columns: [],
  otherColumns: 0,
  frameRate: null,
  isAssigned: false,
  problems,
});

export type FileProblemCode = keyof typeof fileMessages;

/** The optional properties of a problem. */
type ProblemDetails = Pick<ScriptProblem, "rows" | "sheet" | "assumed" | "remedy" | "suggestion">;

/** A problem with the severity of its code. */
export const scriptProblem = (
  code: ScriptProblemCode,
  row: number | null,
  column: string | null,
  message: string,
  details: ProblemDetails = {},
): ScriptProblem => ({ severity: severityOfCode[code], row, column, code, message, ...details });

/**
 * A problem that ends the reading of a file. If a file name is given, the message starts with it.
 */
export function fileProblem(code: FileProblemCode, fileName = ""): ScriptProblem {
  const subject = fileName === "" ? "" : `“${fileName.replace(/\p{Cc}/gu, " ").slice(0, 200)}”: `;
  return scriptProblem(code, null, null, subject + fileMessages[code]);
}

export const tooLarge = () => fileProblem("too-large");

/**
 * Thrown inside the readers to stop reading; `readScript` and `readBulk` convert it to the problem
 * it contains.
 */
export class UnreadableFile extends Error {
  readonly problem: ScriptProblem;
  constructor(problem: ScriptProblem | FileProblemCode) {
    const whole = typeof problem === "string" ? fileProblem(problem) : problem;
    super(whole.message);
    this.name = "UnreadableFile";
    this.problem = whole;
  }
}

/** Adds a problem whose code has the severity S. */
type Report<S extends ProblemSeverity> = (
  row: number | null,
  column: string | null,
  code: CodeOf<S>,
  message: string,
  details?: ProblemDetails,
) => void;

/** Collects the problems that the readers find. */
export interface Problems {
  error: Report<"error">;
  warning: Report<"warning">;
  /** For what was assumed, or left out. */
  note: Report<"note">;
  add(problem: ScriptProblem): void;
  hasErrors(): boolean;
  /**
   * In order of occurrence; the first thousand of each severity, followed by the number of further
   * ones.
   */
  list(): ScriptProblem[];
}

export function createProblems(): Problems {
  const listed: ScriptProblem[] = [];
  const counts = { error: 0, warning: 0, note: 0 };
  const add = (problem: ScriptProblem) => {
    counts[problem.severity] += 1;
    if (counts[problem.severity] <= maxProblems) listed.push(problem);
  };
  const report = (
    row: number | null,
    column: string | null,
    code: ScriptProblemCode,
    message: string,
    details?: ProblemDetails,
  ) => add(scriptProblem(code, row, column, message, details));
  return {
    error: report,
    warning: report,
    note: report,
    add,
    hasErrors: () => counts.error > 0,
    list() {
      const more = problemSeverities
        .filter((severity) => counts[severity] > maxProblems)
        .map((severity): ScriptProblem => {
          const count = counts[severity] - maxProblems;
          const message = `And ${count} more like these.`;
          return { severity, row: null, column: null, code: "more", message, count };
        });
      return [...listed, ...more];
    },
  };
}
