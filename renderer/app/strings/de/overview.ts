import type { Strings } from "../en";
import { formatNumber } from "../../format";
import { count } from "./count";

export const overview: Strings["overview"] = {
  group: "Übersicht",
  refresh: "Übersicht aktualisieren",
  needsAttention: "Handlungsbedarf",
  nothing: "Kein Handlungsbedarf",
  running: "Läuft",
  idle: "Inaktiv",
  review: "Zu prüfen",
  reviewed: "Prüfung abgeschlossen",
  linesReviewed: (lines) => `${count(lines, "Zeile", "Zeilen")} geprüft`,
  linesFailed: (lines) => `${formatNumber(lines)} fehlgeschlagen`,
  moreLanguages: (number) =>
    `${count(number, "weitere Sprache", "weitere Sprachen")}. Exportieren Sie den Fortschritt, um alle zu sehen.`,
  approved: (approved, lines, duration) =>
    `${formatNumber(approved)} von ${count(lines, "Zeile", "Zeilen")} freigegeben${duration === "" ? "" : `, ${duration}`}`,
  saveProgress: "Fortschritt exportieren…",
  progressSaved: "Der Fortschritt wurde exportiert",
  recent: "Zuletzt geänderte Projekte",
  readProjects: (read, all) =>
    `${formatNumber(read)} von ${count(all, "Projekt", "Projekten")} gelesen. Aktualisieren Sie, um die anderen zu lesen.`,
  readingProjects: (read, all) =>
    `${formatNumber(read)} von ${count(all, "Projekt", "Projekten")} gelesen. Die anderen werden gelesen; die Zahlen unten wachsen noch.`,
  search: "Einträge suchen",
  show: "Anzeigen",
  showAll: "Alle Einträge",
  groupBy: "Gruppieren nach",
  byState: "Nach Zustand",
  byProject: "Nach Projekt",
  order: "Reihenfolge",
  oldestFirst: "Älteste zuerst",
  newestFirst: "Neueste zuerst",
  noMatches: "Keine passenden Einträge",
  clearFilter: "Alle Einträge anzeigen",
  workspace: "Dieser Arbeitsbereich",
  more: (number) => `Weitere in Ihren Projekten: ${formatNumber(number)}`,
  moreInProject: (number) => `Weitere in diesem Projekt: ${formatNumber(number)}`,
  rowsFailed: (number) => `${count(number, "Zeile", "Zeilen")} fehlgeschlagen`,
  rowsDone: (done, all) => `${formatNumber(done)} von ${count(all, "Batch", "Batches")} fertig`,
  uncast: (number) => `${count(number, "Figur", "Figuren")} ohne Stimme`,
  casting: "Besetzung",
  uploadsFailedText: "Die anderen Uploads laufen weiter",
  uploadsFailedStatus: "Fehlgeschlagen",
  uploads: "Uploads",
  uploadsPaused: "Angehalten",
  uploadsWaiting: "Wartet",
  percent: (percent) => `${percent} fertig`,
  firstTitle: "Mit einem Projekt beginnen",
  firstText:
    "Ein Projekt hat einen Typ, ein Modell und Sprachen. Seine Batches verwenden ein Skript, ein Video oder beides. Medien lassen sich jederzeit hochladen.",
  offlineText: "Handlungsbedarf erscheint hier, sobald das Netzwerk wieder verfügbar ist.",
  failedTitle: "Die Übersicht konnte nicht gelesen werden",
};
