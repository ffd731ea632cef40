import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const lines = (number: number) => count(number, "line", "lines");
const characters = (number: number) => count(number, "character", "characters");
const errors = (number: number) => count(number, "error", "errors");
const warnings = (number: number) => count(number, "warning", "warnings");
const files = (number: number) => count(number, "file", "files");
const scriptCount = (number: number) => count(number, "script", "scripts");
const days = (seconds: number) => count(Math.max(1, Math.floor(seconds / 86_400)), "day", "days");

/** Scripts of this computer before they are sent. */
export const scripts = {
  group: "Script",
  choose: "Choose file…",
  chooseOther: "Choose another…",
  useAddress: "Remove the file",
  fileHint: "A file of this computer: it is put in the script store when the batch is sent.",
  videoHint: "A file of this computer: it is uploaded to the media gallery first.",
  folder: "Upload to folder",
  folderHint: "In the media gallery. Empty for its top.",
  folders: "Folders of the media gallery",
  dropHere: "Drop to use it in this batch",
  reading: "Reading the script…",
  report: "What is in the script",
  size: (number: number) => lines(number),
  characters,
  noProblems: "No problems found",
  problems: (bad: number, odd: number) =>
    formatList([...(bad > 0 ? [errors(bad)] : []), ...(odd > 0 ? [warnings(odd)] : [])]),
  problemList: "Problems of the script",
  severity: { error: "Error", warning: "Warning" },
  row: (number: number) => `Row ${formatNumber(number)}`,
  cell: (name: string) => `Cell ${name}`,
  wholeFile: "Whole file",
  more: (number: number) => `and ${formatNumber(number)} more`,
  /** In the words that came with it, which name the particulars. */
  problem: (_code: string, message: string): string => message,
  openInProgram: "Open in its program",
  readAgain: "Saved changes are read again by themselves.",
  audio: (local: number, missing: number, gallery: number, urls: number): string =>
    [
      ...(local > 0 ? [`${files(local)} of this computer will be uploaded`] : []),
      ...(gallery > 0 ? [`${formatNumber(gallery)} in the media gallery`] : []),
      ...(urls > 0 ? [`${formatNumber(urls)} at an address`] : []),
      ...(missing > 0 ? [`${formatNumber(missing)} ${missing === 1 ? "is" : "are"} missing`] : []),
    ].join(", "),
  audioLabel: "Source audio:",
  preview: "Lines",
  previewOf: (shown: number, total: number) =>
    shown < total ? `The first ${formatNumber(shown)} of ${lines(total)}` : lines(total),
  castList: "Characters",
  characterLines: (name: string, number: number) => `${name} (${formatNumber(number)})`,
  noName: "no name",
  columns: { number: "No.", character: "Character", text: "Text", sourceAudio: "Source audio" },
  noStore: "This workspace has no script store: its service cannot get a file of this computer.",
  noStoreWay: "Set up a bucket, or paste an address that the service can fetch.",
  noStoreReason: "A file of this computer needs a script store",
  toStore: "Set up script store…",
  openAt: (cell: string) =>
    `Open the file at ${cell}, or copy the cell’s name where the program cannot be told`,
  cellCopied: (cell: string) => `${cell} is copied: paste it where the program shows the cell`,
  urlExpires: (moment: string) => `This address works until ${moment}.`,
  urlExpiresSoon: (moment: string) => `This address works only until ${moment}.`,
  urlExpiresWaiting: (moment: string) =>
    `This address works only until ${moment}; the batch waits before it is sent.`,
  urlExpired: (age: string) => `This address stopped working ${age}.`,
  expires: (seconds: number) =>
    `Its address in the bucket works for ${days(seconds)} from the moment it is sent.`,

  languageMissing: "This file does not say its language. Choose it below.",
  separatorFound: (separator: string, speakers: readonly string[]) =>
    `The speakers seem to be separated by “${separator}”: ${formatList(speakers)}.`,
  separatorUse: "Use this separator",

  sendLater: "Send later",
  saveOrder: "Save changes",
  queued: (name: string) => `“${name}” will be created automatically`,
  goesUploads: (number: number): string =>
    number === 1
      ? "Sent as soon as its file is uploaded"
      : "Sent as soon as its files are uploaded",
  goesScript: "Sent automatically once the script is stored",
  goesOnline: "Sent automatically when the network is back",
  goesNow: "Sent when it is its turn",
  askTitle: (number: number) => `Create the batch with ${errors(number)} in its script?`,
  askText:
    "The service may refuse the script, or leave out what it cannot read. The list below the script names every place.",
  askConfirm: "Create anyway",
  editTitle: "Change batch",
  editGone: "This order is not in the outbox any more",
  editGoneText: "It was sent or removed meanwhile.",
  backToOutbox: "Back to the outbox",
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
    text: "Where scripts of this computer are put so that the service can fetch them. Of the workspace that is shown.",
    ofWorkspace: (name: string) => `Of “${name}”`,
    own: "The workspace keeps scripts itself. Nothing has to be set up.",
    none: "There is none. Without it, scripts are named by an address that the service can fetch. With an S3-compatible bucket of yours, files of this computer can be used directly.",
    lifetime: (seconds: number) =>
      `Addresses that are handed to the service work for ${days(seconds)}.`,
    endpoint: "Endpoint",
    endpointHint: "For example https://s3.eu-central-1.amazonaws.com",
    region: "Region",
    bucket: "Bucket",
    prefix: "Prefix (optional)",
    prefixHint: "A folder inside the bucket",
    accessKeyId: "Access key ID",
    secret: "Secret access key",
    secretKept: "Kept in the keychain. Empty leaves it as it is.",
    secretNeeded: "It is kept in the keychain of this computer and never shown again.",
    secretLost: "The secret key is not available on this computer. Enter it again.",
    pathStyle: "Path style",
    pathStyleHint:
      "The bucket’s name stands in the path. Needed by many services other than Amazon’s.",
    test: "Test",
    tested: (milliseconds: number) =>
      `It works: written, fetched and deleted in ${formatNumber(milliseconds)} ms`,
    save: "Save",
    saved: "The bucket was saved",
    remove: "Remove…",
    removeTitle: "Remove the bucket from this workspace?",
    removeText:
      "Dubyard forgets its address and its key. What is in the bucket stays there; addresses handed out before work until they expire. Scripts of this computer cannot be sent without a store.",
    removeAction: "Remove bucket",
    removed: "The bucket was removed",
    required: "Needed",
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
      "Batches that were read already are not touched. One that has not read its script yet will fail.",
    deleteAction: (number: number) =>
      number === 1 ? "Delete script" : `Delete ${scriptCount(number)}`,
    deleted: (number: number) => `${scriptCount(number)} deleted`,
    failed: "The list could not be read.",
  },
};
