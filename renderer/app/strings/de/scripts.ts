import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const lines = (number: number) => count(number, "Zeile", "Zeilen");
const scriptCount = (number: number) => count(number, "Skript", "Skripte");
const errors = (number: number) => count(number, "Fehler", "Fehler");
const days = (seconds: number) => count(Math.max(1, Math.floor(seconds / 86_400)), "Tag", "Tage");
const inErrors = (number: number) => count(number, "Fehler", "Fehlern");

/** Sentences for what the reader of scripts finds; a code without one is said in its own words. */
const problems: Record<string, string> = {
  empty: "Die Datei ist leer.",
  "too-large": "Die Datei ist zu groß.",
  "too-slow":
    "Die Datei ist zu groß oder zu komplex: Das Lesen dauert zu lange. Bitte teilen oder neu speichern.",
  "too-much-memory":
    "Die Datei ist zu groß oder zu komplex: Das Lesen braucht zu viel Speicher. Bitte teilen.",
  "reader-failed":
    "Die Datei ließ sich nicht lesen: Der Leseprozess wurde unerwartet beendet. Vielleicht ist sie zu groß oder zu komplex.",
  unpacked: "Die Datei ist entpackt viel größer, als ihre Größe erlaubt, und wurde nicht geöffnet.",
  damaged: "Die Datei ist beschädigt oder unvollständig. Bitte neu speichern.",
  encrypted: "Die Datei ist mit einem Kennwort geschützt. Bitte ohne speichern.",
  "old-format": "Altes Binärformat von Excel oder Word. Bitte als .xlsx oder .docx speichern.",
  "format-unknown": "Keine .xlsx-, .csv-, .srt-, .docx-, .txt- oder .pdf-Datei.",
  "format-mismatch": "Der Inhalt der Datei ist nicht, was ihr Name sagt.",
  "not-text": "Die Datei enthält keinen Text.",
  "too-many-rows": "Die Datei hat zu viele Zeilen. Bitte teilen.",
  "too-many-cells": "Das Blatt umfasst zu viele Zellen. Bitte löschen, was weit außerhalb steht.",
  "reader-busy":
    "Zu viele Dateien warten darauf, gelesen zu werden. Bitte gleich noch einmal versuchen.",
  "too-many-paragraphs": "Die Datei hat zu viele Absätze oder Textzeilen. Bitte teilen.",
  "too-many-strings": "Die Arbeitsmappe hat zu viele verschiedene Texte. Bitte teilen.",
  "too-many-characters": "Die Datei enthält zu viel Text. Bitte teilen.",
  "too-deep": "Das Dokument hat zu tief verschachtelte Textfelder.",
  "too-many-pages": "Die Datei hat zu viele Seiten. Bitte teilen.",
  "sheet-missing": "Die Arbeitsmappe hat kein Blatt.",
  "column-missing": "Eine Spalte fehlt.",
  "column-twice": "Diese Spalte kommt zweimal vor.",
  "column-unknown": "Diese Spalte ist unbekannt und wird nicht gelesen.",
  "text-column-missing": "Keine Spalte mit Text einer Sprache gefunden.",
  "language-unknown": "Diese Sprache ist unbekannt.",
  "language-missing": "Die Sprache des Skripts fehlt.",
  "cell-error": "Die Formel dieser Zelle endet in einem Fehler.",
  "text-too-long": "Der Text ist zu lang.",
  "text-missing": "Kein Text in irgendeiner Sprache.",
  "text-outside": "Text vor der ersten Zeitangabe wurde ausgelassen.",
  "source-audio-missing": "Der Originalton fehlt.",
  "source-audio-not-found":
    "Diese Aufnahme ist weder auf diesem Computer noch in der Mediengalerie.",
  "source-audio-type": "Keine Audiodatei, die der Dienst annimmt.",
  "source-audio-outside":
    "Liegt außerhalb des Skriptordners. Vor dem Hochladen bestätigen Sie diese Aufnahme.",
  "source-audio-url": "Keine Adresse, die der Dienst abrufen kann.",
  "id-twice": "Diese ID kommt schon vor.",
  "emotion-unknown": "Diese Emotion ist unbekannt.",
  "intensity-unknown": "Diese Intensität ist unbekannt.",
  "timing-invalid": "Diese Zeitangabe ist nicht lesbar.",
  "timing-negative": "Dieser Untertitel endet, bevor er beginnt.",
  "timing-overlap": "Dieser Untertitel überlappt den vorigen.",
  "quote-open": "Ein Anführungszeichen wird in dieser Zeile nicht geschlossen.",
  "pdf-without-text": "Die .pdf-Datei enthält keinen Text; vielleicht ist sie ein Scan.",
  "lines-missing": "Das Skript hat keine Zeilen.",
};

export const scripts: Strings["scripts"] = {
  group: "Skript",
  choose: "Datei wählen…",
  chooseOther: "Andere wählen…",
  useAddress: "Datei entfernen",
  fileHint: "Eine Datei dieses Computers: Sie kommt beim Senden des Batches in die Skriptablage.",
  videoHint: "Eine Datei dieses Computers: Sie wird zuerst in die Mediengalerie hochgeladen.",
  folder: "In Ordner hochladen",
  folderHint: "In der Mediengalerie. Leer für die oberste Ebene.",
  folders: "Ordner der Mediengalerie",
  dropHere: "Loslassen, um es in diesem Batch zu verwenden",
  reading: "Das Skript wird gelesen…",
  report: "Inhalt des Skripts",
  size: lines,
  characters: (number) => count(number, "Figur", "Figuren"),
  noProblems: "Keine Probleme gefunden",
  problems: (bad, odd) =>
    formatList([
      ...(bad > 0 ? [errors(bad)] : []),
      ...(odd > 0 ? [count(odd, "Warnung", "Warnungen")] : []),
    ]),
  problemList: "Probleme des Skripts",
  severity: { error: "Fehler", warning: "Warnung" },
  row: (number) => `Zeile ${formatNumber(number)}`,
  cell: (name) => `Zelle ${name}`,
  wholeFile: "Ganze Datei",
  more: (number) => `und ${formatNumber(number)} weitere`,
  problem: (code, message) => (Object.hasOwn(problems, code) ? (problems[code] ?? "") : message),
  openInProgram: "In seinem Programm öffnen",
  readAgain: "Gespeicherte Änderungen werden von selbst neu gelesen.",
  audio: (local, missing, gallery, urls) =>
    [
      ...(local > 0
        ? [
            `${count(local, "Datei", "Dateien")} dieses Computers ${local === 1 ? "wird" : "werden"} hochgeladen`,
          ]
        : []),
      ...(gallery > 0 ? [`${formatNumber(gallery)} in der Mediengalerie`] : []),
      ...(urls > 0 ? [`${formatNumber(urls)} unter einer Adresse`] : []),
      ...(missing > 0 ? [`${formatNumber(missing)} ${missing === 1 ? "fehlt" : "fehlen"}`] : []),
    ].join(", "),
  audioLabel: "Originalton:",
  preview: "Zeilen",
  previewOf: (shown, total) =>
    shown < total ? `Die ersten ${formatNumber(shown)} von ${lines(total)}` : lines(total),
  castList: "Figuren",
  characterLines: (name, number) => `${name} (${formatNumber(number)})`,
  noName: "ohne Namen",
  columns: { number: "Nr.", character: "Figur", text: "Text", sourceAudio: "Originalton" },
  noStore:
    "Dieser Arbeitsbereich hat keine Skriptablage: Sein Dienst kommt an Dateien dieses Computers nicht heran.",
  noStoreWay: "Einen Bucket einrichten oder eine Adresse einfügen, die der Dienst abrufen kann.",
  noStoreReason: "Eine Datei dieses Computers braucht eine Skriptablage",
  toStore: "Skriptablage einrichten…",
  openAt: (cell) =>
    `Die Datei bei ${cell} öffnen, oder den Namen der Zelle kopieren, wo das Programm keine annimmt`,
  cellCopied: (cell) => `${cell} ist kopiert: im Programm dort einfügen, wo die Zelle steht`,
  urlExpires: (moment) => `Diese Adresse gilt bis ${moment}.`,
  urlExpiresSoon: (moment) => `Diese Adresse gilt nur noch bis ${moment}.`,
  urlExpiresWaiting: (moment) =>
    `Diese Adresse gilt nur noch bis ${moment}; der Batch wartet, bevor er gesendet wird.`,
  urlExpired: (age) => `Diese Adresse ist abgelaufen: ${age}.`,
  expires: (seconds) => `Die Adresse im Bucket gilt ab dem Senden ${days(seconds)}.`,

  languageMissing: "Diese Datei nennt ihre Sprache nicht. Unten auswählen.",
  separatorFound: (separator, speakers) =>
    `Die Sprecher sind anscheinend mit „${separator}“ abgetrennt: ${formatList(speakers)}.`,
  separatorUse: "Dieses Trennzeichen verwenden",

  sendLater: "Später senden",
  saveOrder: "Änderungen speichern",
  queued: (name) => `„${name}“ wird automatisch angelegt`,
  goesUploads: (number) =>
    number === 1
      ? "Wird gesendet, sobald die Datei hochgeladen ist"
      : "Wird gesendet, sobald die Dateien hochgeladen sind",
  goesScript: "Wird automatisch gesendet, sobald das Skript abgelegt ist",
  goesOnline: "Wird automatisch gesendet, sobald das Netz wieder da ist",
  goesNow: "Wird gesendet, sobald der Batch an der Reihe ist",
  askTitle: (number) => `Den Batch mit ${inErrors(number)} im Skript anlegen?`,
  askText:
    "Der Dienst lehnt das Skript vielleicht ab oder lässt aus, was er nicht lesen kann. Die Liste unter dem Skript nennt jede Stelle.",
  askConfirm: "Trotzdem anlegen",
  editTitle: "Batch ändern",
  editGone: "Diesen Auftrag gibt es im Ausgang nicht mehr",
  editGoneText: "Er wurde inzwischen gesendet oder entfernt.",
  backToOutbox: "Zurück zum Ausgang",
  stillReading: "Das Skript wird noch gelesen",

  template: "Vorlage speichern…",
  templates: {
    "audio-production": "Skriptvorlage speichern: Audioproduktion…",
    "line-dubbing": "Skriptvorlage speichern: Zeilensynchronisation…",
    bulk: "Vorlage für Sammelaufträge speichern…",
  },
  templateSaved: (name) => `„${name}“ wurde gespeichert`,

  store: {
    title: "Skriptablage",
    text: "Wohin Skripte dieses Computers kommen, damit der Dienst sie abrufen kann. Für den Arbeitsbereich, der gezeigt wird.",
    ofWorkspace: (name) => `Für „${name}“`,
    own: "Der Arbeitsbereich bewahrt Skripte selbst auf. Es ist nichts einzurichten.",
    none: "Es gibt keine. Ohne sie werden Skripte über eine Adresse angegeben, die der Dienst abrufen kann. Mit einem eigenen S3-kompatiblen Bucket lassen sich Dateien dieses Computers direkt verwenden.",
    lifetime: (seconds) => `Adressen, die der Dienst bekommt, gelten ${days(seconds)}.`,
    endpoint: "Endpunkt",
    endpointHint: "Zum Beispiel https://s3.eu-central-1.amazonaws.com",
    region: "Region des Buckets",
    bucket: "Name des Buckets",
    prefix: "Präfix (optional)",
    prefixHint: "Ein Ordner im Bucket",
    accessKeyId: "Zugriffsschlüssel-ID",
    secret: "Geheimer Zugriffsschlüssel",
    secretKept: "Liegt im Schlüsselbund. Leer lässt ihn, wie er ist.",
    secretNeeded: "Er kommt in den Schlüsselbund dieses Computers und wird nie wieder gezeigt.",
    secretLost:
      "Der geheime Schlüssel ist auf diesem Computer nicht verfügbar. Bitte neu eingeben.",
    pathStyle: "Pfadstil",
    pathStyleHint:
      "Der Name des Buckets steht im Pfad. Viele andere Dienste als Amazon brauchen das.",
    test: "Testen",
    tested: (milliseconds) =>
      `Funktioniert: geschrieben, abgerufen und gelöscht in ${formatNumber(milliseconds)} ms`,
    save: "Speichern",
    saved: "Der Bucket wurde gespeichert",
    remove: "Entfernen…",
    removeTitle: "Den Bucket aus diesem Arbeitsbereich entfernen?",
    removeText:
      "Dubyard vergisst seine Adresse und seinen Schlüssel. Was im Bucket liegt, bleibt dort; früher vergebene Adressen gelten bis zu ihrem Ablauf. Ohne Ablage lassen sich keine Skripte dieses Computers senden.",
    removeAction: "Bucket entfernen",
    removed: "Der Bucket wurde entfernt",
    required: "Wird gebraucht",
    stored: "Abgelegte Skripte",
    storedCount: scriptCount,
    truncated: "Nur die neuesten 10.000 sind aufgeführt.",
    empty: "Noch keine Skripte abgelegt.",
    select: (name) => `${name} auswählen`,
    selectAll: "Alle auswählen",
    delete: (number) => (number === 0 ? "Löschen…" : `${scriptCount(number)} löschen…`),
    deleteNone: "Zuerst Skripte auswählen",
    deleteTitle: (number, name) =>
      number === 1 ? `„${name}“ löschen?` : `${scriptCount(number)} löschen?`,
    deleteText:
      "Batches, die schon gelesen sind, bleiben unberührt. Einer, der sein Skript noch nicht gelesen hat, schlägt fehl.",
    deleteAction: (number) => (number === 1 ? "Skript löschen" : `${scriptCount(number)} löschen`),
    deleted: (number) => `${scriptCount(number)} gelöscht`,
    failed: "Die Liste konnte nicht gelesen werden.",
  },
};
