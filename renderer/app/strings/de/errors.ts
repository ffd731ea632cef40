import type { ErrorCode } from "../../../../preload/model";
import type { ErrorText } from "../en/errors";

/** A text for every error code of the main process. */
export const errors: Record<ErrorCode, ErrorText> = {
  offline: {
    sentence: "Dieser Computer ist offline",
    wayOut: "Wird automatisch fortgesetzt, sobald das Netz wieder da ist.",
  },
  unreachable: {
    sentence: "Der Dienst antwortet nicht",
    wayOut: "Prüfen Sie die Adresse und das Netz. Dubyard versucht es weiter.",
  },
  timeout: {
    sentence: "Der Dienst hat zu lange nicht geantwortet",
    wayOut: "Dubyard versucht es automatisch erneut.",
  },
  "token-refused": {
    sentence: "Der Dienst lehnt die Zugangsdaten ab",
    wayOut: "Ersetzen Sie Client-ID und Client-Secret dieses Arbeitsbereichs.",
  },
  "secret-missing": {
    sentence: "Das Secret wurde beim Beenden von Dubyard nicht gespeichert",
    wayOut: "Geben Sie es erneut ein.",
  },
  "secret-unreadable": {
    sentence: "Das Secret konnte nicht aus dem Schlüsselbund gelesen werden",
    wayOut:
      "Entsperren Sie den Schlüsselbund und versuchen Sie es erneut, oder geben Sie das Secret erneut ein.",
  },
  "request-refused": {
    sentence: "Der Dienst hat diese Anfrage abgelehnt",
    wayOut: "Die Details zeigen seine Antwort.",
  },
  "rate-limited": {
    sentence: "Der Dienst begrenzt die Zahl der Anfragen",
    wayOut: "Wird nach der vom Dienst genannten Zeit automatisch fortgesetzt.",
  },
  "service-error": {
    sentence: "Der Dienst meldet einen Fehler",
    wayOut:
      "Dubyard versucht es automatisch erneut. Wenden Sie sich an Ihren Dienst, wenn das Problem bestehen bleibt.",
  },
  "service-full": {
    sentence: "Beim Dienst ist kein Speicherplatz mehr frei",
    wayOut: "Geben Sie dort Speicherplatz frei, und wiederholen Sie den Vorgang.",
  },
  "invalid-input": {
    sentence: "Die Eingabe ist ungültig",
    wayOut: "Prüfen Sie die Eingabe. Die Details nennen den Grund.",
  },
  "not-found": {
    sentence: "Nicht gefunden",
    wayOut: "Aktualisieren Sie, um den aktuellen Stand zu sehen.",
  },
  "unexpected-answer": {
    sentence: "Unerwartete Antwort des Dienstes",
    wayOut: "Versuchen Sie es erneut. Prüfen Sie bei einem neuen Arbeitsbereich die Basis-URL.",
  },
  "list-too-long": {
    sentence: "Die Liste ist zu lang, um vollständig angezeigt zu werden",
    wayOut: "Die fehlenden Zeilen finden Sie beim Dienst.",
  },
  certificate: {
    sentence: "Dem Zertifikat des Dienstes wird nicht vertraut",
    wayOut:
      "Wenden Sie sich an den Betreiber des Dienstes. Ohne gültiges Zertifikat verbindet sich Dubyard nicht.",
  },
  "local-service-failed": {
    sentence: "Der lokale Arbeitsbereich konnte nicht gestartet werden",
    wayOut:
      "Versuchen Sie es erneut. Kopieren Sie die Details für den Support, wenn das Problem bestehen bleibt.",
  },
  "folder-in-use": {
    sentence: "Ein anderes Programm verwendet diesen Datenordner",
    wayOut: "Schließen Sie es, oder wählen Sie einen anderen Ordner.",
  },
  "database-damaged": {
    sentence: "Die Datenbank des Arbeitsbereichs ist beschädigt",
    wayOut:
      "Stellen Sie die neueste Kopie wieder her. Die beschädigte Datei bleibt daneben erhalten.",
  },
  "database-missing": {
    sentence: "Im Ordner des Arbeitsbereichs fehlt die Datenbank",
    wayOut:
      "Stellen Sie die neueste Kopie wieder her, oder legen Sie die Datei zurück. Im Ordner wurde nichts geändert.",
  },
  "copy-restored": {
    sentence: "Aus einer Kopie wiederhergestellt: möglicherweise bereits gesendet",
    wayOut: "Prüfen Sie das Projekt, und wiederholen oder entfernen Sie den Eintrag dann.",
  },
  "file-missing": {
    sentence: "Die Datei wurde verschoben oder gelöscht",
    wayOut:
      "Legen Sie sie zurück oder verbinden Sie ihr Laufwerk, und wiederholen Sie den Vorgang.",
  },
  "file-unreadable": {
    sentence: "Die Datei konnte nicht gelesen werden",
    wayOut: "Prüfen Sie Berechtigungen und Laufwerk der Datei, und wiederholen Sie den Vorgang.",
  },
  "file-changed": {
    sentence: "Die Datei wurde beim Hochladen geändert",
    wayOut: "Beginnen Sie neu, wenn kein Programm mehr in sie schreibt.",
  },
  "file-empty": {
    sentence: "Die Datei ist leer",
    wayOut: "Exportieren Sie sie erneut, und wiederholen Sie den Vorgang.",
  },
  "path-not-approved": {
    sentence: "Diese Datei wurde nicht in Dubyard ausgewählt",
    wayOut: "Wählen Sie die Datei erneut aus, oder ziehen Sie sie in das Fenster.",
  },
  "not-confirmed": {
    sentence: "Nicht bestätigt",
    wayOut: "Versuchen Sie es erneut, und bestätigen Sie die Dateien oder die Adresse im Dialog.",
  },
  "disk-full": {
    sentence: "Das Laufwerk dieses Computers ist voll",
    wayOut: "Geben Sie Speicherplatz frei: Dubyard muss festhalten, was gesendet wurde.",
  },
  "url-refused": {
    sentence: "Der Speicher hat den Upload abgelehnt",
    wayOut: "Wiederholen Sie den Upload. Die Details zeigen die Antwort.",
  },
  "upload-lost": {
    sentence: "Der Dienst kennt diesen Upload nicht mehr",
    wayOut: "Wiederholen Sie ihn: Er beginnt von vorn.",
  },
  "etag-mismatch": {
    sentence: "Der Speicher hat das Gesendete nicht bestätigt",
    wayOut: "Wiederholen Sie den Upload. Die Details zeigen die Antwort.",
  },
  "complete-refused": {
    sentence: "Der Dienst hat das Zusammensetzen der Teile abgelehnt",
    wayOut: "Wiederholen Sie den Upload: Er beginnt von vorn.",
  },
  "gallery-unknown": {
    sentence: "Die Mediengalerie konnte nicht gelesen werden",
    wayOut:
      "Der Upload beginnt, sobald die Galerie gelesen werden kann, damit keine Datei unbemerkt überschrieben wird.",
  },
  "path-taken": {
    sentence: "Inzwischen in der Galerie vorhanden",
    wayOut:
      "Ersetzen Sie die Datei dort, behalten Sie beide unter verschiedenen Namen, oder überspringen Sie diesen Upload.",
  },
  unconfirmed: {
    sentence: "Gesendet, aber nicht in der Galerie gefunden",
    wayOut:
      "Aktualisieren Sie die Mediengalerie, und wiederholen Sie den Upload, wenn die Datei nicht erscheint.",
  },
  "not-offered": {
    sentence: "Der Dienst bietet das nicht an",
    wayOut: "In einem lokalen Arbeitsbereich verfügbar.",
  },
  "unknown-call": {
    sentence: "Dieses Fenster passt nicht zur Version der Anwendung",
    wayOut: "Starten Sie Dubyard neu.",
  },
  "sender-refused": {
    sentence: "Dieses Fenster darf das nicht",
    wayOut: "Starten Sie Dubyard neu.",
  },
  internal: {
    sentence: "Ein unerwarteter Fehler ist aufgetreten",
    wayOut: "Versuchen Sie es erneut. Das Protokoll enthält die Details.",
  },
};

/** Both parts in one line. An unknown code reads as `internal`. */
export function problemSentence(code: ErrorCode): string {
  const text = Object.hasOwn(errors, code) ? errors[code] : errors.internal;
  return `${text.sentence}. ${text.wayOut}`;
}
