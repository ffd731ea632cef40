import type { PackKind, PackProblem } from "../../../../preload/facts/packs";
import type { engine as english } from "../en/engine";
import { count } from "./count";

const kinds: Record<PackKind, string> = {
  voices: "Stimmen",
  transcription: "Transkription",
  translation: "Übersetzung",
  speakers: "Erkennung von Sprechern",
  "voice-activity": "Erkennung von Sprache",
};
const problems: Record<PackProblem, string> = {
  network: "Der Download wurde unterbrochen. „Fortsetzen“ setzt ihn fort.",
  replaced:
    "Der Herausgeber hat dieses Paket ersetzt. Dafür ist eine neuere Version von Dubyard nötig.",
  hash: "Die Datei ist nicht die des Herausgebers und wurde gelöscht.",
  archive: "Das Archiv ist beschädigt oder gehört nicht zu diesem Paket.",
  "wrong-file": "Die Datei oder der Ordner gehört nicht zu diesem Paket.",
  "disk-full": "Auf dem Datenträger ist nicht genug Platz.",
  "in-use": "Ein anderer Arbeitsbereich verwendet oder ändert dieses Paket.",
  other: "Die Installation ist fehlgeschlagen.",
};

export const engine: typeof english = {
  title: "Engine und Pakete",
  text: "Für Arbeitsbereiche auf diesem Computer. Pakete sind Modelle, die auf ihm laufen, ohne Konto und ohne Netzwerk.",
  noWorkspace: "Auf diesem Computer gibt es keinen Arbeitsbereich.",
  notRunning: "Pakete sind verfügbar, wenn ein Arbeitsbereich auf diesem Computer läuft.",
  notOffered: "Diese Version kann keine Pakete verwenden.",
  packs: "Pakete",
  kinds,
  problems,
  installedTotal: (number, size) => `${count(number, "Paket", "Pakete")} installiert, ${size}`,
  noneInstalled:
    "Kein Paket ist installiert. Es wird nichts heruntergeladen, bevor Sie eines installieren.",
  languages: (number) => count(number, "Sprache", "Sprachen"),
  translation: (from, to) => `${from} → ${to}`,
  voices: (number) => count(number, "Stimme", "Stimmen"),
  download: (size) => `Download ${size}`,
  onDisk: (size) => `${size} belegt`,
  licence: (licence) => `Lizenz ${licence}`,
  installed: "Installiert",
  damaged: "Dateien fehlen",
  install: "Installieren",
  installAgain: "Neu installieren",
  resume: "Fortsetzen",
  retry: "Erneut versuchen",
  installTitle: (name) => `„${name}“ herunterladen und installieren?`,
  installText: ({ download, host, publisher, page, licence }) =>
    `${download} werden von ${host} heruntergeladen. ` +
    `Lizenz: ${licence}. Herausgeber: ${publisher}, ${page}`,
  installConfirm: "Herunterladen",
  unusable: "Diese Version von Dubyard hat kein Programm, das dieses Paket ausführt.",
  fromFile: "Aus einer Datei installieren…",
  fromFolder: "Aus einem Ordner installieren…",
  discard: (size) => `Unterbrochenen Download verwerfen (${size})`,
  cancel: "Abbrechen",
  remove: "Entfernen…",
  waiting: "Wartet auf eine andere Installation",
  downloading: (percent) => `Wird heruntergeladen, ${percent}`,
  unpacking: (percent) => `Wird geprüft und entpackt, ${percent}`,
  progress: (name) => `Installation von ${name}`,
  actionOf: (action, name) => `${action}: ${name}`,
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeText: (size) =>
    `Das gibt ${size} frei. Arbeitsbereiche auf diesem Computer können das Paket nicht mehr verwenden; fertige Takes bleiben.`,
  removeConfirm: "Entfernen",
  removed: (name, size) => `${name} wurde entfernt, ${size} frei`,
};
