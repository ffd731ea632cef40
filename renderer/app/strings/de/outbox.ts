import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const requests = (number: number) => count(number, "Auftrag", "Aufträge");
const uploadsOf = (number: number) => count(number, "Upload", "Uploads");

export const outbox: Strings["outbox"] = {
  title: "Ausgang",
  list: "Ausgang",
  group: "Ausgang",
  filter: "Anzeigen",
  filters: {
    all: "Alle",
    open: "Offen",
    waiting: "Wartend",
    sending: "Wird gesendet",
    refused: "Abgelehnt",
    sent: "Gesendet",
  },
  emptyFilters: {
    all: "Der Ausgang ist leer",
    open: "Keine offenen Aufträge",
    waiting: "Keine wartenden Aufträge",
    sending: "Es wird nichts gesendet",
    refused: "Keine abgelehnten Aufträge",
    sent: "Es wurde noch nichts gesendet",
  },
  emptyText:
    "Batches warten hier auf ihre Uploads und das Netzwerk und werden dann automatisch gesendet. Zurzeit wartet nichts.",
  showAll: "Alle anzeigen",
  columns: { name: "Auftrag", project: "Projekt", state: "Zustand", age: "Seit" },
  kinds: { batch: "Batch", bulk: "Sammelauftrag", languages: "Sprachen eines Batches" },
  open: (number) => `${requests(number)} noch nicht gesendet`,
  states: {
    uploads: (number) => `Wartet auf ${uploadsOf(number)}`,
    network: "Wartet auf das Netzwerk",
    service: "Wartet auf den Dienst",
    script: "Wartet auf das Speichern des Skripts",
    again: "Wartet auf den nächsten Versuch",
    turn: "Wartet auf Ausführung",
    sending: "Wird gesendet",
    refused: "Abgelehnt",
    filesFailed: (number) => `${uploadsOf(number)} fehlgeschlagen`,
    sent: "Gesendet",
  },
  problems: {
    lost: "Die Antwort ging verloren, und das Projekt zeigt kein Ergebnis. Prüfen Sie das Projekt, bevor Sie den Auftrag wiederholen",
    lostButThere: "Die Antwort ging verloren, aber die Batches sind im Projekt",
    fileFailed: (file, sentence) => `${file} ist fehlgeschlagen: ${sentence}`,
    uploadCancelled:
      "Der Upload einer Datei wurde abgebrochen. Mit „Wiederholen“ wird sie erneut hochgeladen",
  },
  faults: {
    "source-audio-not-found":
      "Der Originalton ist weder auf diesem Computer noch in der Mediengalerie",
    "source-audio-outside":
      "Der Originalton liegt außerhalb des Skriptordners. Öffnen und senden Sie den Auftrag erneut, um die Dateien zu bestätigen",
    "source-audio-type": "Der Originalton hat einen Typ, den der Dienst nicht annimmt",
    "source-audio-url": "Der Originalton hat eine URL, die der Dienst nicht abrufen kann",
    "recording-failed": "Eine der Aufnahmen konnte nicht hochgeladen werden",
    "upload-cancelled":
      "Der Upload wurde abgebrochen. Mit „Wiederholen“ im Ausgang wird die Datei erneut hochgeladen",
  },
  audioFault: (fault, file, cell) =>
    `${fault}: „${file}“${cell === "" ? "" : /^\d+$/.test(cell) ? `, Zeile ${cell}` : `, Zelle ${cell}`}`,
  cells: (number, first) =>
    number === 1
      ? `Eine Zelle in der Tabelle: ${first}`
      : `${formatNumber(number)} Zellen in der Tabelle: ${first} und weitere`,
  selectFirst: "Zuerst Aufträge auswählen",
  selectOne: "Genau einen Auftrag auswählen",
  edit: "Bearbeiten…",
  editSent: "Bereits gesendet",
  editSending: "Wird gerade gesendet",
  replaces: "Ersetzt den Auftrag dieser Tabelle im Ausgang, der dann nicht mehr gesendet wird.",
  replaced: "Der wartende Auftrag wurde ersetzt",
  starting: "Wird gerade gestartet",
  tableDeleted: "Die Tabelle existiert nicht mehr",
  retry: "Wiederholen",
  nothingToRetry: "Kein ausgewählter Auftrag wartet oder wurde abgelehnt",
  retried: (number) => `${requests(number)} ${number === 1 ? "wird" : "werden"} wiederholt`,
  drop: "Entfernen",
  dropSending: "Aufträge, die gerade gesendet werden, lassen sich nicht entfernen",
  dropped: (number, name) =>
    number === 1 ? `„${name}“ wurde entfernt` : `${requests(number)} entfernt`,
  openResult: "Batch öffnen",
  openRequest: "Sammelauftrag öffnen",
  notSent: "Noch nicht gesendet",
  openProject: "Projekt öffnen",
  clearSent: "Gesendete entfernen",
  nothingSent: "Es wurde nichts gesendet",
  attentionStatus: "Abgelehnt",
  waiting: requests,
  waitingStatus: (uploads, others) =>
    formatList([
      ...(uploads > 0 ? [`${formatNumber(uploads)} auf Uploads`] : []),
      ...(others > 0 ? [`${formatNumber(others)} auf Netzwerk oder Ausführung`] : []),
    ]),
};
