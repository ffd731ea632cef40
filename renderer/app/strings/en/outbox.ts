import type { OutboxState } from "../../../../preload/contract/outbox";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const requests = (number: number) => count(number, "request", "requests");
const uploadsOf = (number: number) => count(number, "upload", "uploads");
const filters: Record<OutboxState | "all" | "open", string> = {
  all: "All",
  open: "Open",
  waiting: "Waiting",
  sending: "Sending",
  refused: "Refused",
  sent: "Sent",
};
const emptyFilters: Record<OutboxState | "all" | "open", string> = {
  all: "The outbox is empty",
  open: "Nothing is open",
  waiting: "Nothing is waiting",
  sending: "Nothing is being sent",
  refused: "Nothing was refused",
  sent: "Nothing was sent yet",
};

/** Requests that wait to be sent to the service. */
export const outbox = {
  title: "Outbox",
  list: "Outbox",
  group: "Outbox",
  filter: "Show",
  filters,
  emptyFilters,
  emptyText:
    "Batches wait here for their uploads and the network, and are then sent automatically. Nothing is waiting.",
  showAll: "Show all",
  columns: { name: "Request", project: "Project", state: "State", age: "Since" },
  kinds: { batch: "Batch", bulk: "Bulk request", languages: "Languages of a batch" },
  open: (number: number) => `${requests(number)} ${number === 1 ? "is" : "are"} not sent yet`,
  states: {
    uploads: (number: number) => `Waiting for ${uploadsOf(number)}`,
    network: "Waiting for the network",
    service: "Waiting for the service",
    script: "Waiting to store the script",
    again: "Waiting to retry",
    turn: "Waiting for its turn",
    sending: "Sending",
    refused: "Refused",
    filesFailed: (number: number) => `${uploadsOf(number)} failed`,
    sent: "Sent",
  },
  problems: {
    lost: "The response was lost, and the project shows no result. Check the project before you retry",
    lostButThere: "The response was lost, but the batches are in the project",
    fileFailed: (file: string, sentence: string) => `${file} failed: ${sentence}`,
    uploadCancelled: "The upload of one of its files was cancelled. Retry to upload it again",
  },
  /** Problems of a field, besides the rules of the interface. */
  faults: {
    "source-audio-not-found": "Source audio is neither on this computer nor in the media gallery",
    "source-audio-outside":
      "Source audio is outside the script’s folder. Open the request and send it again to confirm the files",
    "source-audio-type": "Source audio is of a type that the service does not accept",
    "source-audio-url": "Source audio is at a URL that the service cannot fetch",
    "recording-failed": "One of its recordings could not be uploaded",
    "upload-cancelled": "Its upload was cancelled. Retry in the outbox to upload it again",
  },
  /** `cell`: "C6", or the number of a row. */
  audioFault: (fault: string, file: string, cell: string): string =>
    `${fault}: “${file}”${cell === "" ? "" : /^\d+$/.test(cell) ? `, row ${cell}` : `, cell ${cell}`}`,
  cells: (number: number, first: string): string =>
    number === 1
      ? `One cell in the table: ${first}`
      : `${formatNumber(number)} cells in the table: ${first}, and more`,
  selectFirst: "Select requests first",
  selectOne: "Select one request",
  edit: "Edit…",
  editSent: "Already sent",
  editSending: "Being sent",
  replaces: "Replaces this table’s request in the outbox, which will no longer be sent.",
  replaced: "The waiting request was replaced",
  starting: "Being started",
  tableDeleted: "Its table no longer exists",
  retry: "Retry",
  nothingToRetry: "Nothing selected is waiting or refused",
  retried: (number: number) => `Retrying ${requests(number)}`,
  drop: "Remove",
  dropSending: "Requests being sent cannot be removed",
  dropped: (number: number, name: string) =>
    number === 1 ? `“${name}” was removed` : `${requests(number)} removed`,
  openResult: "Open batch",
  openRequest: "Open bulk request",
  notSent: "Not sent yet",
  openProject: "Open project",
  clearSent: "Clear sent",
  nothingSent: "Nothing was sent",
  attentionStatus: "Refused",
  waiting: (number: number) => requests(number),
  waitingStatus: (uploads: number, others: number) =>
    formatList([
      ...(uploads > 0 ? [`${formatNumber(uploads)} for uploads`] : []),
      ...(others > 0 ? [`${formatNumber(others)} for the network or their turn`] : []),
    ]),
};
