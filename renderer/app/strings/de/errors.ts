import type { ErrorCode } from "../../../../preload/model";
import type { ErrorText } from "../en/errors";

/** A text for every error code of the main process. */
export const errors: Record<ErrorCode, ErrorText> = {
  offline: {
    sentence: "Dieser Computer ist offline",
    remedy: "Wird automatisch fortgesetzt, sobald das Netzwerk wieder verfügbar ist.",
    once: "Versuchen Sie es erneut, sobald das Netzwerk wieder verfügbar ist.",
  },
  unreachable: {
    sentence: "Der Dienst antwortet nicht",
    remedy: "Prüfen Sie die Adresse und das Netzwerk. Dubyard versucht es weiterhin.",
    once: "Prüfen Sie die Adresse und das Netzwerk, und versuchen Sie es dann erneut.",
  },
  timeout: {
    sentence: "Der Dienst hat zu lange nicht geantwortet",
    remedy: "Dubyard versucht es automatisch erneut.",
    once: "Versuchen Sie es erneut.",
  },
  "token-refused": {
    sentence: "Der Dienst lehnt die Zugangsdaten ab",
    remedy: "Ersetzen Sie Client-ID und Client-Secret dieses Arbeitsbereichs.",
  },
  "secret-missing": {
    sentence: "Das Secret wurde beim Beenden von Dubyard nicht gespeichert",
    remedy: "Geben Sie es erneut ein.",
  },
  "secret-unreadable": {
    sentence: "Das Secret konnte nicht aus dem Schlüsselbund gelesen werden",
    remedy:
      "Entsperren Sie den Schlüsselbund und versuchen Sie es erneut, oder geben Sie das Secret erneut ein.",
  },
  "request-refused": {
    sentence: "Der Dienst hat diese Anfrage abgelehnt",
    remedy: "Prüfen Sie die Eingabe, oder fragen Sie den Betreiber des Dienstes.",
  },
  "rate-limited": {
    sentence: "Der Dienst begrenzt die Zahl der Anfragen",
    remedy: "Wird nach der vom Dienst genannten Zeit automatisch fortgesetzt.",
    once: "Versuchen Sie es später erneut.",
  },
  "service-error": {
    sentence: "Der Dienst meldet einen Fehler",
    remedy:
      "Dubyard versucht es automatisch erneut. Wenden Sie sich an den Betreiber des Dienstes, wenn das Problem bestehen bleibt.",
    once: "Versuchen Sie es später erneut. Wenden Sie sich an den Betreiber des Dienstes, wenn das Problem bestehen bleibt.",
  },
  "service-full": {
    sentence: "Beim Dienst ist kein Speicherplatz mehr frei",
    remedy: "Geben Sie dort Speicherplatz frei, und wiederholen Sie den Vorgang.",
  },
  "invalid-input": {
    sentence: "Die Eingabe ist ungültig",
    remedy: "Prüfen Sie die Eingabe.",
  },
  "not-found": {
    sentence: "Nicht gefunden",
    remedy: "Aktualisieren Sie, um den aktuellen Stand zu sehen.",
  },
  "unexpected-answer": {
    sentence: "Unerwartete Antwort des Dienstes",
    remedy: "Versuchen Sie es erneut. Prüfen Sie bei einem neuen Arbeitsbereich die Basis-URL.",
  },
  "list-too-long": {
    sentence: "Die Liste ist zu lang, um vollständig angezeigt zu werden",
    remedy: "Die fehlenden Zeilen finden Sie beim Dienst.",
  },
  certificate: {
    sentence: "Dem Zertifikat des Dienstes wird nicht vertraut",
    remedy:
      "Prüfen Sie die Uhr dieses Computers. Wenn Ihr Netzwerk Verbindungen prüft, fügen Sie dessen Zertifizierungsstelle in den Einstellungen im Abschnitt Netzwerk hinzu. Wenden Sie sich sonst an den Betreiber des Dienstes.",
  },
  "proxy-credentials": {
    sentence: "Der Proxy verlangt einen gültigen Benutzernamen und ein Passwort",
    remedy: "Geben Sie beides in den Einstellungen im Abschnitt Netzwerk ein.",
  },
  "proxy-failed": {
    sentence: "Keine Verbindung über den Proxy",
    remedy:
      "Prüfen Sie den Proxy in den Einstellungen im Abschnitt Netzwerk. Dubyard versucht es weiterhin.",
    once: "Prüfen Sie den Proxy in den Einstellungen im Abschnitt Netzwerk, und versuchen Sie es dann erneut.",
  },
  "local-service-failed": {
    sentence: "Der lokale Arbeitsbereich konnte nicht gestartet werden",
    remedy: "Versuchen Sie es erneut. Das Protokoll enthält die Details.",
  },
  "folder-holds-workspace": {
    sentence: "Dieser Ordner gehört zu einem Arbeitsbereich",
    remedy:
      "Wählen Sie einen leeren Ordner. „Arbeitsbereich hinzufügen“ öffnet den Arbeitsbereich, der darin ist.",
  },
  "folder-in-use": {
    sentence: "Ein anderes Programm verwendet diesen Datenordner",
    remedy: "Schließen Sie es, oder wählen Sie einen anderen Ordner.",
  },
  "move-runs": {
    sentence: "Ein anderes Programm zieht diesen Arbeitsbereich gerade um",
    remedy:
      "Warten Sie, bis es fertig ist, oder halten Sie es dort an. Endete es ohne Meldung, lässt sich der Umzug nach zwei Minuten hier fortsetzen.",
  },
  "database-damaged": {
    sentence: "Die Datenbank des Arbeitsbereichs ist beschädigt",
    remedy:
      "Stellen Sie die neueste Kopie wieder her. Die beschädigte Datei bleibt daneben erhalten.",
  },
  "rows-invalid": {
    sentence:
      "Der Arbeitsbereich hat Zeilen mit ungültigen Werten und wurde möglicherweise woanders geändert",
    remedy:
      "Es wurde nichts geändert. Öffnen Sie ihn nur trotzdem, wenn Sie seiner Herkunft vertrauen: Was zu solchen Zeilen gehört, wird möglicherweise nicht angezeigt.",
  },
  "database-missing": {
    sentence: "Im Ordner des Arbeitsbereichs fehlt die Datenbank",
    remedy:
      "Stellen Sie die neueste Kopie wieder her, oder legen Sie die Datei zurück. Im Ordner wurde nichts geändert.",
  },
  "copy-restored": {
    sentence: "Aus einer Kopie wiederhergestellt: möglicherweise bereits gesendet",
    remedy: "Prüfen Sie das Projekt, und wiederholen oder entfernen Sie den Eintrag dann.",
  },
  "file-missing": {
    sentence: "Die Datei wurde verschoben oder gelöscht",
    remedy: "Wird automatisch fortgesetzt, wenn sie wieder an ihrem Ort ist.",
    once: "Legen Sie sie an ihren Ort zurück, oder wählen Sie eine andere.",
  },
  "drive-missing": {
    sentence: "Der Datenträger der Datei ist nicht verbunden",
    remedy:
      "Verbinden Sie den Datenträger oder das Netzlaufwerk. Wird dann automatisch fortgesetzt.",
    once: "Verbinden Sie den Datenträger oder das Netzlaufwerk, und versuchen Sie es dann erneut.",
  },
  "file-unreadable": {
    sentence: "Die Datei konnte nicht gelesen werden",
    remedy: "Prüfen Sie den Datenträger auf Fehler, und wiederholen Sie den Vorgang.",
  },
  "file-denied": {
    sentence: "Sie dürfen die Datei nicht lesen",
    remedy: "Ändern Sie ihre Berechtigungen. Wird dann automatisch fortgesetzt.",
    once: "Ändern Sie ihre Berechtigungen, und versuchen Sie es dann erneut.",
  },
  "file-unwritable": {
    sentence: "Die Datei konnte nicht geschrieben werden",
    remedy:
      "Wählen Sie einen anderen Namen oder Ordner, oder prüfen Sie Berechtigungen und Datenträger. Versuchen Sie es dann erneut.",
  },
  "file-locked": {
    sentence: "Ein anderes Programm sperrt die Datei",
    remedy: "Schließen Sie sie dort. Dubyard versucht es automatisch erneut.",
    once: "Schließen Sie sie dort, und versuchen Sie es dann erneut.",
  },
  "file-in-cloud": {
    sentence: "Die Datei ist nur in der Cloud",
    remedy: "Laden Sie sie mit ihrem Cloud-Programm herunter. Wird dann automatisch fortgesetzt.",
    once: "Laden Sie sie mit ihrem Cloud-Programm herunter, und versuchen Sie es dann erneut.",
  },
  "file-changed": {
    sentence: "Die Datei wurde beim Hochladen geändert",
    remedy: "Beginnen Sie neu, wenn kein Programm mehr in sie schreibt.",
  },
  "file-growing": {
    sentence: "Wird noch geschrieben",
    remedy: "Wird automatisch gesendet, sobald sich die Datei nicht mehr ändert.",
    once: "Versuchen Sie es erneut, sobald sich die Datei nicht mehr ändert.",
  },
  "file-replaced": {
    sentence: "Durch eine andere Datei ersetzt",
    remedy: "Die neue Datei wird automatisch gesendet, sobald sie sich nicht mehr ändert.",
    once: "Versuchen Sie es erneut, sobald sich die Datei nicht mehr ändert.",
  },
  "file-truncated": {
    sentence: "Die Datei wurde kürzer",
    remedy: "Prüfen Sie, ob sie vollständig ist. „Wiederholen“ sendet sie, wie sie jetzt ist.",
  },
  "file-empty": {
    sentence: "Die Datei ist leer",
    remedy: "Exportieren Sie sie erneut, und wiederholen Sie den Vorgang.",
  },
  "path-not-approved": {
    sentence: "Diese Datei wurde nicht in Dubyard ausgewählt",
    remedy: "Wählen Sie die Datei erneut aus, oder ziehen Sie sie in das Fenster.",
  },
  "forbidden-by-policy": {
    sentence: "Vom Administrator dieses Computers nicht erlaubt",
    remedy: "Bitten Sie Ihren Administrator, es zu erlauben.",
  },
  "not-confirmed": {
    sentence: "Nicht bestätigt",
    remedy: "Versuchen Sie es erneut, und bestätigen Sie die Dateien oder die Adresse im Dialog.",
  },
  "disk-full": {
    sentence: "Der Datenträger dieses Computers ist voll",
    remedy: "Geben Sie Speicherplatz frei: Dubyard muss festhalten, was gesendet wurde.",
  },
  "url-refused": {
    sentence: "Der Speicher hat den Upload abgelehnt",
    remedy:
      "Wiederholen Sie den Upload. Fragen Sie den Betreiber des Speichers, wenn er erneut fehlschlägt.",
  },
  "upload-lost": {
    sentence: "Diesen Upload gibt es beim Dienst nicht mehr",
    remedy: "Wiederholen Sie ihn: Er beginnt von vorn.",
  },
  "etag-mismatch": {
    sentence: "Der Speicher hat die gesendeten Daten nicht bestätigt",
    remedy:
      "Wiederholen Sie den Upload. Fragen Sie den Betreiber des Speichers, wenn er erneut fehlschlägt.",
  },
  "copy-differs": {
    sentence: "Die Kopie in der Galerie weicht von der Datei ab",
    remedy: "Wiederholen Sie den Upload: Die Datei wird neu kopiert.",
  },
  "complete-refused": {
    sentence: "Der Dienst hat das Zusammensetzen der Teile abgelehnt",
    remedy: "Wiederholen Sie den Upload: Er beginnt von vorn.",
  },
  "gallery-unknown": {
    sentence: "Die Mediengalerie konnte nicht gelesen werden",
    remedy:
      "Der Upload beginnt, sobald die Galerie gelesen werden kann, damit keine Datei unbemerkt überschrieben wird.",
  },
  "path-taken": {
    sentence: "Inzwischen in der Galerie vorhanden",
    remedy:
      "Ersetzen Sie die Datei dort, behalten Sie beide unter verschiedenen Namen, oder überspringen Sie diesen Upload.",
  },
  unconfirmed: {
    sentence: "Gesendet, aber nicht in der Galerie gefunden",
    remedy:
      "Aktualisieren Sie die Mediengalerie, und wiederholen Sie den Upload, wenn die Datei nicht erscheint.",
  },
  "not-offered": {
    sentence: "Der Dienst bietet das nicht an",
    remedy: "In einem lokalen Arbeitsbereich verfügbar.",
  },
  "unknown-call": {
    sentence: "Dieses Fenster passt nicht zur Version der Anwendung",
    remedy: "Starten Sie Dubyard neu.",
  },
  "sender-refused": {
    sentence: "Diese Aktion ist in diesem Fenster nicht zulässig",
    remedy: "Starten Sie Dubyard neu.",
  },
  internal: {
    sentence: "Ein unerwarteter Fehler ist aufgetreten",
    remedy: "Versuchen Sie es erneut. Das Protokoll enthält die Details.",
  },
};

/** Both parts in one line. An unknown code reads as `internal`. */
export function problemSentence(code: ErrorCode, isRepeated: boolean): string {
  const text = Object.hasOwn(errors, code) ? errors[code] : errors.internal;
  return `${text.sentence}. ${isRepeated ? text.remedy : (text.once ?? text.remedy)}`;
}
