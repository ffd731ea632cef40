import type { ProblemSeverity } from "../../../../preload/facts/script-problems";
import type { BulkMatch } from "../../../../preload/contract/bulk";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";
import { rules } from "./lists";

const rows = (number: number) => count(number, "row", "rows");
const cells = (number: number) => count(number, "cell", "cells");
const problemWords = { error: "Problem", warning: "Warning", note: "Note" };

/** The grid component, edited like a spreadsheet. */
export const grid = {
  group: "Table",
  help: "Type or press F2 to change a cell, F8 for the next problem. Press Escape and then Tab to leave the table.",
  leaving: "Tab now leaves the table",
  rowNumber: "Row number",
  newRow: "New row",
  row: (number: number, problems: readonly string[]): string =>
    problems.length === 0 ? `Row ${number}` : `Row ${number}: ${formatList(problems)}`,
  cell: (
    column: string,
    row: number,
    text: string,
    problem: { severity: ProblemSeverity; text: string } | undefined,
  ): string => {
    const name = `${column}, row ${row}: ${text === "" ? "empty" : text}`;
    return problem ? `${name}. ${problemWords[problem.severity]}: ${problem.text}` : name;
  },
  field: (column: string, row: number) => `${column}, row ${row}`,
  suggestions: (column: string) => `${column}: suggestions`,
  copied: (height: number, width: number) =>
    `Copied ${rows(height)}, ${count(width, "column", "columns")}`,
  pasted: (height: number, width: number) =>
    `Pasted ${rows(height)}, ${count(width, "column", "columns")}.`,
  noRoom: (number: number) => `${rows(number)} did not fit: the table is full.`,
  noColumns: (number: number) =>
    `${count(number, "column", "columns")} did not fit and ${number === 1 ? "was" : "were"} skipped.`,
  cleared: "Cleared",
  filled: (number: number) => `Filled ${cells(number)}`,
  inserted: (number: number) => `Inserted ${rows(number)}`,
  removed: (number: number) => `Deleted ${rows(number)}`,
  duplicated: (number: number) => `Duplicated ${rows(number)}`,
  moved: (number: number, to: number) => `Moved ${rows(number)} to row ${to}`,
  undone: "Undone",
  redone: "Redone",
  nothingToUndo: "Nothing to undo",
  nothingToRedo: "Nothing to redo",
  noProblems: "No problems",
  readOnly: "This cannot be changed now",
  noRows: "Select a row first",
  selectSeveral: "Select several cells first",
  undo: "Undo",
  redo: "Redo",
  fillDown: "Fill down",
  fillBlock: "Fill the selection with this value",
  fillSeries: "Continue the series",
  insertAbove: "Insert row above",
  insertBelow: "Insert row below",
  duplicate: (number: number): string =>
    number > 1 ? `Duplicate ${rows(number)}` : "Duplicate row",
  remove: (number: number): string => (number > 1 ? `Delete ${rows(number)}` : "Delete row"),
  moveUp: (number: number): string => (number > 1 ? `Move ${rows(number)} up` : "Move row up"),
  moveDown: (number: number): string =>
    number > 1 ? `Move ${rows(number)} down` : "Move row down",
  nextProblem: "Next problem",
  lastProblem: "Previous problem",
  wider: "Widen column",
  narrower: "Narrow column",
};

const batches = (number: number) => count(number, "batch", "batches");
const files = (number: number) => count(number, "file", "files");
const scripts = (number: number) => count(number, "script", "scripts");
const videos = (number: number) => count(number, "video", "videos");
const folderTitle = (folder: string) =>
  folder === "" ? "the top level of the media gallery" : folder;
/** Problems of a cell, besides the rules of the interface. */
const issues: Record<string, string> = {
  ...rules,
  "not-yes-or-no": "Must be yes or no",
  "not-a-number": "Must be a whole number",
  "not-checked": "Not chosen in Dubyard: confirm it when you start the table",
  "name-twice": "Another row has the same name",
  "name-taken": "A batch with this name already exists or is pending",
};
const reasons: Record<BulkMatch["kind"], string> = {
  "same-name": "Same name",
  "same-name-and-language": "Same name with a language",
  "same-number": "Same episode number",
  "same-folder": "Only pair in its folder",
  none: "No match found",
};

/** Many batches at once. */
export const bulk = {
  title: "Bulk",
  group: "Bulk",
  action: "Bulk…",
  needsProject: "Open a project first",
  pathLabel: "Path",
  failed: "This could not be read",
  notFoundTitle: "This table no longer exists",
  notFoundText: "It was deleted.",
  back: "Back to tables",
  unknownTypeTitle: (type: string) => `Dubyard does not support projects of the type “${type}”`,
  unknownTypeText: "Batches of this type cannot be created here.",
  view: "Show",
  columns: { name: "Batch name", video: "Video", script: "Script", language: "Language" },
  videoHint:
    "A path in the media gallery, a URL, or a file on this computer, which is uploaded first",
  scriptHint: "A URL, or a file on this computer, which is saved to the script store first",
  languageHint: "The language of the script; required for subtitles and .docx, .txt and .pdf files",
  yes: "Yes",
  no: "No",
  /** Falls back to the message that came with the rule, then to its code. */
  issue: (rule: string, message: string): string =>
    issues[rule] ?? (message === "" ? rule : message),

  drafts: {
    dropTitle: "Drop to create a table",
    title: "Tables",
    list: "Tables of this project",
    columns: { name: "Table", rows: "Rows", updated: "Changed" },
    create: "New table",
    newName: (moment: string) => `Table of ${moment}`,
    open: "Open",
    rename: "Rename…",
    renameTitle: "Rename table",
    name: "Name",
    delete: "Delete…",
    deleteTitle: (name: string) => `Delete the table “${name}”?`,
    deleteText: (number: number) =>
      `Its ${rows(number)} will be deleted from this computer. This cannot be undone. Batches created from it are kept.`,
    deleteAction: "Delete table",
    deleted: (name: string) => `“${name}” was deleted`,
    selectOne: "Select one table",
    emptyTitle: "No tables yet",
    emptyText:
      "One row is one batch. Fill rows from a folder, a spreadsheet or the media gallery, check them all at once, and start them together.",
    fromFolder: "Fill from a folder…",
    template: "Save a template…",
    templateSaved: (path: string) => `Saved as ${path}`,
  },

  grid: {
    label: (name: string) => `Batches of “${name}”`,
    saved: "Saved on this computer",
    keeping: "Saving…",
    notSaved: "Not saved on this computer",
    refused: "The request from this table was refused. Correct the table and start it again.",
    rows,
    withErrors: (number: number): string =>
      number === 0 ? "No errors" : `${rows(number)} with errors`,
    withWarnings: (number: number) => `${rows(number)} with warnings`,
    checking: "Checking…",
    fill: "Fill",
    fromFolder: "From a folder…",
    fromTable: "From a spreadsheet…",
    chooseScript: "Choose a script for this row…",
    exportXlsx: "Export as .xlsx…",
    exportCsv: "Export as .csv…",
    exported: (path: string) => `Saved as ${path}`,
    check: "Check all",
    checked: (number: number): string =>
      number === 0 ? "Everything was checked" : `Everything was checked, with ${scripts(number)}`,
    checkingAll: "Reading scripts and looking for files…",
    start: "Start…",
    noRows: "The table is empty",
    emptyHint: "Type, paste from a spreadsheet, or drop a folder here.",
    focus: "Go to the table",
    more: "More",
    showSettings: "Settings for all rows",
    dropTitle: "Drop to fill the table",
    dropText: "Matching videos and scripts become one row.",
    dropUnsupported: "Only files on this computer can be added.",
    added: (number: number) => `${rows(number)} added`,
    noRoom: (number: number) => `${rows(number)} did not fit: the table is full.`,
    nothingFound: "No videos or scripts were found there",
  },

  settings: {
    title: "For all rows",
    hint: "A row can override these in its own column.",
    usual: (value: string): string => (value === "" ? "Not set" : `Default: ${value}`),
    ownColumn: "Own column",
    columnInUse: (number: number) =>
      `Clear the column first: ${rows(number)} ${number === 1 ? "uses" : "use"} it`,
    folder: "Upload to",
    folderHint: "Folder in the media gallery for videos from this computer",
    folders: "Folders in the media gallery",
  },

  match: {
    title: "Match files",
    text: (number: number) => `${rows(number)} found. Correct the matches here if needed.`,
    label: "Matched files",
    why: "Why",
    reasons,
    byHand: "Chosen by you",
    noScript: "No script",
    noScriptFound: "No script found",
    scriptNeeded: "Script required",
    usedTwice: "Another row has the same script",
    guessed: (language: string) => `${language}?`,
    question: (languages: readonly string[], number: number): string =>
      `The names of ${scripts(number)} suggest a language: ${formatList(languages)}. Is this correct?`,
    use: "Yes, use it",
    useHint: "It is filled in and can be changed for each row.",
    leave: "No, leave it empty",
    leaveHint: "You choose it for each row.",
    confirmFirst: "Confirm the languages first.",
    leftOut: (videoCount: number, scriptCount: number, others: number): string => {
      const parts = [
        ...(videoCount > 0 ? [videos(videoCount)] : []),
        ...(scriptCount > 0 ? [scripts(scriptCount)] : []),
        ...(others > 0 ? [`${formatNumber(others)} other ${others === 1 ? "file" : "files"}`] : []),
      ];
      return `Skipped: ${formatList(parts)}`;
    },
    failed: (number: number) =>
      `${count(number, "file or folder", "files or folders")} cannot be used and will be missing.`,
    failedList: "Files that cannot be used",
    more: (number: number) => `and ${formatNumber(number)} more`,
    add: (number: number): string => (number === 0 ? "Nothing to add" : `Add ${rows(number)}`),
  },

  import: {
    title: "Not everything could be read",
    checkEncoding: "Check the encoding",
    text: (rowCount: number, problems: number) =>
      [
        `${rows(rowCount)} read.`,
        ...(problems > 0 ? [`${count(problems, "problem", "problems")} found in the file.`] : []),
      ].join(" "),
    where: (row: number | null, column: string): string =>
      [row === null ? "The file" : `Row ${row}`, column].filter((part) => part !== "").join(", "),
    add: (number: number): string => (number === 0 ? "Nothing to add" : `Add ${rows(number)}`),
  },

  start: {
    title: (name: string) => `Start “${name}”`,
    checking: "Checking every row, script and file…",
    batches: (number: number, project: string) =>
      `${batches(number)} will be created in “${project}”.`,
    uploads: (number: number, folder: string) =>
      `${files(number)} from this computer ${number === 1 ? "is" : "are"} uploaded to ${folderTitle(folder)} first.`,
    noUploads: "Nothing needs to be uploaded.",
    scripts: (number: number) =>
      `${scripts(number)} from this computer ${number === 1 ? "is" : "are"} saved to the script store first.`,
    template: "The table is saved to the script store, where the service reads it.",
    waits: "Starts automatically when everything is ready, even after a restart.",
    offline: "This computer is offline. Sent automatically when the network is back.",
    errors: (number: number) => `${rows(number)} ${number === 1 ? "has" : "have"} errors.`,
    warnings: (number: number) =>
      `${rows(number)} ${number === 1 ? "has a warning" : "have warnings"}. They can be started.`,
    correct: "Show the first error",
    hasErrors: "Correct the rows with errors, or start the others.",
    noStore:
      "This workspace has no script store, which the service needs to fetch the table. Set one up in the settings.",
    toSettings: "Open settings",
    all: (number: number) => `Start ${batches(number)}`,
    good: (number: number) => `Start ${count(number, "row without errors", "rows without errors")}`,
    nothing: "No row can be started.",
    started: (number: number) => `${batches(number)} added to the outbox`,
    restName: (name: string) => `${name.slice(0, 180)}, rest`,
    rest: (number: number) =>
      `${rows(number)} with errors ${number === 1 ? "stays" : "stay"} here for correction`,
  },

  requests: {
    title: "Requests",
    list: "Bulk requests of this project",
    columns: {
      name: "Request",
      status: "Status",
      progress: "Progress",
      sent: "Sent",
      rows: "Rows",
    },
    open: "Open",
    copyId: "Copy ID",
    idCopied: "ID copied",
    selectOne: "Select one request",
    noStatus: "No status",
    lost: {
      looking: "Searching by name",
      found: "Found by name",
      someMissing: "Some are missing",
      noId: "The response with its ID was lost",
      notice:
        "The service’s response to this request was lost. The status of its rows comes from the batches with the same names in the project.",
      missing: "Missing",
      notAppeared: "No batch with this name has appeared",
    },
    counts: (done: number, failed: number, open: number): string =>
      formatList([
        ...(done > 0 ? [`${formatNumber(done)} done`] : []),
        ...(failed > 0 ? [`${formatNumber(failed)} failed`] : []),
        ...(open > 0 ? [`${formatNumber(open)} open`] : []),
      ]),
    progressOf: (name: string) => `Progress of ${name}`,
    emptyTitle: "No requests yet",
    emptyText: "Starting a table creates a request. Its progress is shown here.",
    waiting: (name: string, uploads: number): string =>
      uploads === 0
        ? `“${name}” is waiting to be sent.`
        : `“${name}” is waiting for ${count(uploads, "upload", "uploads")}.`,
    sending: (name: string) => `“${name}” is being sent.`,
    refused: (name: string) => `“${name}” could not be sent.`,
    toOutbox: "Open outbox",
    back: "All requests",
    rows: (name: string) => `Rows of “${name}”`,
    rowColumns: { name: "Batch name", status: "Status", message: "Message" },
    filters: { all: "All", failed: "Failed", open: "Open", done: "Done" },
    emptyFilter: "No rows here",
    openBatch: "Open batch",
    noBatch: "The service has not created a batch for it",
    copyMessage: "Copy message",
    messageCopied: "Message copied",
    selectRow: "Select one row",
    retry: "Retry failed rows",
    retryReason: "No row has failed",
    retryElsewhere: "Only available on the computer that started the request",
    retried: (number: number) => `A table with ${rows(number)} was created`,
    asOf: (age: string) => `as of ${age}`,
  },

  /** A request that was started on another computer. */
  follow: {
    action: "Follow bulk request by ID…",
    title: "Follow a bulk request",
    text: "A bulk request that was started on another computer, or by another program, in this workspace.",
    id: "Request ID",
    project: "Project",
    projectNone: "There are no projects yet.",
    confirm: "Follow",
    done: "The request is now followed here",
    known: "The request is already followed here",
    missingTitle: "This bulk request is not followed on this computer",
    missingText: "It was started elsewhere. Follow it to see its progress and its rows here.",
    notice:
      "This request was started elsewhere and is followed by its ID: only the names of its rows are known here.",
    since: (moment: string) => `Followed since ${moment}`,
  },

  galleryImport: {
    action: "Create batches from its files…",
    actionOf: (number: number): string =>
      number === 1 ? "Create a batch from it…" : "Create batches from them…",
    title: (number: number) => `Create batches from ${files(number)}`,
    folderTitle: "Create batches from files in the media gallery",
    text: "Each file becomes a row in a table. Complete the table before you start it.",
    project: "Project",
    projectSearch: "Search projects",
    projectEmpty: "No project with this name",
    projectNone: "No project accepts videos. Create one first.",
    table: "Table",
    newTable: "New table",
    confirm: "Continue",
    tooMany: (number: number) =>
      `${files(number)} selected; a table can have ${formatNumber(10_000)} rows. Select fewer files.`,
  },
};
