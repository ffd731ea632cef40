import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";

const lines = (number: number) => count(number, "Zeile", "Zeilen");
const scriptCount = (number: number) => count(number, "Skript", "Skripte");
const errors = (number: number) => count(number, "Fehler", "Fehler");
const days = (seconds: number) => count(Math.max(1, Math.floor(seconds / 86_400)), "Tag", "Tage");
const inErrors = (number: number) => count(number, "Fehler", "Fehlern");

/** Texts for the problems of the script reader, by code. Other problems show their message. */
const problems: Record<string, string> = {
  empty: "Die Datei ist leer.",
  "too-large": "Die Datei ist zu groß.",
  "too-slow":
    "Die Datei ist zu groß oder zu komplex: Das Lesen dauert zu lange. Teilen Sie die Datei auf, oder speichern Sie sie neu.",
  "too-much-memory":
    "Die Datei ist zu groß oder zu komplex: Das Lesen braucht zu viel Speicher. Teilen Sie die Datei auf.",
  "reader-failed":
    "Die Datei konnte nicht gelesen werden: Der Leseprozess wurde unerwartet beendet. Vielleicht ist sie zu groß oder zu komplex.",
  unpacked: "Die entpackte Datei ist unzulässig groß. Die Datei wurde nicht geöffnet.",
  damaged: "Die Datei ist beschädigt oder unvollständig. Speichern Sie sie neu.",
  encrypted: "Die Datei ist mit einem Passwort geschützt. Speichern Sie sie ohne Passwort.",
  "old-format":
    "Altes Binärformat von Excel oder Word. Speichern Sie die Datei als .xlsx oder .docx.",
  "format-unknown": "Keine .xlsx-, .csv-, .srt-, .docx-, .txt- oder .pdf-Datei.",
  "format-mismatch": "Der Inhalt der Datei passt nicht zu ihrem Namen.",
  "not-text": "Die Datei enthält keinen Text.",
  "too-many-rows": "Die Datei hat zu viele Zeilen. Teilen Sie die Datei auf.",
  "too-many-cells":
    "Das Blatt umfasst zu viele Zellen. Löschen Sie Zellen weit außerhalb der Daten.",
  "reader-busy":
    "Zu viele Dateien warten darauf, gelesen zu werden. Versuchen Sie es gleich erneut.",
  "too-many-paragraphs":
    "Die Datei hat zu viele Absätze oder Textzeilen. Teilen Sie die Datei auf.",
  "too-many-strings": "Die Arbeitsmappe hat zu viele verschiedene Texte. Teilen Sie die Datei auf.",
  "too-many-characters": "Die Datei enthält zu viel Text. Teilen Sie die Datei auf.",
  "too-deep": "Das Dokument hat zu tief verschachtelte Textfelder.",
  "too-many-pages": "Die Datei hat zu viele Seiten. Teilen Sie die Datei auf.",
  "sheet-missing": "Die Arbeitsmappe hat kein Blatt.",
  "column-missing": "Eine Spalte fehlt.",
  "column-twice": "Diese Spalte kommt zweimal vor.",
  "column-unknown": "Diese Spalte ist unbekannt und wird nicht gelesen.",
  "text-column-missing": "Keine Spalte mit Text einer Sprache gefunden.",
  "language-unknown": "Diese Sprache ist unbekannt.",
  "language-missing": "Die Sprache des Skripts fehlt.",
  "cell-error": "Die Formel dieser Zelle endet in einem Fehler.",
  "text-too-long": "Der Text ist zu lang.",
  "text-missing": "In keiner Sprache ist Text vorhanden.",
  "text-outside": "Text vor der ersten Zeitangabe wurde übersprungen.",
  "source-audio-missing": "Der Originalton fehlt.",
  "source-audio-not-found":
    "Diese Aufnahme ist weder auf diesem Computer noch in der Mediengalerie.",
  "source-audio-type": "Keine Audiodatei, die der Dienst annimmt.",
  "source-audio-outside":
    "Liegt außerhalb des Skriptordners. Diese Aufnahme ist vor dem Hochladen zu bestätigen.",
  "source-audio-url": "Keine URL, die der Dienst abrufen kann.",
  "id-twice": "Diese ID kommt bereits vor.",
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
  fileHint:
    "Eine Datei auf diesem Computer. Sie wird beim Senden des Batches in der Skriptablage gespeichert.",
  videoHint: "Eine Datei auf diesem Computer. Sie wird zuerst in die Mediengalerie hochgeladen.",
  folder: "In Ordner hochladen",
  folderHint: "In der Mediengalerie. Leer lassen für die oberste Ebene.",
  folders: "Ordner der Mediengalerie",
  dropHere: "Loslassen, um die Datei in diesem Batch zu verwenden",
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
  openInProgram: "Im Standardprogramm öffnen",
  rereadHint: "Gespeicherte Änderungen werden automatisch gelesen.",
  audio: (local, missing, gallery, urls) =>
    [
      ...(local > 0
        ? [
            `${count(local, "Datei", "Dateien")} auf diesem Computer ${local === 1 ? "wird" : "werden"} hochgeladen`,
          ]
        : []),
      ...(gallery > 0 ? [`${formatNumber(gallery)} in der Mediengalerie`] : []),
      ...(urls > 0 ? [`${formatNumber(urls)} als URL`] : []),
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
    "Dieser Arbeitsbereich hat keine Skriptablage: Sein Dienst kann Dateien auf diesem Computer nicht lesen.",
  noStoreHint:
    "Richten Sie einen Bucket ein, oder fügen Sie eine URL ein, die der Dienst abrufen kann.",
  noStoreReason: "Eine Datei auf diesem Computer erfordert eine Skriptablage",
  toStore: "Skriptablage einrichten…",
  openAt: (cell) =>
    `Die Datei bei ${cell} öffnen. Unterstützt das Programm dies nicht, wird der Name der Zelle kopiert`,
  cellCopied: (cell) => `${cell} kopiert. Fügen Sie den Namen in das Namensfeld des Programms ein`,
  urlExpires: (moment) => `Diese URL gilt bis ${moment}.`,
  urlExpiresSoon: (moment) => `Diese URL gilt nur noch bis ${moment}.`,
  urlExpiresWaiting: (moment) =>
    `Diese URL gilt nur noch bis ${moment}; der Batch wartet, bevor er gesendet wird.`,
  urlExpired: (age) => `Diese URL ist abgelaufen (${age}).`,
  expires: (seconds) => `Die URL im Bucket gilt ab dem Senden ${days(seconds)}.`,

  languageMissing: "Diese Datei enthält keine Sprachangabe. Wählen Sie die Sprache unten aus.",
  separatorFound: (separator, speakers) =>
    `Die Sprecher sind anscheinend durch „${separator}“ getrennt: ${formatList(speakers)}.`,
  separatorUse: "Dieses Trennzeichen verwenden",

  saveRequest: "Änderungen speichern",
  queued: (name) => `„${name}“ wird automatisch angelegt`,
  sentAfterUploads: (number) =>
    number === 1
      ? "Wird gesendet, sobald die Datei hochgeladen ist"
      : "Wird gesendet, sobald die Dateien hochgeladen sind",
  sentAfterScript: "Wird automatisch gesendet, sobald das Skript gespeichert ist",
  sentWhenOnline: "Wird automatisch gesendet, sobald das Netzwerk wieder verfügbar ist",
  sentNow: "Wird gesendet, sobald der Batch an der Reihe ist",
  confirmTitle: (number) => `Den Batch mit ${inErrors(number)} im Skript anlegen?`,
  confirmText:
    "Der Dienst lehnt das Skript möglicherweise ab oder überspringt, was er nicht lesen kann. Alle Probleme stehen unter dem Skript.",
  confirmAction: "Trotzdem anlegen",
  editTitle: "Batch bearbeiten",
  editNotFound: "Dieser Auftrag ist nicht mehr im Ausgang",
  editNotFoundText: "Er wurde inzwischen gesendet oder entfernt.",
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
    text: "Speichert Skripte von diesem Computer, damit der Dienst sie abrufen kann. Gilt für den aktuellen Arbeitsbereich.",
    ofWorkspace: (name) => `Für „${name}“`,
    own: "Der Arbeitsbereich speichert Skripte selbst. Es ist nichts einzurichten.",
    none: "Nicht eingerichtet. Ohne Ablage braucht ein Skript eine URL, die der Dienst abrufen kann. Mit einem eigenen S3-kompatiblen Bucket lassen sich Dateien auf diesem Computer direkt verwenden.",
    lifetime: (seconds) => `An den Dienst gesendete URLs gelten ${days(seconds)}.`,
    endpoint: "Endpunkt",
    endpointHint: "Zum Beispiel https://s3.eu-central-1.amazonaws.com",
    region: "Region",
    bucket: "Bucket",
    prefix: "Präfix (optional)",
    prefixHint: "Ein Ordner im Bucket",
    accessKeyId: "Zugriffsschlüssel-ID",
    secret: "Geheimer Zugriffsschlüssel",
    secretStored: "Im Schlüsselbund gespeichert. Leer lassen, um ihn zu behalten.",
    secretNeeded: "Wird im Schlüsselbund dieses Computers gespeichert und nie wieder angezeigt.",
    secretMissingHint:
      "Der geheime Schlüssel ist auf diesem Computer nicht verfügbar. Geben Sie ihn erneut ein.",
    pathStyle: "Pfadstil",
    pathStyleHint:
      "Der Name des Buckets ist Teil des Pfads. Bei vielen Diensten außer Amazon S3 erforderlich.",
    test: "Testen",
    tested: (milliseconds) =>
      `Funktioniert: geschrieben, abgerufen und gelöscht in ${formatNumber(milliseconds)} ms`,
    save: "Speichern",
    saved: "Der Bucket wurde gespeichert",
    remove: "Entfernen…",
    removeTitle: "Den Bucket aus diesem Arbeitsbereich entfernen?",
    removeText:
      "Dubyard löscht Adresse und Schlüssel des Buckets. Dateien im Bucket bleiben erhalten; bereits vergebene URLs gelten bis zu ihrem Ablauf. Ohne Ablage lassen sich keine Skripte von diesem Computer senden.",
    removeAction: "Bucket entfernen",
    removed: "Der Bucket wurde entfernt",
    stored: "Gespeicherte Skripte",
    storedCount: scriptCount,
    truncated: "Nur die neuesten 10.000 sind aufgeführt.",
    empty: "Noch keine Skripte gespeichert.",
    select: (name) => `„${name}“ auswählen`,
    selectAll: "Alle auswählen",
    delete: (number) => (number === 0 ? "Löschen…" : `${scriptCount(number)} löschen…`),
    deleteNone: "Zuerst Skripte auswählen",
    deleteTitle: (number, name) =>
      number === 1 ? `„${name}“ löschen?` : `${scriptCount(number)} löschen?`,
    deleteText:
      "Batches, deren Skript bereits gelesen wurde, sind nicht betroffen. Batches, deren Skript noch nicht gelesen wurde, schlagen fehl.",
    deleteAction: (number) => (number === 1 ? "Skript löschen" : `${scriptCount(number)} löschen`),
    deleted: (number) => `${scriptCount(number)} gelöscht`,
    failed: "Die Liste konnte nicht gelesen werden.",
  },
};
