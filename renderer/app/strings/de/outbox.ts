import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const orders = (number: number) => count(number, "Auftrag", "Aufträge");
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
    open: "Nichts ist offen",
    waiting: "Nichts wartet",
    sending: "Nichts wird gesendet",
    refused: "Nichts wurde abgelehnt",
    sent: "Noch nichts wurde gesendet",
  },
  emptyText:
    "Batches warten hier auf ihre Uploads und auf das Netz und gehen dann von selbst. Gerade wartet nichts.",
  showAll: "Alle anzeigen",
  columns: { name: "Auftrag", project: "Projekt", state: "Zustand", age: "Seit" },
  kinds: { batch: "Batch", bulk: "Sammelauftrag", languages: "Sprachen eines Batches" },
  open: (number) => `${orders(number)} noch nicht gesendet`,
  states: {
    uploads: (number) => `Wartet auf ${uploadsOf(number)}`,
    network: "Wartet auf das Netz",
    service: "Wartet auf den Dienst",
    script: "Wartet auf das Ablegen des Skripts",
    again: "Wartet auf den nächsten Versuch",
    turn: "Wartet auf seinen Platz",
    sending: "Wird gesendet",
    refused: "Abgelehnt",
    filesFailed: (number) => `${uploadsOf(number)} fehlgeschlagen`,
    sent: "Gesendet",
  },
  problems: {
    lost: "Die Antwort ging verloren, und das Projekt zeigt nichts davon. Vor dem Wiederholen dort nachsehen",
    lostButThere: "Die Antwort ging verloren, aber die Batches sind im Projekt",
    fileFailed: (file, sentence) => `${file} ist fehlgeschlagen: ${sentence}`,
    calledOff: "Der Upload einer Datei wurde abgebrochen. Wiederholen holt ihn zurück",
  },
  faults: {
    "source-audio-not-found": "Nennt Originalton, der weder hier noch in der Mediengalerie ist",
    "source-audio-outside":
      "Nennt Originalton außerhalb des Skriptordners. Öffnen und senden Sie den Auftrag erneut, um die Dateien zu bestätigen",
    "source-audio-type": "Nennt Originalton einer Art, die der Dienst nicht annimmt",
    "source-audio-url": "Nennt Originalton an einer Adresse, die der Dienst nicht abrufen kann",
    "recording-failed": "Eine Aufnahme, die es nennt, ließ sich nicht hochladen",
    "upload-called-off": "Der Upload wurde abgebrochen. Wiederholen im Ausgang holt ihn zurück",
  },
  cells: (number, first) =>
    number === 1
      ? `Eine Zelle der Tabelle: ${first}`
      : `${formatNumber(number)} Zellen der Tabelle: ${first} und mehr`,
  selectFirst: "Zuerst Aufträge auswählen",
  selectOne: "Zuerst einen einzelnen Auftrag auswählen",
  edit: "Bearbeiten…",
  editSent: "Schon gesendet",
  editSending: "Wird gerade gesendet",
  replaces:
    "Ersetzt den Auftrag dieser Tabelle, der im Ausgang wartet: Jener wird nicht mehr gesendet.",
  replaced: "Der wartende Auftrag wurde ersetzt",
  starting: "Wird gerade gestartet",
  gridGone: "Die Tabelle dazu gibt es nicht mehr",
  retry: "Wiederholen",
  nothingToRetry: "Nichts Ausgewähltes wartet oder wurde abgelehnt",
  retried: (number) => `${orders(number)} erneut versucht`,
  drop: "Entfernen",
  dropSending: "Nichts Ausgewähltes lässt sich entfernen: Es wird gerade gesendet",
  dropped: (number, name) =>
    number === 1 ? `„${name}“ wurde entfernt` : `${orders(number)} entfernt`,
  openResult: "Batch öffnen",
  openRequest: "Sammelauftrag öffnen",
  notSent: "Noch nicht gesendet",
  openProject: "Projekt öffnen",
  clearSent: "Gesendete ausräumen",
  nothingSent: "Nichts wurde gesendet",
  attentionStatus: "abgelehnt",
  waiting: orders,
  waitingStatus: (uploads, others) =>
    formatList([
      ...(uploads > 0 ? [`${formatNumber(uploads)} auf Uploads`] : []),
      ...(others > 0 ? [`${formatNumber(others)} auf Netz oder Platz`] : []),
    ]),
};
