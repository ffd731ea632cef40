import type { ErrorCode } from "../../../../preload/model";
import type { ErrorText } from "../en/errors";

/** Jeder Code, mit dem das Hauptprogramm antworten kann. */
export const errors: Record<ErrorCode, ErrorText> = {
  offline: {
    sentence: "Dieser Computer ist offline",
    wayOut: "Es geht von selbst weiter, sobald das Netz wieder da ist.",
  },
  unreachable: {
    sentence: "Der Dienst antwortet nicht",
    wayOut: "Adresse und Netz prüfen. Dubyard versucht es weiter.",
  },
  timeout: {
    sentence: "Der Dienst hat zu lange für die Antwort gebraucht",
    wayOut: "Dubyard versucht es von selbst noch einmal.",
  },
  "token-refused": {
    sentence: "Der Dienst lehnt die Zugangsdaten ab",
    wayOut: "Client-ID und Client-Secret dieses Arbeitsbereichs ersetzen.",
  },
  "secret-missing": {
    sentence: "Das Secret wurde nur bis zum Beenden von Dubyard aufbewahrt",
    wayOut: "Es noch einmal eingeben.",
  },
  "secret-unreadable": {
    sentence: "Der Schlüsselbund gibt das Secret nicht heraus",
    wayOut: "Ihn entsperren und noch einmal versuchen, oder das Secret neu eingeben.",
  },
  "request-refused": {
    sentence: "Der Dienst hat diese Anfrage abgelehnt",
    wayOut: "Die Details zeigen seine Antwort.",
  },
  "rate-limited": {
    sentence: "Der Dienst bittet um weniger Anfragen",
    wayOut: "Nach der Zeit, die er nennt, geht es von selbst weiter.",
  },
  "service-error": {
    sentence: "Der Dienst hat eine Störung",
    wayOut:
      "Dubyard versucht es von selbst noch einmal. Hält sie an, hilft der Betreiber des Dienstes.",
  },
  "service-full": {
    sentence: "Beim Dienst ist kein Platz mehr",
    wayOut: "Dort Platz schaffen, dann wiederholen.",
  },
  "invalid-input": {
    sentence: "Das wird nicht angenommen",
    wayOut: "Die Eingaben prüfen. Die Details nennen den Grund.",
  },
  "not-found": {
    sentence: "Das wurde nicht gefunden",
    wayOut: "Aktualisieren zeigt, was es gibt.",
  },
  "unexpected-answer": {
    sentence: "Der Dienst hat etwas geantwortet, das Dubyard nicht versteht",
    wayOut: "Noch einmal versuchen. Bei einem neuen Arbeitsbereich die Basis-URL prüfen.",
  },
  "list-too-long": {
    sentence: "Die Liste ist länger, als Dubyard sie zeigt: Zeilen fehlen",
    wayOut: "Was fehlt, findet sich beim Dienst selbst.",
  },
  certificate: {
    sentence: "Dem Zertifikat des Dienstes wird nicht vertraut",
    wayOut:
      "Der Betreiber des Dienstes kann helfen. Ohne gültiges Zertifikat verbindet sich Dubyard nicht.",
  },
  "local-service-failed": {
    sentence: "Der lokale Arbeitsbereich ließ sich nicht starten",
    wayOut: "Noch einmal versuchen. Hilft das nicht, die Details für den Support kopieren.",
  },
  "folder-in-use": {
    sentence: "Ein anderes Programm hat diesen Datenordner geöffnet",
    wayOut: "Es schließen oder einen anderen Ordner wählen.",
  },
  "database-damaged": {
    sentence: "Die Datenbank des Arbeitsbereichs ist beschädigt",
    wayOut: "Die neueste Kopie wiederherstellen. Die beschädigte Datei bleibt daneben erhalten.",
  },
  "database-missing": {
    sentence: "Im Ordner des Arbeitsbereichs fehlt die Datenbank",
    wayOut:
      "Die neueste Kopie wiederherstellen oder die Datei zurücklegen. Im Ordner wurde nichts geändert.",
  },
  "copy-restored": {
    sentence: "Aus einer Kopie wiederhergestellt: vielleicht schon gesendet",
    wayOut: "Das Projekt prüfen, dann wiederholen oder entfernen.",
  },
  "file-missing": {
    sentence: "Datei nicht mehr am alten Ort",
    wayOut: "Sie zurücklegen oder ihr Laufwerk verbinden, dann wiederholen.",
  },
  "file-unreadable": {
    sentence: "Datei konnte nicht gelesen werden",
    wayOut: "Ihre Berechtigungen und ihr Laufwerk prüfen, dann wiederholen.",
  },
  "file-changed": {
    sentence: "Datei beim Hochladen geändert",
    wayOut: "Neu beginnen, wenn nichts mehr in sie schreibt.",
  },
  "file-empty": {
    sentence: "Die Datei ist leer",
    wayOut: "Sie noch einmal exportieren, dann wiederholen.",
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
    sentence: "Auf dem Laufwerk dieses Computers ist kein Platz mehr",
    wayOut: "Platz schaffen: Dubyard muss aufschreiben, was gesendet ist.",
  },
  "url-refused": {
    sentence: "Der Speicher hat den Upload abgelehnt",
    wayOut: "Wiederholen. Die Details zeigen seine Antwort.",
  },
  "upload-lost": {
    sentence: "Der Dienst kennt diesen Upload nicht mehr",
    wayOut: "Wiederholen: Er beginnt von vorn.",
  },
  "etag-mismatch": {
    sentence: "Der Speicher hat das Gesendete nicht bestätigt",
    wayOut: "Wiederholen. Die Details zeigen seine Antwort.",
  },
  "complete-refused": {
    sentence: "Der Dienst hat abgelehnt, die Teile zusammenzusetzen",
    wayOut: "Wiederholen: Der Upload beginnt von vorn.",
  },
  "gallery-unknown": {
    sentence: "Die Mediengalerie ließ sich nicht lesen",
    wayOut:
      "Der Upload beginnt, sobald es geht, damit dort keine Datei ungesehen überschrieben wird.",
  },
  "path-taken": {
    sentence: "Inzwischen in der Galerie vorhanden",
    wayOut:
      "Die Datei dort ersetzen, beide unter verschiedenen Namen behalten oder diesen Upload überspringen.",
  },
  unconfirmed: {
    sentence: "Gesendet, aber in der Galerie nicht zu sehen",
    wayOut: "Die Mediengalerie neu lesen; wiederholen, wenn die Datei nicht erscheint.",
  },
  "not-offered": {
    sentence: "Der Dienst bietet das nicht an",
    wayOut: "In einem lokalen Arbeitsbereich geht es.",
  },
  "unknown-call": {
    sentence: "Dieses Fenster passt nicht zur Anwendung",
    wayOut: "Dubyard beenden und neu starten.",
  },
  "sender-refused": {
    sentence: "Dieses Fenster darf das nicht",
    wayOut: "Dubyard beenden und neu starten.",
  },
  internal: {
    sentence: "Etwas Unerwartetes ist schiefgegangen",
    wayOut: "Noch einmal versuchen. Das Protokoll kennt die Einzelheiten.",
  },
};

/** Beides in einer Zeile; auch ein Code, den erst eine neuere Fassung kennt, bekommt einen Satz. */
export function problemSentence(code: ErrorCode): string {
  const text = Object.hasOwn(errors, code) ? errors[code] : errors.internal;
  return `${text.sentence}. ${text.wayOut}`;
}
