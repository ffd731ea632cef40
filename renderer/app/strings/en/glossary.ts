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
  emptyText: "It tells how names and special words are pronounced, language by language.",
  emptyHosted: "Its lines are written at the service. They appear here once there are some.",
  emptyLanguage: "No lines in this language",
  showAll: "Show all languages",
  editedElsewhere:
    "The glossary is edited at the service, not through its interface. Here it can be read, searched and exported.",

  add: "Add line…",
  edit: "Edit…",
  delete: "Delete",
  copyWord: "Copy word",
  wordsCopied: (number: number) =>
    number === 1 ? "Word copied" : `${formatNumber(number)} words copied`,
  import: "Import CSV…",
  export: "Export CSV…",
  nothingToExport: "There is nothing to export",
  exported: (number: number, file: string) => `${lines(number)} written to ${file}`,
  selectFirst: "Select lines first",
  selectOne: "Select one line",
  deleted: (number: number, word: string) =>
    number === 1 ? `“${word}” was deleted` : `${lines(number)} deleted`,
  restored: (number: number) => (number === 1 ? "The line is back" : `${lines(number)} are back`),
  restoreFailed: (number: number) => `${lines(number)} could not be put back`,
  deleteFailed: (number: number) => `${lines(number)} could not be deleted`,
  deleteManyTitle: (number: number) => `Delete ${lines(number)}?`,
  deleteManyText:
    "They are deleted at the service. So many cannot be put back: export them first if in doubt.",
  deleteManyAction: (number: number) => `Delete ${lines(number)}`,

  addTitle: "Add line",
  editTitle: "Edit line",
  word: "Word",
  wordHint: "As it stands in the script",
  noLanguage: "No language with this name",
  phonemization: "Phonemes",
  phonemizationHint: "In the International Phonetic Alphabet",
  pronounceAs: "Pronounce as",
  pronounceAsHint: "Spelled the way it sounds",
  phonemizationLanguage: "Language of the phonemes",
  pronunciationLanguage: "Read in",
  sameLanguage: "Same as the word",
  caseHint: "Only where the word is written exactly so",
  addAction: "Add",
  addNext: "Add and next",
  added: (word: string) => `“${word}” was added`,
  changed: (word: string) => `“${word}” was changed`,

  imported: (added: number, changed: number) => `${lines(added)} added, ${lines(changed)} changed`,
  importTitle: "CSV imported",
  importProblems: (number: number) => `${count(number, "row was", "rows were")} left out:`,
  row: (number: number) => `Row ${formatNumber(number)}`,
};
