import type { OutboxState } from "../../../../preload/contract/outbox";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const orders = (number: number) => count(number, "order", "orders");
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

/** Batches on their way to the service. */
export const outbox = {
  title: "Outbox",
  list: "Outbox",
  group: "Outbox",
  filter: "Show",
  filters,
  emptyFilters,
  emptyText:
    "Batches wait here for their uploads and for the network, and go by themselves. Nothing waits now.",
  showAll: "Show all",
  columns: { name: "Order", project: "Project", state: "State", age: "Since" },
  kinds: { batch: "Batch", bulk: "Bulk request", languages: "Languages of a batch" },
  open: (number: number) => `${orders(number)} ${number === 1 ? "is" : "are"} not sent yet`,
  states: {
    uploads: (number: number) => `Waiting for ${uploadsOf(number)}`,
    network: "Waiting for the network",
    service: "Waiting for the service",
    script: "Waiting to store the script",
    again: "Waiting for the next try",
    turn: "Waiting for its turn",
    sending: "Sending",
    refused: "Refused",
    filesFailed: (number: number) => `${uploadsOf(number)} failed`,
    sent: "Sent",
  },
  problems: {
    lost: "Its answer was lost, and the project does not show it. Look there before you retry",
    lostButThere: "Its answer was lost, but its batches are in the project",
    fileFailed: (file: string, sentence: string) => `${file} failed: ${sentence}`,
    calledOff: "The upload of one of its files was called off. Retry brings it back",
  },
  /** What is wrong with a field, beside the rules. */
  faults: {
    "source-audio-not-found": "Names source audio that is neither here nor in the media gallery",
    "source-audio-outside":
      "Names source audio outside the script’s folder. Open it and send it again to confirm the files",
    "source-audio-type": "Names source audio of a kind that the service does not take",
    "source-audio-url": "Names source audio at an address that the service cannot fetch",
    "recording-failed": "A recording that it names could not be uploaded",
    "upload-called-off": "Its upload was called off. Retry in the outbox brings it back",
  },
  cells: (number: number, first: string): string =>
    number === 1
      ? `One cell of its table: ${first}`
      : `${formatNumber(number)} cells of its table: ${first}, and more`,
  selectFirst: "Select orders first",
  selectOne: "Select one order",
  edit: "Edit…",
  editSent: "It was sent already",
  editSending: "It is being sent right now",
  replaces:
    "It replaces the order of this table that waits in the outbox: that one is not sent any more.",
  replaced: "The order that waited was replaced",
  starting: "It is being started right now",
  gridGone: "Its grid is not there any more",
  retry: "Retry",
  nothingToRetry: "Nothing selected waits or was refused",
  retried: (number: number) => `${orders(number)} tried again`,
  drop: "Remove",
  dropSending: "Nothing selected can be removed: it is being sent",
  dropped: (number: number, name: string) =>
    number === 1 ? `“${name}” was removed` : `${orders(number)} removed`,
  openResult: "Open batch",
  openRequest: "Open bulk request",
  notSent: "It was not sent yet",
  openProject: "Open project",
  clearSent: "Clear sent",
  nothingSent: "Nothing was sent",
  attentionStatus: "refused",
  waiting: (number: number) => orders(number),
  waitingStatus: (uploads: number, others: number) =>
    formatList([
      ...(uploads > 0 ? [`${formatNumber(uploads)} for uploads`] : []),
      ...(others > 0 ? [`${formatNumber(others)} for the network or their turn`] : []),
    ]),
};
