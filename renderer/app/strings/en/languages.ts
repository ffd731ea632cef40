import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const batches = (number: number) => count(number, "batch", "batches");

export const languages = {
  title: "Languages",
  list: "Languages",
  group: "Languages",
  count: (number: number) => count(number, "language", "languages"),
  search: "Search languages",
  note: "The service does not list a project’s languages: these are the languages of its batches, and those added here.",
  columns: { name: "Language", progress: "Progress", batches: "Batches", failed: "Failed" },
  progressOf: (language: string, percent: string) => `${language}: ${percent}`,
  batchesDone: (completed: number, all: number) =>
    all === 0 ? "in no batch yet" : `${formatNumber(completed)} of ${batches(all)} done`,
  failed: (number: number) => `${formatNumber(number)} failed`,
  emptyTitle: "No languages yet",
  emptyText:
    "They appear with the first batch. Languages added here are part of batches that are made later.",
  add: "Add languages…",
  copyIds: "Copy ID",
  idsCopied: (number: number) =>
    number === 1 ? "ID copied" : `${formatNumber(number)} IDs copied`,
  selectFirst: "Select languages first",
  addTitle: "Add languages to the project",
  addText:
    "Batches that are made later get them. To add a language to a batch that is already there, open the batch.",
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
