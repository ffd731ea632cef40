import type { Strings } from "../en";
import { count } from "./count";

export const settings: Strings["settings"] = {
  title: "Einstellungen",
  sections: "Abschnitte",
  workspaces: "Arbeitsbereiche",
  workspacesText:
    "Jeder hat eigene Projekte, eine eigene Mediengalerie und eine eigene Warteschlange.",
  network: "Netz",
  networkText:
    "Wie Dienste, ihre Speicher und Skript-Buckets erreicht werden, aus allen Arbeitsbereichen.",
  proxy: "Proxyserver",
  proxyHint: "Dieser Computer selbst wird nie über einen Proxy erreicht.",
  proxies: { system: "Wie im System eingestellt", manual: "Dieser Proxy", none: "Kein Proxy" },
  proxyUrl: "Adresse des Proxys",
  proxyUrlHint: "Ohne Benutzernamen und Passwort.",
  testHint: (workspace) => `Fragt den Dienst von „${workspace}“.`,
  uploads: "Uploads",
  uploadsText: "Sie gelten für alle Arbeitsbereiche und sofort.",
  parallelFiles: "Dateien zur gleichen Zeit",
  parallelFilesHint: "Mehr hilft bei vielen kleinen Dateien.",
  parallelParts: "Verbindungen zur gleichen Zeit",
  parallelPartsHint: "Über alle Dateien. Mehr hilft, wenn der Dienst weit entfernt ist.",
  partSize: "Größe der Teile",
  partSizeAuto: "Automatisch",
  partSizeHint:
    "Automatisch richtet sie sich nach der Datei. Ein Teil ist, was schlimmstenfalls verloren geht, wenn das Netz abbricht.",
  limit: "Begrenzung der Bandbreite",
  limitOff: "Keine Begrenzung",
  limitHint: "Megabyte je Sekunde, über alle Uploads. Leer für keine Begrenzung.",
  limitUnit: "MB/s",
  limitBad: "Eine Zahl über 0 eingeben oder nichts.",
  notifications: "Benachrichtigungen",
  notificationsText: "Das System zeigt sie, während ein anderes Fenster vorn ist.",
  notifyUploads: "Uploads",
  notifyUploadsHint:
    "Wenn alles Hineingezogene in der Galerie ist oder eine Datei fehlgeschlagen ist",
  notifyBatches: "Batches",
  notifyBatchesHint: "Wenn ein Batch fertig oder fehlgeschlagen ist oder Aufmerksamkeit erfordert",
  appearance: "Erscheinungsbild",
  appearanceText: "„System“ folgt der Einstellung des Schreibtischs.",
  theme: "Farbschema",
  themes: { system: "System", light: "Hell", dark: "Dunkel" },
  contrast: "Kontrast",
  contrasts: { system: "System", more: "Mehr" },
  contrastHint: "Mehr: kräftigere Linien und Schrift.",
  motion: "Bewegung",
  motions: { system: "System", reduced: "Reduziert" },
  motionHint: "Reduziert: Nichts blendet oder gleitet.",
  textSize: "Textgröße",
  textSizeHint: "Vergrößert das ganze Fenster.",
  language: "Sprache",
  languageText:
    "Des Fensters und seiner Menüs. Namen, Skripte und Meldungen des Dienstes bleiben, wie sie sind.",
  languageChoice: "Sprache der Oberfläche",
  languageNames: { system: "System", en: "English", de: "Deutsch" },
  languageHint: "Das Fenster wird an dieser Stelle neu geladen. Uploads laufen weiter.",
  languageApply: (language) => `${language} verwenden`,
  languageSystem: "Sprache des Systems verwenden",
};

export const diagnostics: Strings["diagnostics"] = {
  title: "Diagnose",
  text: "Für den Support. Nichts davon enthält Geheimnisse, und nichts wird von selbst gesendet.",
  copyReport: "Bericht kopieren",
  reportText:
    "Versionen, Arbeitsbereiche ohne ihre Secrets, die Warteschlange in Zahlen, die letzten Zeilen des Protokolls.",
  reportCopied: "Der Bericht ist in der Zwischenablage",
  checkDatabase: "Datenbank prüfen",
  checkText:
    "Die Datei, in der die Warteschlange und alles von den Diensten Gelesene aufbewahrt werden.",
  databaseGood: "Die Datenbank ist heil",
  databaseBad: (number) => `Die Datenbank hat ${count(number, "Fehler", "Fehler")}`,
  showLogs: "Protokolldateien zeigen",
  logsText: "Öffnet ihren Ordner im Dateimanager.",
  about: "Über Dubyard",
  version: (version) => `Dubyard ${version}`,
  aboutText:
    "Medien, Projekte und Besetzungen für Synchronteams, auf diesem Computer oder mit einem Dienst.",
};
