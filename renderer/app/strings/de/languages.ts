import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";

const some = (number: number) => `${formatNumber(number)} ${number === 1 ? "Sprache" : "Sprachen"}`;

export const languages: Strings["languages"] = {
  title: "Sprachen",
  list: "Sprachen",
  group: "Sprachen",
  count: some,
  search: "Sprachen suchen",
  note: "Der Dienst führt die Sprachen eines Projekts nicht auf. Angezeigt werden die Sprachen seiner Batches und die hier hinzugefügten.",
  columns: {
    name: "Sprache",
    progress: "Fortschritt",
    batches: "Batches",
    failed: "Fehlgeschlagen",
  },
  progressOf: (language, percent) => `${language}: ${percent}`,
  batchesDone: (completed, all) =>
    all === 0
      ? "noch in keinem Batch"
      : `${formatNumber(completed)} von ${formatNumber(all)} ${all === 1 ? "Batch" : "Batches"} fertig`,
  failed: (number) => `${formatNumber(number)} fehlgeschlagen`,
  emptyTitle: "Noch keine Sprachen",
  emptyText:
    "Sprachen erscheinen mit dem ersten Batch. Hier hinzugefügte Sprachen gelten für später angelegte Batches.",
  add: "Sprachen hinzufügen…",
  copyIds: "ID kopieren",
  idsCopied: (number) => (number === 1 ? "ID kopiert" : `${formatNumber(number)} IDs kopiert`),
  selectFirst: "Zuerst Sprachen auswählen",
  addTitle: "Sprachen zum Projekt hinzufügen",
  addText:
    "Sie gelten für später angelegte Batches. Um einem vorhandenen Batch eine Sprache hinzuzufügen, öffnen Sie den Batch.",
  field: "Sprachen",
  none: "Keine weitere Sprache mit diesem Namen",
  addAction: (number) => (number === 0 ? "Sprachen hinzufügen" : `${some(number)} hinzufügen`),
  added: (number) => `${some(number)} zum Projekt hinzugefügt`,
  noAudio: "kein Audio",
  noText: "kein Text",
  withoutAudio: (names) => `Kein Audio in ${formatList(names)}.`,
  catalogueFailed: "Die Sprachen des Dienstes konnten nicht gelesen werden.",
};
