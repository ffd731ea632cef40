import { formatNumber } from "../../format";
import { count } from "./count";

const lines = (number: number) => count(number, "line", "lines");

export const glossary = {
  title: "Glossary",
  list: "Glossary lines",
  group: "Glossary",
  search: "Search glossary",
  count: lines,
  columns: {
    word: "Word",
    language: "Language",
    pronunciation: "Pronunciation",
    updated: "Updated",
  },
  language: "Language",
  anyLanguage: "All languages",
  caseSensitive: "Case sensitive",
  as: (text: string) => `“${text}”`,
  inLanguage: (language: string) => `in ${language}`,
  noPronunciation: "–",
  emptyTitle: "The glossary is empty",
  emptyText: "Defines how names and special words are pronounced in each language.",
  emptyHosted: "Lines are added at the service and appear here.",
  emptyLanguage: "No lines in this language",
  showAll: "Show all languages",
  editedElsewhere:
    "The glossary is edited at the service. Here you can view, search and export it.",

  add: "Add line…",
  edit: "Edit…",
  delete: "Delete",
  copyWord: "Copy word",
  wordsCopied: (number: number) =>
    number === 1 ? "Word copied" : `${formatNumber(number)} words copied`,
  import: "Import CSV…",
  export: "Export CSV…",
  nothingToExport: "Nothing to export",
  exported: (number: number, file: string) => `${lines(number)} written to ${file}`,
  selectFirst: "Select lines first",
  selectOne: "Select one line",
  deleted: (number: number, word: string) =>
    number === 1 ? `“${word}” was deleted` : `${lines(number)} deleted`,
  restored: (number: number) => (number === 1 ? "Line restored" : `${lines(number)} restored`),
  restoreFailed: (number: number) => `${lines(number)} could not be restored`,
  deleteFailed: (number: number) => `${lines(number)} could not be deleted`,
  deleteManyTitle: (number: number) => `Delete ${lines(number)}?`,
  deleteManyText:
    "They are deleted at the service. This cannot be undone. Export them first if in doubt.",
  deleteManyAction: (number: number) => `Delete ${lines(number)}`,

  addTitle: "Add line",
  editTitle: "Edit line",
  word: "Word",
  wordHint: "As written in the script",
  noLanguage: "No language with this name",
  phonemization: "Phonemes",
  phonemizationHint: "In the International Phonetic Alphabet",
  pronounceAs: "Pronounce as",
  pronounceAsHint: "Spelled the way it sounds",
  phonemizationLanguage: "Language of the phonemes",
  pronunciationLanguage: "Read in",
  sameLanguage: "Same as the word",
  caseHint: "Only where upper and lower case match",
  addAction: "Add",
  addNext: "Add and next",
  added: (word: string) => `“${word}” was added`,
  changed: (word: string) => `“${word}” was changed`,

  imported: (added: number, changed: number) => `${lines(added)} added, ${lines(changed)} changed`,
  importTitle: "CSV imported",
  importFile: (name: string) => `Import “${name}”`,
  importAction: "Import",
  importProblems: (number: number) => `${count(number, "row was", "rows were")} skipped:`,
  row: (number: number) => `Row ${formatNumber(number)}`,
};
