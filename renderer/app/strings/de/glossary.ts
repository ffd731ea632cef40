import type { Strings } from "../en";
import { formatNumber } from "../../format";

const lines = (number: number) =>
  `${formatNumber(number)} ${number === 1 ? "Eintrag" : "Einträge"}`;

export const glossary: Strings["glossary"] = {
  title: "Glossar",
  list: "Einträge des Glossars",
  group: "Glossar",
  search: "Glossar durchsuchen",
  count: lines,
  columns: {
    word: "Wort",
    language: "Sprache",
    pronunciation: "Aussprache",
    updated: "Geändert",
  },
  language: "Sprache",
  anyLanguage: "Alle Sprachen",
  caseSensitive: "Groß- und Kleinschreibung beachten",
  as: (text) => `„${text}“`,
  inLanguage: (language) => `auf ${language}`,
  noPronunciation: "–",
  emptyTitle: "Das Glossar ist leer",
  emptyText: "Es sagt, wie Namen und besondere Wörter ausgesprochen werden, Sprache für Sprache.",
  emptyHosted: "Einträge werden beim Dienst geschrieben. Sobald es welche gibt, stehen sie hier.",
  emptyLanguage: "Keine Einträge in dieser Sprache",
  showAll: "Alle Sprachen anzeigen",
  editedElsewhere:
    "Das Glossar wird beim Dienst bearbeitet, nicht über seine Schnittstelle. Hier lässt es sich lesen, durchsuchen und exportieren.",

  add: "Eintrag hinzufügen…",
  edit: "Bearbeiten…",
  delete: "Löschen",
  copyWord: "Wort kopieren",
  wordsCopied: (number) =>
    number === 1 ? "Wort kopiert" : `${formatNumber(number)} Wörter kopiert`,
  import: "CSV importieren…",
  export: "CSV exportieren…",
  nothingToExport: "Es gibt nichts zu exportieren",
  exported: (number, file) => `${lines(number)} in ${file} geschrieben`,
  selectFirst: "Zuerst Einträge auswählen",
  selectOne: "Genau einen Eintrag auswählen",
  deleted: (number, word) =>
    number === 1 ? `„${word}“ wurde gelöscht` : `${lines(number)} gelöscht`,
  restored: (number) =>
    number === 1 ? "Der Eintrag ist wieder da" : `${lines(number)} sind wieder da`,
  restoreFailed: (number) =>
    number === 1
      ? "1 Eintrag konnte nicht wiederhergestellt werden"
      : `${lines(number)} konnten nicht wiederhergestellt werden`,
  deleteFailed: (number) =>
    number === 1
      ? "1 Eintrag konnte nicht gelöscht werden"
      : `${lines(number)} konnten nicht gelöscht werden`,
  deleteManyTitle: (number) => `${lines(number)} löschen?`,
  deleteManyText:
    "Sie werden beim Dienst gelöscht. So viele lassen sich nicht wiederherstellen: im Zweifel vorher exportieren.",
  deleteManyAction: (number) => `${lines(number)} löschen`,

  addTitle: "Eintrag hinzufügen",
  editTitle: "Eintrag bearbeiten",
  word: "Wort",
  wordHint: "Wie es im Skript steht",
  noLanguage: "Keine Sprache mit diesem Namen",
  phonemization: "Lautschrift",
  phonemizationHint: "Im Internationalen Phonetischen Alphabet",
  pronounceAs: "Aussprechen wie",
  pronounceAsHint: "Geschrieben, wie es klingt",
  phonemizationLanguage: "Sprache der Lautschrift",
  pronunciationLanguage: "Gelesen auf",
  sameLanguage: "Wie das Wort",
  caseHint: "Nur wenn das Wort genau so geschrieben ist",
  addAction: "Hinzufügen",
  addNext: "Hinzufügen und weiter",
  added: (word) => `„${word}“ wurde hinzugefügt`,
  changed: (word) => `„${word}“ wurde geändert`,

  imported: (added, changed) => `${lines(added)} hinzugefügt, ${formatNumber(changed)} geändert`,
  importTitle: "CSV importiert",
  importProblems: (number) =>
    number === 1
      ? "1 Zeile wurde ausgelassen:"
      : `${formatNumber(number)} Zeilen wurden ausgelassen:`,
  row: (number) => `Zeile ${formatNumber(number)}`,
};
