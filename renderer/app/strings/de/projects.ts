import type { Strings } from "../en";
import type { ProjectType } from "../../../../preload/model/resources";
import { formatList, formatNumber } from "../../format";

const count = (number: number, one: string, other: string) =>
  `${formatNumber(number)} ${number === 1 ? one : other}`;
const projectCount = (number: number) => count(number, "Projekt", "Projekte");
const types: Record<ProjectType, { title: string; hint: string }> = {
  "line-dubbing": {
    title: "Zeilensynchronisation",
    hint: "Ein Skript mit einer Originalaufnahme je Zeile, zur Synchronisation in die Zielsprachen.",
  },
  "media-dubbing": {
    title: "Mediensynchronisation",
    hint: "Ein Video, mit oder ohne Skript, zur Synchronisation in die Zielsprachen.",
  },
  "audio-production": {
    title: "Audioproduktion",
    hint: "Ein Skript, das gesprochen wird. Ein Video ist optional.",
  },
};
const statuses: Record<string, string> = { active: "Aktiv", archived: "Archiviert" };
const some = (names: readonly string[], more: number) =>
  formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names);

export const projects: Strings["projects"] = {
  title: "Projekte",
  list: "Projekte",
  group: "Projekte",
  types,
  type: (type) => (Object.hasOwn(types, type) ? types[type as ProjectType].title : type),
  status: (status) => statuses[status] ?? status,
  search: "Projekte suchen",
  state: "Anzeigen",
  active: "Aktiv",
  archived: "Archiviert",
  typeFilter: "Typ",
  allTypes: "Alle Typen",
  columns: {
    name: "Projekt",
    type: "Typ",
    model: "Modell",
    approved: "Freigegeben",
    updated: "Geändert",
    created: "Angelegt",
  },
  emptyTitle: "Noch keine Projekte",
  emptyText:
    "Ein Projekt enthält die Batches einer Produktion: ihre Sprachen, ihre Besetzung und ihr Team.",
  emptyArchive: "Keine archivierten Projekte",
  emptyArchiveText: "Archivierte Projekte erscheinen hier statt in der Liste der aktiven Projekte.",
  emptyActive: "Keine aktiven Projekte",
  emptyActiveText:
    "Alle Projekte sind archiviert. Aktivieren Sie eines wieder, oder legen Sie ein neues an.",
  emptyType: (type) => `Keine Projekte vom Typ ${type}`,
  showAllTypes: "Alle Typen anzeigen",
  showArchived: "Archivierte anzeigen",

  create: "Neues Projekt…",
  open: "Öffnen",
  rename: "Umbenennen…",
  archive: "Archivieren",
  unarchive: "Wieder aktivieren",
  delete: "Löschen…",
  copyId: "ID kopieren",
  copyIds: (number) => `${formatNumber(number)} IDs kopieren`,
  idCopied: (number) => (number === 1 ? "ID kopiert" : `${formatNumber(number)} IDs kopiert`),
  selectOne: "Genau ein Projekt auswählen",
  selectFirst: "Zuerst Projekte auswählen",
  archivedSome: (number) => `${projectCount(number)} archiviert`,
  unarchivedSome: (number) =>
    `${projectCount(number)} ${number === 1 ? "ist" : "sind"} wieder aktiv`,
  nothingToArchive: "Kein ausgewähltes Projekt ist aktiv",
  nothingToUnarchive: "Kein ausgewähltes Projekt ist archiviert",

  renameTitle: "Projekt umbenennen",
  name: "Name",
  renamed: (name) => `Projekt in „${name}“ umbenannt`,

  newTitle: "Neues Projekt",
  newAction: "Projekt anlegen",
  made: (name) => `„${name}“ wurde angelegt`,
  notMade: (name, why) => `„${name}“ wurde nicht angelegt. ${why}`,
  typeLabel: "Typ",
  typeHint: "Kann später nicht geändert werden.",
  model: "Modell",
  modelHint: "Bestimmt die verfügbaren Stimmen. Kann später nicht geändert werden.",
  noModels: "Der Dienst bietet keine Modelle an",
  noModelsText: "Ein Projekt braucht ein Modell. Wenden Sie sich an den Betreiber des Dienstes.",
  sourceLanguage: "Ausgangssprache",
  sourceHint: "Die Sprache der Originale",
  sourceOptional: "Optional bei Audioproduktion",
  targetLanguages: "Zielsprachen",
  targetHint: "Weitere lassen sich später hinzufügen.",
  languageSearch: "Sprachen suchen",
  languageEmpty: "Keine Sprache mit diesem Namen",
  catalogueNeverRead: "Die Sprachen und Modelle dieses Dienstes wurden noch nicht gelesen.",

  deleteTitle: (number, name) =>
    number === 1 ? `„${name}“ löschen?` : `${projectCount(number)} löschen?`,
  deleteNames: (names, more) => some(names, more),
  deleteText: (number, batches) => {
    const own = number === 1 ? "Das Projekt" : `Alle ${formatNumber(number)} Projekte`;
    const held =
      batches === null || batches === 0 ? "allen Batches" : count(batches, "Batch", "Batches");
    return `${own} mit ${held}, Figuren und Besetzung, Glossar und Team ${number === 1 ? "wird" : "werden"} beim Dienst gelöscht. Das lässt sich nicht rückgängig machen. Dateien in der Mediengalerie bleiben.`;
  },
  deleteType: (words) => `Zur Bestätigung „${words}“ eingeben`,
  deleteWords: projectCount,
  deleteAction: (number) => (number === 1 ? "Projekt löschen" : `${projectCount(number)} löschen`),
  deleteMismatch: "Genau wie angezeigt eingeben.",
  notDeleted: (number) =>
    `${projectCount(number)} ${number === 1 ? "konnte" : "konnten"} nicht gelöscht werden`,
  deleted: (number, name) =>
    number === 1 ? `„${name}“ wurde gelöscht` : `${projectCount(number)} gelöscht`,

  tabs: {
    batches: "Batches",
    casting: "Besetzung",
    glossary: "Glossar",
    team: "Team",
    languages: "Sprachen",
  },
  tabsLabel: "Seiten des Projekts",
  pathLabel: "Pfad",
  goToTab: (tab) => `Zu ${tab} dieses Projekts`,
  uncast: (number) => `${formatNumber(number)} ohne Stimme`,
  menu: "Projekt",
  archivedBanner: "Dieses Projekt ist archiviert.",
  notFoundTitle: "Dieses Projekt gibt es nicht mehr",
  notFoundText: "Es wurde gelöscht oder gehört zu einem anderen Arbeitsbereich.",
  back: "Zurück zu den Projekten",
  failed: "Das Projekt konnte nicht gelesen werden",
};
