import { formatList, formatNumber } from "../../format";
import type { MatchEvidence } from "../../../../preload/facts/line-matching";
import type { PlainRole } from "../../../../preload/facts/script-columns";
import { count } from "./count";

const lines = (number: number) => count(number, "line", "lines");
const characters = (number: number) => count(number, "character", "characters");
const errors = (number: number) => count(number, "error", "errors");
const warnings = (number: number) => count(number, "warning", "warnings");
const notes = (number: number) => count(number, "note", "notes");
const files = (number: number) => count(number, "file", "files");
const scriptCount = (number: number) => count(number, "script", "scripts");
const days = (seconds: number) => count(Math.max(1, Math.floor(seconds / 86_400)), "day", "days");

/** Script files on this computer before they are sent. */
export const scripts = {
  group: "Script",
  choose: "Choose file…",
  chooseOther: "Choose another…",
  useAddress: "Remove the file",
  fileHint: "A file on this computer. It is saved to the script store when the batch is sent.",
  videoHint: "A file on this computer. It is uploaded to the media gallery first.",
  folder: "Upload to folder",
  folderHint: "In the media gallery. Leave empty for the top level.",
  folders: "Folders in the media gallery",
  dropHere: "Drop to use in this batch",
  reading: "Reading the script…",
  report: "Contents of the script",
  size: (number: number) => lines(number),
  characters,
  noProblems: "No problems found",
  problems: (counts: { errors: number; warnings: number; notes: number }) =>
    formatList([
      ...(counts.errors > 0 ? [errors(counts.errors)] : []),
      ...(counts.warnings > 0 ? [warnings(counts.warnings)] : []),
      ...(counts.notes > 0 ? [notes(counts.notes)] : []),
    ]),
  problemList: "Problems of the script",
  severity: { error: "Error", warning: "Warning", note: "Note" },
  row: (number: number) => `Row ${formatNumber(number)}`,
  rows: (numbers: readonly number[]) => `Rows ${formatList(numbers.map(String))}`,
  kindChoices: {
    leaveOut: "Leave out",
    makeLines: "Make them lines anyway",
    keepSilent: "Keep as silent lines",
    speak: "Speak",
    readNames: "Read them as names",
  },
  cell: (name: string) => `Cell ${name}`,
  wholeFile: "Whole file",
  more: (number: number) => `and ${formatNumber(number)} more`,
  /** The message of the script reader, which includes the details. */
  problem: (
    _code: string,
    message: string,
    { remedy = "" }: { suggestion?: string; assumed?: string; remedy?: string } = {},
  ): string => (remedy === "" ? message : `${message} ${remedy}`),
  openInProgram: "Open in default app",
  rereadHint: "Saved changes are read automatically.",
  audio: (local: number, missing: number, gallery: number, urls: number): string =>
    [
      ...(local > 0 ? [`${files(local)} on this computer will be uploaded`] : []),
      ...(gallery > 0 ? [`${formatNumber(gallery)} in the media gallery`] : []),
      ...(urls > 0 ? [`${formatNumber(urls)} at ${urls === 1 ? "a URL" : "URLs"}`] : []),
      ...(missing > 0 ? [`${formatNumber(missing)} ${missing === 1 ? "is" : "are"} missing`] : []),
    ].join(", "),
  audioMissing: (number: number) =>
    `${number === 1 ? "A recording is" : `${formatNumber(number)} recordings are`} missing. Put ${number === 1 ? "it" : "them"} in place, then check again`,
  checkAgain: "Check again",
  summaryErrors: (number: number) => `${errors(number)} in the script`,
  audioLabel: "Source audio:",
  preview: "Lines",
  /** Which lines of a batch get the texts of a file. */
  matching: {
    summary: (matched: number, total: number, missing: number) =>
      [
        `${formatNumber(matched)} of ${count(total, "row has", "rows have")} a line`,
        ...(missing > 0
          ? [`${lines(missing)} of the batch ${missing === 1 ? "gets" : "get"} no text`]
          : []),
      ].join(" · "),
    unavailable: "The service matches the rows itself. It does not show the lines of its batches.",
    nothing: "No row of the file has a text in this language.",
    failed: "The lines of the batch could not be read",
    columns: {
      row: "Row",
      line: "Line",
      character: "Character",
      before: "Line now",
      text: "New text",
    },
    noLine: "No line",
    evidence: {
      id: "By ID",
      "changed-id": "By changed ID",
      time: "By time",
      "shifted-time": "By shifted time",
      number: "By number",
    } satisfies Record<MatchEvidence, string>,
  },
  /** The encoding of a text file. */
  encoding: {
    label: "Encoding",
    recognise: "Recognize automatically",
    assumed: "Not UTF-8. Choose another encoding if the words are wrong.",
    chosen: "Chosen by you",
    words: (words: readonly string[]) =>
      `Check these words: ${formatList(words.map((word) => `“${word}”`))}`,
  },
  /** What the columns of a table contain. */
  assign: {
    titles: {
      uncertain: "What do the columns contain?",
      assigned: "Columns assigned by you",
      certain: "Columns",
    },
    hint: "The first rows of the table. Choose what each column contains. The answer is used for every table with the same header.",
    noTable: "This file contains no table.",
    sheet: "Sheet",
    headerRow: "Row with the names of the columns",
    noHeader: "None: the first row is a line",
    headerAt: (row: number, names: string) => `Row ${formatNumber(row)}: ${names}`,
    frames: "Times with frames",
    noFrames: "No frames",
    framesPerSecond: (rate: number) => `${rate} frames per second`,
    table: "First rows of the table",
    contentOf: (column: string) => `Content of the column “${column}”`,
    textIn: "Text in a language",
    roles: {
      ignore: "Ignore",
      character: "Character",
      text: "Text in the batch’s language",
      id: "ID",
      emotion: "Emotion",
      intensity: "Intensity",
      "source-audio": "Source audio",
      start: "In (start time)",
      end: "Out (end time)",
      duration: "Duration",
    } satisfies Record<PlainRole | "text" | "ignore", string>,
    twice: "Two columns have the same content. Each content except Ignore can be chosen once.",
    noText: "Choose the column with the text.",
    halfTime: "Choose In and Out, or In and Duration, or no column of times.",
    otherColumns: (number: number) =>
      `${count(number, "further column is", "further columns are")} not shown.`,
    use: "Use these columns",
    forget: "Recognize again",
    assigned: "The columns are used for every table with this header",
    dialogTitle: (name: string) => `Columns and encoding of “${name}”`,
    dialogAction: "Columns and encoding of the script…",
    noScript: "This row has no script on this computer",
  },
  previewOf: (shown: number, total: number) =>
    shown < total ? `The first ${formatNumber(shown)} of ${lines(total)}` : lines(total),
  /** What a hosted service gets for the script. */
  sentAs: {
    file: "This file is sent as it is; the service reads it.",
    "utf-8": "The service gets a copy of this file in UTF-8. Your file is not changed.",
    workbook:
      "The service gets these lines as a workbook of its template (.xlsx). Your file is not changed.",
    srt: "The service gets these lines as subtitles (.srt). Your file is not changed.",
    "separator-needed":
      "The service takes these lines as subtitles (.srt), which need a speaker separator for the characters: enter one, such as “:”.",
  },
  castList: "Characters",
  characterLines: (name: string, number: number) => `${name} (${formatNumber(number)})`,
  noName: "no name",
  columns: { number: "No.", character: "Character", text: "Text", sourceAudio: "Source audio" },
  noStore: "This workspace has no script store: its service cannot read files on this computer.",
  noStoreHint: "Set up a bucket, or paste a URL that the service can fetch.",
  noStoreReason: "A file on this computer needs a script store",
  toStore: "Set up script store…",
  openAt: (cell: string) =>
    `Open the file at ${cell}. If the program does not support this, the cell’s name is copied`,
  cellCopied: (cell: string) => `${cell} copied. Paste it into the cell name field of the program`,
  urlExpires: (moment: string) => `This URL is valid until ${moment}.`,
  urlExpiresSoon: (moment: string) => `This URL is valid only until ${moment}.`,
  urlExpiresWaiting: (moment: string) =>
    `This URL is valid only until ${moment}; the batch waits before it is sent.`,
  urlExpired: (age: string) => `This URL expired ${age}.`,
  expires: (seconds: number) =>
    `Its URL in the bucket is valid for ${days(seconds)} after it is sent.`,

  /** Target languages of the project in which a script has no text. */
  targetsMissing: (languages: readonly string[]) =>
    `No text for ${formatList(languages)}, ${languages.length === 1 ? "a language" : "languages"} of this project.`,
  languageMissing: "This file does not say its language. Choose it below.",
  separatorFound: (separator: string, speakers: readonly string[]) =>
    `The speakers seem to be separated by “${separator}”: ${formatList(speakers)}.`,
  separatorUse: "Use this separator",

  saveRequest: "Save changes",
  queued: (name: string) => `“${name}” will be created automatically`,
  sentAfterUploads: (number: number): string =>
    number === 1
      ? "Sent as soon as its file is uploaded"
      : "Sent as soon as its files are uploaded",
  sentAfterScript: "Sent automatically once the script is stored",
  sentWhenOnline: "Sent automatically when the network is back",
  sentNow: "Sent when it is its turn",
  confirmTitle: (number: number) => `Create the batch with ${errors(number)} in its script?`,
  confirmText:
    "The service may refuse the script, or skip what it cannot read. All problems are listed below the script.",
  confirmAction: "Create anyway",
  editTitle: "Edit batch",
  editNotFound: "This request is no longer in the outbox",
  editNotFoundText: "It was sent or removed in the meantime.",
  backToOutbox: "Back to outbox",
  stillReading: "The script is still being read",

  template: "Save a template…",
  templates: {
    "audio-production": "Save script template: audio production…",
    "line-dubbing": "Save script template: line dubbing…",
    bulk: "Save bulk template…",
  },
  templateSaved: (name: string) => `“${name}” was saved`,

  store: {
    title: "Script store",
    text: "Stores scripts from this computer so that the service can fetch them. Applies to the current workspace.",
    ofWorkspace: (name: string) => `For “${name}”`,
    own: "The workspace stores scripts itself. No setup is needed.",
    none: "Not set up. Without a store, a script needs a URL that the service can fetch. With your own S3-compatible bucket, files on this computer can be used directly.",
    lifetime: (seconds: number) => `URLs sent to the service are valid for ${days(seconds)}.`,
    endpoint: "Endpoint",
    endpointHint: "For example https://s3.eu-central-1.amazonaws.com",
    region: "Region",
    bucket: "Bucket",
    prefix: "Prefix (optional)",
    prefixHint: "A folder inside the bucket",
    accessKeyId: "Access key ID",
    secret: "Secret access key",
    secretStored: "Stored in the keychain. Leave empty to keep it.",
    secretNeeded: "Stored in the keychain of this computer and never shown again.",
    secretMissingHint: "The secret key is not available on this computer. Enter it again.",
    pathStyle: "Path style",
    pathStyleHint:
      "The bucket’s name is part of the path. Required by many services other than Amazon S3.",
    test: "Test",
    tested: (milliseconds: number) =>
      `It works: written, fetched and deleted in ${formatNumber(milliseconds)} ms`,
    save: "Save",
    saved: "The bucket was saved",
    remove: "Remove…",
    removeTitle: "Remove the bucket from this workspace?",
    removeText:
      "Dubyard deletes the bucket’s address and key. Files in the bucket are kept; URLs already issued are valid until they expire. Scripts on this computer cannot be sent without a store.",
    removeAction: "Remove bucket",
    removed: "The bucket was removed",
    stored: "Stored scripts",
    storedCount: (number: number) => scriptCount(number),
    truncated: "Only the newest 10,000 are listed.",
    empty: "No scripts are stored yet.",
    select: (name: string) => `Select ${name}`,
    selectAll: "Select all",
    delete: (number: number) => (number === 0 ? "Delete…" : `Delete ${scriptCount(number)}…`),
    deleteNone: "Select scripts first",
    deleteTitle: (number: number, name: string) =>
      number === 1 ? `Delete “${name}”?` : `Delete ${scriptCount(number)}?`,
    deleteText:
      "Batches whose script has already been read are not affected. Batches whose script has not been read yet will fail.",
    deleteAction: (number: number) =>
      number === 1 ? "Delete script" : `Delete ${scriptCount(number)}`,
    deleted: (number: number) => `${scriptCount(number)} deleted`,
    failed: "The list could not be read.",
  },
};
