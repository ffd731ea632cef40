import type { Strings } from "../en";
import { formatNumber, formatSeconds } from "../../format";

export const externalEngines: Strings["externalEngines"] = {
  title: "Externe Engines",
  text: "Befehle auf diesem Computer und HTTP-Dienste, die Zeilen eines lokalen Arbeitsbereichs sprechen, transkribieren oder kürzen.",
  ofWorkspace: (name) => `Für „${name}“`,
  notOffered:
    "Wählen Sie einen Arbeitsbereich auf diesem Computer: Gehostete Arbeitsbereiche haben keine externen Engines.",
  notRunning: "Externe Engines sind verfügbar, wenn der Arbeitsbereich läuft.",
  notSupported: "Der Dienst dieses Arbeitsbereichs kann keine externen Engines verwenden.",
  none: "Noch keine externe Engine.",
  tooMany: (number) => `Ein Arbeitsbereich hat höchstens ${formatNumber(number)} externe Engines`,
  leaves: {
    speech: "Der Text von Zeilen wird an diesen Dienst gesendet und verlässt diesen Computer.",
    transcription:
      "Aufgenommene Sprache wird an diesen Dienst gesendet und verlässt diesen Computer.",
    shortening: "Der Text von Zeilen wird an diesen Dienst gesendet und verlässt diesen Computer.",
  },
  add: "Externe Engine hinzufügen…",
  edit: "Bearbeiten…",
  remove: "Entfernen",
  test: "Testen",
  confirm: "Bestätigen…",
  of: (action, name) => `${action}: ${name}`,
  needsConfirmation:
    "Nicht in Gebrauch: Diese Einstellungen wurden auf diesem Computer nicht bestätigt. Prüfen Sie sie, bevor Sie bestätigen.",
  states: {
    confirmed: "Bestätigt",
    notConfirmed: "Nicht bestätigt",
    key: "Schlüssel gespeichert",
    noKey: "Kein Schlüssel",
  },
  testing: "Wird getestet…",
  kinds: { command: "Befehl", http: "HTTP-Dienst" },
  tasks: { speech: "Sprache", transcription: "Transkription", shortening: "Kürzere Texte" },
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeText: {
    speech:
      "Fertige Takes bleiben erhalten. Rollen, die mit den Stimmen besetzt sind, brauchen andere.",
    transcription: "Fertige Transkripte bleiben erhalten.",
    shortening: "Gekürzte Texte bleiben erhalten.",
  },
  removesKey: "Der Schlüssel wird gelöscht.",
  tested: (milliseconds, level, elapsed) =>
    `Funktioniert: ${formatSeconds(milliseconds)} Ton mit ${formatNumber(Math.round(level))} dBFS, nach ${formatSeconds(elapsed)}.`,
  transcribed: (text, elapsed) =>
    text === ""
      ? `Funktioniert, nach ${formatSeconds(elapsed)}, hat im Testton aber keine Wörter erkannt.`
      : `Funktioniert: „${text}“, nach ${formatSeconds(elapsed)}.`,
  testFailed: "Der Test ist fehlgeschlagen.",
  problems: {
    "not-started": "Das Programm fehlt oder kann nicht ausgeführt werden.",
    exit: "Der Befehl endete mit einem Fehler.",
    deadline: "Die Engine braucht länger als ihr Zeitlimit.",
    "too-large": "Die Engine hat zu viele Daten geliefert.",
    "not-wav": "Die Engine hat keine WAV-Daten geliefert.",
    truncated: "Die WAV-Daten sind kürzer, als ihr Kopf angibt.",
    empty: "Die Engine hat keinen Ton geliefert.",
    silent: "Der Ton ist still.",
    unexpected: "Die Engine hat nicht geliefert, was ihre Aufgabe braucht.",
    "key-missing": "Der Dienst verlangt einen Schlüssel.",
    "key-refused": "Der Dienst lehnt den Schlüssel ab.",
    rejected: "Der Dienst lehnt die Anfrage ab.",
    busy: "Der Dienst begrenzt die Zahl der Anfragen. Versuchen Sie es später erneut.",
    "server-error": "Der Dienst hat einen Fehler gemeldet.",
    redirect: "Der Dienst leitet an eine andere Adresse weiter. Geben Sie die endgültige ein.",
    unreachable: "Der Dienst ist nicht erreichbar.",
  },
  addTitle: "Externe Engine hinzufügen",
  editTitle: "Externe Engine bearbeiten",
  save: "Speichern",
  notConfirmed:
    "Gespeichert, aber nicht in Gebrauch, weil nicht bestätigt. Speichern Sie erneut, und bestätigen Sie im Dialog.",
  keyNotSaved: "Der Schlüssel wurde nicht gespeichert.",
  name: "Name",
  kind: "Art",
  task: "Aufgabe",
  file: "Programm",
  choose: "Auswählen…",
  notChosen: "Keines ausgewählt",
  chooseAgain:
    "Dieses Programm wurde nicht auf diesem Computer ausgewählt. Wählen Sie es erneut aus.",
  args: "Argumente, eines pro Zeile",
  argsHint: {
    speech:
      "Platzhalter: {voice} (der Name in der Engine), {language} (en-us), {languageCode} (en), {rate} und {pitch} (1.00 ist normal). Die Standardeingabe ist der Text einer Zeile, die Standardausgabe muss eine WAV-Datei sein. Ohne Shell.",
    transcription:
      'Platzhalter: {file} (eine WAV-Datei mit Sprache), {language} (en-us), {languageCode} (en). Die Standardausgabe muss JSON wie {"text": "…"} sein. Ohne Shell.',
    shortening:
      "Platzhalter: {characters} (so viele Zeichen passen), {language} (en-us), {languageCode} (en). Die Standardeingabe ist der Text einer Zeile, die Standardausgabe muss der kürzere Text in UTF-8 sein. Es wird keine Shell verwendet.",
  },
  baseUrl: "Adresse",
  baseUrlHint: {
    speech:
      "Ein Dienst mit der Schnittstelle von OpenAI, zum Beispiel https://api.example/v1. Dubyard ergänzt /audio/speech.",
    transcription:
      "Ein Dienst mit der Schnittstelle von OpenAI, zum Beispiel https://api.example/v1. Dubyard ergänzt /audio/transcriptions.",
    shortening:
      "Ein Dienst mit der Schnittstelle von OpenAI, zum Beispiel https://api.example/v1. Dubyard ergänzt /chat/completions.",
  },
  model: "Modell",
  key: "Schlüssel",
  keyStored: "Ein Schlüssel ist gespeichert. Geben Sie einen neuen ein, um ihn zu ersetzen.",
  keyMoved:
    "Der gespeicherte Schlüssel gehört zu einer anderen Adresse und wird gelöscht. Geben Sie den Schlüssel dieser Adresse ein.",
  keyRemoved: "Der gespeicherte Schlüssel wird beim Speichern gelöscht.",
  keyHint: "Optional. Wird nur an diese Adresse gesendet und im Schlüsselbund gespeichert.",
  keySession:
    "Optional. Wird nur an diese Adresse gesendet. Dieser Computer hat keinen Schlüsselbund; der Schlüssel bleibt bis zum Beenden von Dubyard gespeichert.",
  removeKey: "Schlüssel entfernen",
  keepKey: "Schlüssel behalten",
  deadline: {
    speech: "Zeitlimit pro Zeile, in Sekunden",
    transcription: "Zeitlimit pro Sprachabschnitt, in Sekunden",
    shortening: "Zeitlimit pro Zeile, in Sekunden",
  },
  languages: "Sprachen",
  voice: (number) => `Stimme ${formatNumber(number)}`,
  voiceName: "Name in Dubyard",
  engineVoice: "Name in der Engine",
  gender: "Geschlecht",
  genders: { female: "Weiblich", male: "Männlich" },
  addVoice: "Stimme hinzufügen",
  removeVoice: "Stimme entfernen",
};
