import type { Strings } from "../en";
import { formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "Datei", "Dateien");
const folders = (number: number) => count(number, "überwachter Ordner", "überwachte Ordner");

export const watchFolders: Strings["watchFolders"] = {
  title: "Überwachte Ordner",
  list: "Überwachte Ordner",
  pathLabel: "Übergeordnete Bereiche",
  group: "Überwachte Ordner",
  columns: {
    folder: "Ordner",
    target: "Zielordner",
    state: "Status",
    files: "Dateien",
    last: "Letzter Upload",
  },
  emptyTitle: "Keine überwachten Ordner",
  emptyText:
    "Neue und geänderte Medien in einem überwachten Ordner werden hochgeladen, sobald sie sich nicht mehr ändern. Dateien, die Sie auf diesem Computer löschen, bleiben in der Galerie.",
  note: "Neue und geänderte Medien werden hochgeladen, solange Dubyard läuft. Dateien, die Sie auf diesem Computer löschen, bleiben in der Galerie.",
  count: folders,
  states: {
    paused: "Angehalten",
    walking: "Ordner wird gelesen",
    watching: "Wird überwacht",
    waiting: (number) =>
      `Wartet, bis ${files(number)} unverändert ${number === 1 ? "ist" : "sind"}`,
    deferred: (number) =>
      `${files(number)} ${number === 1 ? "wartet" : "warten"} auf einen früheren Upload`,
    uploading: (number) => `${files(number)} in der Warteschlange`,
    polling: (seconds) => `Wird alle ${formatNumber(seconds)} Sek. gelesen`,
    comparing: (number) => `${files(number)} mit dem Hochgeladenen vergleichen`,
    leftOut: (number) =>
      `${files(number)} ${number === 1 ? "kann" : "können"} nicht hochgeladen werden: siehe „Bearbeiten“`,
    notFound: "Ordner nicht gefunden",
    unreadable: "Ordner nicht lesbar",
  },
  pollReasons: {
    "system-limit": "Das System kann keine weiteren Ordner überwachen",
    "many-folders": "Er hat mehr Ordner, als überwacht werden",
    "no-events": "Das System kann ihn nicht überwachen",
    "network-drive": "Das System meldet keine Änderungen auf Netzlaufwerken",
  },
  notFoundText: "Dubyard sucht ihn jede Minute",
  denied: "Keine Leseberechtigung",
  diskError: "Der Datenträger meldet einen Fehler",
  uploaded: (number) => `${formatNumber(number)} hochgeladen`,
  queued: (number) => `${formatNumber(number)} wartend`,
  failed: (number) => `${formatNumber(number)} fehlgeschlagen`,
  noFiles: "Noch keine",
  never: "–",
  actions: {
    add: "Überwachten Ordner hinzufügen…",
    edit: "Bearbeiten…",
    pause: "Anhalten",
    resume: "Fortsetzen",
    showUploads: "Uploads anzeigen",
    showInGallery: "In der Galerie anzeigen",
    show: "Im Dateimanager anzeigen",
    remove: "Entfernen",
  },
  selectFirst: "Wählen Sie zuerst einen überwachten Ordner aus",
  selectOne: "Wählen Sie einen überwachten Ordner aus",
  nothingToPause: "Nichts Ausgewähltes wird überwacht",
  nothingToResume: "Nichts Ausgewähltes ist angehalten",
  removed: (number, name) =>
    number === 1 ? `„${name}“ wird nicht mehr überwacht` : `${folders(number)} entfernt`,
  added: (name) => `„${name}“ wird überwacht`,
  changed: (name) => `„${name}“ wurde geändert`,
  addTitle: "Überwachten Ordner hinzufügen",
  editTitle: "Überwachten Ordner bearbeiten",
  addAction: "Ordner überwachen",
  fields: {
    source: "Ordner auf diesem Computer",
    noSource: "Kein Ordner gewählt",
    target: "Zielordner",
    targetHint: "Ordner in der Mediengalerie; leer für die oberste Ebene",
    include: "Einschließen",
    includeHint: "Ein Muster pro Zeile; leer für alle Medien",
    exclude: "Ausschließen",
    excludeHint: "Dateien und Ordner, die nicht hochgeladen werden",
    excludePlaceholder: "alt/",
    patterns: "So funktionieren Muster",
    examples: {
      everyWav: "alle WAV-Dateien, in allen Ordnern",
      eitherEnding: "eine von zwei Endungen",
      wholeFolder: "alles im Ordner „mixes“",
      inFolder: "WAV-Dateien direkt in „mixes“",
      anyFolder: "„mixes“ in jedem Ordner",
      oneCharacter: "ein Zeichen",
    },
    quiet: "Datei hochladen, wenn unverändert seit",
    quietHint: "Damit keine Datei hochgeladen wird, während sie geschrieben wird",
    atOnce: "0 Sek.: sofort hochladen",
    conflict: "Wenn eine Datei in der Galerie existiert",
    conflictHint: "Zuvor von diesem Ordner hochgeladene Dateien werden immer ersetzt",
    conflicts: {
      ask: "Stoppen und unter Uploads anzeigen",
      skip: "Überspringen",
      replace: "Ersetzen",
      rename: "Beide behalten",
    },
  },
  sendsAll:
    "Alle Dateien werden in den neuen Zielordner hochgeladen. Im alten wird nichts gelöscht.",
  sendsOther: "Alle Dateien des anderen Ordners werden hochgeladen.",
  preview: {
    label: "Vorschau",
    tabs: {
      matching: "Zum Hochladen",
      failed: "Nicht möglich",
      excluded: "Ausgeschlossen",
      skipped: "Übersprungen",
    },
    reading: "Ordner wird gelesen…",
    chooseFirst: "Wählen Sie einen Ordner, um zu sehen, welche Dateien passen.",
    none: {
      matching: "Zurzeit passt keine Datei. Neue werden hochgeladen, wenn sie erscheinen.",
      failed: "Alle passenden Medien können hochgeladen werden",
      excluded: "Die Muster schließen nichts aus",
      skipped: "Nichts wird übersprungen",
    },
    total: (number, bytes) => `${files(number)} · ${bytes}`,
    more: (number) => `und ${formatNumber(number)} weitere`,
    atLeast: (number) => `${number}+`,
    isPartial:
      "Der Ordner ist groß: Nur seine ersten Dateien sind aufgeführt. Hochgeladen werden alle.",
    notFound: "Zurzeit gibt es hier keinen Ordner. Er wird überwacht, sobald es ihn gibt.",
    failed: "Der Ordner kann nicht gelesen werden",
  },
};
