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
import type { Script, ScriptProblem } from "./model";

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
    "The format of the file is not supported: use .xlsx, .csv, .srt, .docx, .txt or .pdf.",
  "format-mismatch": "The content of the file does not match its extension.",
  "not-text": "The file does not contain text.",
  "bulk-format": "A bulk request is read from .xlsx or .csv.",
  "too-many-rows": `The file has more than ${maxLines.toLocaleString("en")} lines. Split it.`,
  "too-many-paragraphs": `The file has more than ${maxParagraphs.toLocaleString("en")} paragraphs or lines of text. Split it.`,
  "too-many-strings": `The workbook has more than ${maxStrings.toLocaleString("en")} different texts. Split it.`,
  "too-many-characters": `The file has more than ${maxCharacters.toLocaleString("en")} characters of text. Split it.`,
  "too-deep": `The document has text boxes more than ${maxDepth} levels deep.`,
  "too-many-cells":
    "The sheet spans too many cells. Delete the cells far outside of the table and save it again.",
  "too-many-pages": `The file has more than ${maxPages.toLocaleString("en")} pages. Split it.`,
} as const;

/** The result for a file that could not be read. */
export const unreadableScript = (problems: ScriptProblem[]): Script => ({
  ...{ format: null, lines: [], characters: [], languages: [], columns: {}, sheet: "", problems },
});

export type FileProblemCode = keyof typeof fileMessages;

/** A problem that ends the reading of a file. If a file name is given, the message starts with it. */
export function fileProblem(code: FileProblemCode, fileName = ""): ScriptProblem {
  const subject = fileName === "" ? "" : `“${fileName.replace(/\p{Cc}/gu, " ").slice(0, 200)}”: `;
  const message = subject + fileMessages[code];
  return { severity: "error", row: null, column: null, code, message };
}

export const tooLarge = () => fileProblem("too-large");

/** Thrown inside the readers to stop reading; `readScript` and `readBulk` convert it to the problem it contains. */
export class UnreadableFile extends Error {
  readonly problem: ScriptProblem;
  constructor(problem: ScriptProblem | FileProblemCode) {
    const whole = typeof problem === "string" ? fileProblem(problem) : problem;
    super(whole.message);
    this.name = "UnreadableFile";
    this.problem = whole;
  }
}

/** Collects the problems that the readers find. */
export interface Problems {
  error(row: number | null, column: string | null, code: string, message: string): void;
  warning(row: number | null, column: string | null, code: string, message: string): void;
  add(problem: ScriptProblem): void;
  hasErrors(): boolean;
  /** In order of occurrence; the first thousand of each severity, followed by the number of further ones. */
  list(): ScriptProblem[];
}

export function createProblems(): Problems {
  const listed: ScriptProblem[] = [];
  const counts = { error: 0, warning: 0 };
  const add = (problem: ScriptProblem) => {
    counts[problem.severity] += 1;
    if (counts[problem.severity] <= maxProblems) listed.push(problem);
  };
  return {
    error: (row, column, code, message) => add({ severity: "error", row, column, code, message }),
    warning: (row, column, code, message) =>
      add({ severity: "warning", row, column, code, message }),
    add,
    hasErrors: () => counts.error > 0,
    list() {
      const more = (["error", "warning"] as const)
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
