import type { Strings } from "../en";
import { acceptedFormats, formatRemedyOf } from "../../../../preload/facts/media-formats";
import type { SkipReason } from "../../../../preload/model";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const files = (number: number) => count(number, "Datei", "Dateien");
const top = "Mediengalerie";
const skipReasons: Record<SkipReason, string> = {
  type: "Keine Audio- oder Videodatei",
  empty: "Leere Datei",
  unreadable: "Nicht lesbar: keine Berechtigung, nicht mehr vorhanden oder ein Datenträgerfehler",
  link: "Eine Verknüpfung, die aus dem Ordner hinaus oder ins Leere führt",
  "folder-link": "Eine Verknüpfung mit einem Ordner, der selbst hochgeladen wird",
  format: `Der Dienst nimmt dieses Format nicht an. Angenommen: ${acceptedFormats}`,
  special: "Keine reguläre Datei",
  "too-large": "Zu groß: erfordert mehr als 10.000 Teile",
  name: "Die Mediengalerie unterstützt diesen Namen nicht",
  duplicate: "Eine andere abgelegte Datei hat in der Mediengalerie denselben Namen",
  other: "Eine Verknüpfung oder ein Gerät, weder Audio noch Video",
  hidden: "Versteckte Datei oder Systemdatei",
  "already-queued": "Steht bereits für dasselbe Ziel in der Warteschlange",
};
function leftOutReason(path: string, reason: SkipReason): string {
  const remedy = reason === "format" ? formatRemedyOf(path) : null;
  if (remedy === null) return skipReasons[reason];
  return remedy.action === "rename"
    ? `Format nicht angenommen. In .${remedy.to} umbenennen`
    : `Format nicht angenommen. In .${remedy.to} umwandeln`;
}

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
  refreshGallery: "Mediengalerie aktualisieren",
  refreshed: (added, removed) =>
    added === 0 && removed === 0
      ? "Keine Änderungen"
      : `Aktualisiert: +${formatNumber(added)} −${formatNumber(removed)}`,
  emptyTitle: "Noch keine Medien",
  emptyText: "Ziehen Sie Audio- oder Videodateien in dieses Fenster. Sie behalten ihre Ordner.",
  emptyFolder: "Dieser Ordner ist leer",
  noMatch: (search) => `Keine Treffer für „${search}“`,
  noMatchText: "Gesucht wird in diesem Ordner und seinen Unterordnern.",
  searchEverywhere: "In der ganzen Galerie suchen",
  truncated: "Zu viele Treffer. Geben Sie mehr ein, um sie einzugrenzen.",
  open: "Öffnen",
  up: "Einen Ordner nach oben",
  uploadFilesHere: "Dateien hierher hochladen…",
  uploadFolderHere: "Ordner hierher hochladen…",
  uploadHere: "Hierher hochladen…",
  delete: "Löschen…",
  deleteTitle: (number) => `${files(number)} aus der Mediengalerie löschen?`,
  deleteText: (names, more) =>
    `Wird beim Dienst gelöscht: ${formatList(more > 0 ? [...names, `${formatNumber(more)} weitere`] : names)}. Das lässt sich nicht rückgängig machen.`,
  deleteAction: (number) => `${files(number)} löschen`,
  deleted: (number) => `${files(number)} gelöscht`,
  deleteOffline: "Erfordert den Dienst, der nicht erreichbar ist",
  nothingSelected: "Zuerst Dateien oder Ordner auswählen",
  copyPath: "Pfad kopieren",
  copyPaths: (number) => `${formatNumber(number)} Pfade kopieren`,
  otherName: (number) =>
    number === 1
      ? "1 Datei heißt auf dem Datenträger anders. Laden Sie sie stattdessen herunter."
      : `${formatNumber(number)} Dateien heißen auf dem Datenträger anders. Laden Sie sie stattdessen herunter.`,
  copied: (number) => (number === 1 ? "Pfad kopiert" : `${formatNumber(number)} Pfade kopiert`),
  total: (number) => `${files(number)} in der Galerie`,
  items: (number) => count(number, "Element", "Elemente"),
  matches: (number) => count(number, "Treffer", "Treffer"),
  group: "Medien",
  folderKind: "Ordner",
};
export const downloads: Strings["downloads"] = {
  action: "Herunterladen nach…",
  running: (folder) => `Wird nach „${folder}“ heruntergeladen`,
  waiting: (folder) => `Wartet auf das Herunterladen nach „${folder}“`,
  progress: "Fortschritt des Herunterladens",
  saved: (number, folder) => `${files(number)} in „${folder}“ gespeichert.`,
  missing: (number) =>
    `${files(number)} ${number === 1 ? "ist" : "sind"} nicht mehr in der Mediengalerie.`,
  cancelled: "Herunterladen abgebrochen.",
  stopped: (name, reason) => `Angehalten bei „${name}“. ${reason}.`,
  reasons: {
    "disk-full": "Der Datenträger des Ordners ist voll",
    "file-denied": "Sie haben keine Berechtigung, in den Ordner zu schreiben",
    "drive-missing": "Der Ordner existiert nicht mehr, oder sein Datenträger ist nicht verbunden",
    "file-unreadable": "Die Datei konnte nicht auf den Datenträger geschrieben werden",
  },
};
export const drop: Strings["drop"] = {
  title: (folder) =>
    folder === ""
      ? "Loslassen, um in die oberste Ebene der Mediengalerie hochzuladen"
      : `Loslassen, um nach ${folder} hochzuladen`,
  text: "Sie können den Upload vor dem Senden prüfen.",
  noPath: "Nur Dateien auf diesem Computer lassen sich hochladen.",
  noWorkspace: "Zuerst einen Arbeitsbereich hinzufügen",
};
export const plan: Strings["plan"] = {
  title: (roots) =>
    roots.length === 1
      ? `„${roots[0] ?? ""}“ hochladen`
      : `${formatNumber(roots.length)} Elemente hochladen`,
  to: "Hochladen nach",
  toHint: "Ordner in der Mediengalerie; leer für die oberste Ebene",
  suggestions: "Ordner in der Mediengalerie",
  reading: (number) => `Wird gelesen… ${files(number)}`,
  readingTitle: "Ordner werden gelesen…",
  failed: "Die abgelegten Elemente konnten nicht gelesen werden",
  added: "Zum geöffneten Upload hinzugefügt",
  neverSynced:
    "Die Galerie wurde noch nicht gelesen; vorhandene Dateien können unten daher fehlen.",
  notReadNow: (sentence) =>
    `Die Galerie konnte nicht gelesen werden (${sentence}). Seitdem hinzugefügte Dateien können unten fehlen.`,
  comparedWith: (age) => `Verglichen mit der Galerie, Stand: ${age}.`,
  tabs: {
    new: "Neu",
    conflict: "Bereits in der Galerie",
    failed: "Nicht möglich",
    skipped: "Übersprungen",
  },
  emptyTabs: {
    new: "Nichts davon ist neu",
    conflict: "Noch nichts davon ist in der Galerie",
    failed: "Alle Medien können hochgeladen werden",
    skipped: "Nichts wird übersprungen",
  },
  question: (conflicts, duplicates) => {
    const are = (number: number) =>
      `${files(number)} ${number === 1 ? "ist" : "sind"} bereits in der Galerie`;
    const have = (number: number) =>
      `${files(number)} ${number === 1 ? "hat" : "haben"} denselben Pfad wie eine andere`;
    if (duplicates === 0) return are(conflicts);
    if (conflicts === 0) return have(duplicates);
    return `${are(conflicts)}, und ${have(duplicates)}`;
  },
  choices: {
    skip: { title: "Überspringen", hint: "Die Datei in der Galerie behalten" },
    replace: { title: "Ersetzen", hint: "Die Datei in der Galerie überschreiben" },
    rename: { title: "Beide behalten", hint: "Dem neuen Namen eine Zahl anhängen" },
  },
  skipReason: (reason) => (reason in skipReasons ? skipReasons[reason as SkipReason] : reason),
  leftOutReason,
  failedNote: (number) =>
    `${files(number)} ${number === 1 ? "kann" : "können"} nicht hochgeladen werden und ${number === 1 ? "fehlt" : "fehlen"} dann in der Galerie.`,
  willBe: (path) => `wird ${path}`,
  confirm: (number, bytes) => `${files(number)} hochladen · ${bytes}`,
  useAsBatch: "Als neuen Batch verwenden",
  openProject: "Öffnen Sie zuerst ein Projekt",
  nothing: "Nichts hochzuladen",
  chooseFirst: "Wählen Sie zuerst, was mit den Dateien geschieht, deren Pfad es schon gibt.",
  stillReading: "Die abgelegten Elemente werden noch gelesen.",
  queued: (number) => `${files(number)} zur Warteschlange hinzugefügt`,
  size: "Größe",
  file: "Datei",
};
