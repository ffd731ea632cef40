import type { Strings } from "../en";
import type { SkipReason } from "../../../../preload/model";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "Datei", "Dateien");
const top = "Mediengalerie";
const skipReasons: Record<SkipReason, string> = {
  type: "Keine Audio- oder Videodatei",
  empty: "Leer: In der Datei ist nichts",
  unreadable: "Nicht lesbar: keine Berechtigung, oder das Laufwerk meldet einen Fehler",
  link: "Eine Verknüpfung, die aus dem Ordner hinaus oder im Kreis führt",
  special: "Keine gewöhnliche Datei",
  "too-large": "Zu groß: mehr, als 10.000 Teile fassen",
  name: "Diesen Namen kann die Mediengalerie nicht aufnehmen",
  duplicate: "Eine andere der hineingezogenen Dateien hat in der Mediengalerie denselben Namen",
  hidden: "Versteckte Datei oder Systemdatei",
  "already-queued": "Steht schon für denselben Platz in der Warteschlange",
};

export const media: Strings["media"] = {
  title: top,
  top,
  tree: "Ordner",
  list: "Dateien und Ordner",
  breadcrumb: "Pfad",
  search: "Medien suchen",
  name: "Name",
  files: "Dateien",
  sortUp: "Nach Namen sortieren, A bis Z",
  sortDown: "Nach Namen sortieren, Z bis A",
  refresh: "Aktualisieren",
  refreshGallery: "Mediengalerie neu lesen",
  refreshed: (added, removed) =>
    added === 0 && removed === 0
      ? "Nichts hat sich geändert"
      : `Neu gelesen: +${formatNumber(added)} −${formatNumber(removed)}`,
  emptyTitle: "Noch keine Medien",
  emptyText:
    "Audio- oder Videodateien irgendwo in dieses Fenster ziehen. Sie behalten ihre Ordner.",
  emptyFolder: "Dieser Ordner ist leer",
  noMatch: (search) => `Nichts gefunden zu „${search}“`,
  noMatchText: "Gesucht wird in diesem Ordner und in allem darunter.",
  searchEverywhere: "In der ganzen Galerie suchen",
  truncated: "Es gibt mehr Treffer, als sich zeigen lassen. Mehr Buchstaben grenzen sie ein.",
  open: "Öffnen",
  up: "Einen Ordner nach oben",
  uploadFilesHere: "Dateien hierher hochladen…",
  uploadFolderHere: "Ordner hierher hochladen…",
  uploadHere: "Hierher hochladen…",
  delete: "Löschen…",
  deleteTitle: (number) => `${files(number)} aus der Mediengalerie löschen?`,
  deleteText: (names, more) =>
    `Beim Dienst gelöscht: ${formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names)}. Das lässt sich nicht rückgängig machen.`,
  deleteAction: (number) => `${files(number)} löschen`,
  deleted: (number) => `${files(number)} gelöscht`,
  deleteOffline: "Zum Löschen wird der Dienst gebraucht, der jetzt nicht zu erreichen ist",
  nothingSelected: "Zuerst Dateien oder Ordner auswählen",
  copyPath: "Pfad kopieren",
  copyPaths: (number) => `${formatNumber(number)} Pfade kopieren`,
  copied: (number) => (number === 1 ? "Pfad kopiert" : `${formatNumber(number)} Pfade kopiert`),
  total: (number) => `${files(number)} in der Galerie`,
  items: (number) => count(number, "Eintrag", "Einträge"),
  matches: (number) => count(number, "Treffer", "Treffer"),
  group: "Medien",
  folderKind: "Ordner",
};
export const drop: Strings["drop"] = {
  title: (folder) =>
    folder === ""
      ? "Loslassen, um oben in die Mediengalerie hochzuladen"
      : `Loslassen, um nach ${folder} hochzuladen`,
  text: "Vor dem Senden ist zu sehen, was wohin geht.",
  noPath: "Das ließ sich nicht aufnehmen: Es sind keine Dateien auf diesem Computer.",
  noWorkspace: "Zuerst einen Arbeitsbereich hinzufügen",
};
export const plan: Strings["plan"] = {
  title: (roots) =>
    roots.length === 1
      ? `„${roots[0] ?? ""}“ hochladen`
      : `${formatNumber(roots.length)} Einträge hochladen`,
  to: "Hochladen nach",
  toHint: "Ordner in der Mediengalerie; ganz oben, wenn leer",
  suggestions: "Ordner in der Mediengalerie",
  reading: (number) => `Wird gelesen… bisher ${files(number)}`,
  readingTitle: "Ordner werden gelesen…",
  failed: "Das Hineingezogene konnte nicht gelesen werden",
  notRead:
    "Die Galerie wurde noch nie gelesen. Dateien, die schon dort sind, können unten also fehlen.",
  notReadNow: (sentence) =>
    `Die Galerie konnte nicht gelesen werden (${sentence}). Dateien, die seither dazukamen, fehlen unten vielleicht.`,
  oldRead: (age) => `Verglichen mit der Galerie, Stand: ${age}.`,
  tabs: { new: "Neu", conflict: "Schon in der Galerie", skipped: "Ausgelassen" },
  emptyTabs: {
    new: "Hier ist nichts neu",
    conflict: "Noch nichts davon ist in der Galerie",
    skipped: "Nichts ist ausgelassen",
  },
  question: (number) =>
    number === 1
      ? "1 Datei ist schon in der Galerie"
      : `${files(number)} sind schon in der Galerie`,
  choices: {
    skip: { title: "Überspringen", hint: "Lassen, was in der Galerie ist" },
    replace: { title: "Ersetzen", hint: "Mit diesen Dateien überschreiben" },
    rename: { title: "Beide behalten", hint: "Dem neuen Namen eine Zahl anhängen" },
  },
  skipReasons,
  skipReason: (reason) => (reason in skipReasons ? skipReasons[reason as SkipReason] : reason),
  willBe: (path) => `wird ${path}`,
  confirm: (number, bytes) => `${files(number)} hochladen · ${bytes}`,
  nothing: "Nichts hochzuladen",
  chooseFirst: "Zuerst sagen, was mit den Dateien geschieht, die schon dort sind.",
  stillReading: "Das Hineingezogene wird noch gelesen.",
  queued: (number) => `${files(number)} ${number === 1 ? "steht" : "stehen"} in der Warteschlange`,
  size: "Größe",
  file: "Datei",
};
