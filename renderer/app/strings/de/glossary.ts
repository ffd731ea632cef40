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
  emptyText: "Legt fest, wie Namen und besondere Wörter in jeder Sprache ausgesprochen werden.",
  emptyHosted: "Einträge werden beim Dienst hinzugefügt und erscheinen hier.",
  emptyLanguage: "Keine Einträge in dieser Sprache",
  showAll: "Alle Sprachen anzeigen",
  editedElsewhere:
    "Das Glossar wird beim Dienst bearbeitet. Hier können Sie es ansehen, durchsuchen und exportieren.",

  add: "Eintrag hinzufügen…",
  edit: "Bearbeiten…",
  delete: "Löschen",
  copyWord: "Wort kopieren",
  wordsCopied: (number) =>
    number === 1 ? "Wort kopiert" : `${formatNumber(number)} Wörter kopiert`,
  import: "Tabelle importieren…",
  export: "CSV exportieren…",
  nothingToExport: "Nichts zu exportieren",
  exported: (number, file) => `${lines(number)} in ${file} geschrieben`,
  selectFirst: "Zuerst Einträge auswählen",
  selectOne: "Genau einen Eintrag auswählen",
  deleted: (number, word) =>
    number === 1 ? `„${word}“ wurde gelöscht` : `${lines(number)} gelöscht`,
  restored: (number) =>
    number === 1 ? "Eintrag wiederhergestellt" : `${lines(number)} wiederhergestellt`,
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
    "Sie werden beim Dienst gelöscht. Das lässt sich nicht rückgängig machen. Exportieren Sie sie im Zweifel vorher.",
  deleteManyAction: (number) => `${lines(number)} löschen`,

  addTitle: "Eintrag hinzufügen",
  editTitle: "Eintrag bearbeiten",
  word: "Wort",
  wordHint: "Wie im Skript geschrieben",
  noLanguage: "Keine Sprache mit diesem Namen",
  phonemization: "Lautschrift",
  phonemizationHint: "Im Internationalen Phonetischen Alphabet",
  pronounceAs: "Aussprechen wie",
  pronounceAsHint: "Geschrieben, wie es klingt",
  phonemizationLanguage: "Sprache der Lautschrift",
  pronunciationLanguage: "Sprache der Aussprache",
  sameLanguage: "Wie das Wort",
  caseHint: "Nur bei gleicher Groß- und Kleinschreibung",
  addAction: "Hinzufügen",
  addNext: "Hinzufügen und weiter",
  added: (word) => `„${word}“ wurde hinzugefügt`,
  changed: (word) => `„${word}“ wurde geändert`,

  imported: (added, changed) => `${lines(added)} hinzugefügt, ${formatNumber(changed)} geändert`,
  importTitle: "Tabelle importiert",
  importFile: (name) => `„${name}“ importieren`,
  importAction: "Importieren",
  fileProblem: "Problem der Datei",
  fileNotes: "Hinweise zur Datei",
  importProblems: (number) =>
    number === 1
      ? "1 Zeile wurde übersprungen:"
      : `${formatNumber(number)} Zeilen wurden übersprungen:`,
  row: (number) => `Zeile ${formatNumber(number)}`,
};
