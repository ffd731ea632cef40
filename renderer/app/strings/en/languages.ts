import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const batches = (number: number) => count(number, "batch", "batches");

export const languages = {
  title: "Languages",
  list: "Languages",
  group: "Languages",
  count: (number: number) => count(number, "language", "languages"),
  search: "Search languages",
  note: "The service does not list a project’s languages. Shown are the languages of its batches and those added here.",
  columns: { name: "Language", progress: "Progress", batches: "Batches", failed: "Failed" },
  progressOf: (language: string, percent: string) => `${language}: ${percent}`,
  batchesDone: (completed: number, all: number) =>
    all === 0 ? "not in a batch yet" : `${formatNumber(completed)} of ${batches(all)} done`,
  failed: (number: number) => `${formatNumber(number)} failed`,
  emptyTitle: "No languages yet",
  emptyText:
    "Languages appear with the first batch. Languages added here apply to batches created later.",
  add: "Add languages…",
  copyIds: "Copy ID",
  idsCopied: (number: number) =>
    number === 1 ? "ID copied" : `${formatNumber(number)} IDs copied`,
  selectFirst: "Select languages first",
  addTitle: "Add languages to the project",
  addText:
    "They apply to batches created later. To add a language to an existing batch, open the batch.",
  field: "Languages",
  none: "No other language with this name",
  addAction: (number: number) =>
    number === 0 ? "Add languages" : `Add ${count(number, "language", "languages")}`,
  added: (number: number) => `${count(number, "language", "languages")} added to the project`,
  noAudio: "no audio",
  noText: "no text",
  /** Below a picker, where chosen languages cannot be spoken. */
  withoutAudio: (names: readonly string[]) => `No audio in ${formatList(names)}.`,
  catalogueFailed: "The languages of the service could not be read.",
};
