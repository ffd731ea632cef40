import type { Strings } from "../en";
import { formatNumber } from "../../format";
import { count } from "./count";

export const settings: Strings["settings"] = {
  title: "Einstellungen",
  sections: "Abschnitte",
  workspaces: "Arbeitsbereiche",
  workspacesText:
    "Jeder hat eigene Projekte, eine eigene Mediengalerie und eine eigene Warteschlange.",
  network: "Netzwerk",
  networkText:
    "Verbindungen zu Diensten, ihrem Speicher und Skript-Buckets, für alle Arbeitsbereiche.",
  proxy: "Proxy",
  proxyHint: "Verbindungen zu diesem Computer verwenden nie einen Proxy.",
  proxies: { system: "Systemeinstellungen", manual: "Dieser Proxy", none: "Kein Proxy" },
  proxyUrl: "Adresse des Proxys",
  proxyUrlHint: "Ohne Benutzernamen und Passwort.",
  authorities: {
    title: "Zertifizierungsstellen",
    text: (system) =>
      `Dubyard vertraut der eigenen Liste und ${system === 1 ? "der einen Stelle" : `den ${formatNumber(system)} Stellen`} dieses Systems. Fügen Sie eine Datei hinzu, wenn Ihr Netzwerk Verbindungen prüft oder der Dienst eine eigene Stelle verwendet.`,
    noSystem:
      "Dubyard vertraut der eigenen Liste; die dieses Systems ist nicht lesbar. Fügen Sie eine Datei hinzu, wenn Ihr Netzwerk Verbindungen prüft oder der Dienst eine eigene Stelle verwendet.",
    managed: "Außerdem vertraut, vom Administrator dieses Computers festgelegt:",
    added: (file) => `Außerdem vertraut, aus ${file}:`,
    validUntil: (day) => `gültig bis ${day}`,
    expired: (day) => `abgelaufen am ${day}`,
    choose: "Datei hinzufügen…",
    replace: "Datei ersetzen…",
    remove: "Entfernen",
    faults: {
      "none-found": (file) =>
        `${file} enthält kein Zertifikat. Wählen Sie eine Datei im Format PEM oder DER (.pem, .crt, .cer).`,
      unreadable: (file, position) =>
        `Zertifikat ${formatNumber(position)} in ${file} ist beschädigt.`,
      "not-an-authority": (file, position) =>
        `Zertifikat ${formatNumber(position)} in ${file} gehört zu einem Server. Wählen Sie das Zertifikat der Stelle, die es ausgestellt hat.`,
      expired: (file) => `Alle Zertifikate in ${file} sind abgelaufen.`,
      "too-large": (file) => `${file} ist größer als 1 MB.`,
    },
  },
  proxySignIn: {
    title: "Zugangsdaten des Proxys",
    required: (proxy) =>
      `Der Proxy ${proxy} verlangt einen gültigen Benutzernamen und ein Passwort.`,
    userName: "Benutzername",
    userNameHint: (proxy) =>
      proxy.startsWith("https:")
        ? `Nur, wenn ${proxy} einen verlangt.`
        : `Nur, wenn ${proxy} einen verlangt. Wird unverschlüsselt an ihn gesendet.`,
    password: "Passwort",
    passwordHint: "Wird im Schlüsselbund des Systems gespeichert, falls vorhanden.",
    passwordStored: "Gespeichert. Leer lassen, um es zu behalten.",
    save: "Speichern",
    saved: "Gespeichert",
    remove: "Entfernen",
    removed: "Entfernt",
  },
  uploads: "Uploads",
  uploadsText: "Für alle Arbeitsbereiche. Änderungen gelten sofort.",
  maxConnections: "Verbindungen",
  maxConnectionsHint:
    "Automatisch gewählt: so viele, wie das Hochladen beschleunigen, und weniger, solange der Dienst überlastet ist.",
  upTo: (count: number) => `Automatisch, höchstens ${count}`,
  partSize: "Größe der Teile",
  partSizeAuto: "Automatisch",
  partSizeHint:
    "Automatisch richtet sich nach der Dateigröße. Nach einem Netzwerkausfall werden unfertige Teile erneut gesendet.",
  limit: "Bandbreitenlimit",
  limitOff: "Kein Limit",
  limitHint:
    "Megabyte pro Sekunde, für alle Uploads zusammen. Leer lassen, wenn kein Limit gelten soll.",
  limitUnit: "MB/s",
  limitBad: "Eine Zahl über 0 eingeben oder leer lassen.",
  hours: "Upload-Zeiten",
  hoursHint:
    "Uploads zu bestimmten Zeiten begrenzen oder anhalten. Damit sie weiterlaufen, darf der Computer nicht im Ruhezustand sein.",
  hoursRule: "Hochladen",
  hoursRules: {
    slower: "In diesen Zeiten langsamer",
    "slower-outside": "Außerhalb dieser Zeiten langsamer",
    not: "Nicht in diesen Zeiten",
    only: "Nur in diesen Zeiten",
  },
  hoursLimit: "Bandbreitenlimit dabei",
  hoursLimitBad: "Eine Zahl über 0 eingeben.",
  hoursFrom: "Von",
  hoursTo: "Bis",
  hoursNextDay: "Am nächsten Tag.",
  hoursDays: "Tage, an denen die Zeiten beginnen",
  hoursNoDay: "Mindestens einen Tag auswählen.",
  hoursNoTime: "Eine Uhrzeit eingeben.",
  hoursNever: "Es würde nie etwas hochgeladen. Weniger Tage oder andere Zeiten auswählen.",
  inference: "Inferenz",
  inferenceText: "In lokalen Arbeitsbereichen, die ihre Takes auf diesem Computer erzeugen.",
  pausesOnBattery: "Im Akkubetrieb anhalten",
  pausesOnBatteryHint: "Solange der Computer mit dem Akku läuft, beginnt kein Take.",
  review: "Prüfung",
  reviewText: "Wer auf diesem Computer Zeilen prüft.",
  reviewerName: "Ihr Name",
  reviewerNameHint:
    "Wird mit Ihren Entscheidungen und Kommentaren gespeichert und in Berichten genannt.",
  reviewerOfCredentials: (workspace) =>
    `Der Name Ihrer Zugangsdaten für „${workspace}“, den der Dienst mit Ihren Entscheidungen und Kommentaren speichert.`,
  reviewerNameSaved: "Ihr Name wurde gespeichert",
  start: "Anmeldung",
  startText: "Wenn Sie sich an diesem Computer anmelden.",
  opensAtLogin: "Bei der Anmeldung öffnen",
  opensAtLoginHint:
    "Ohne Fenster: Überwachte Ordner und Uploads laufen weiter. Starten Sie Dubyard, um das Fenster zu sehen.",
  opensAtLoginNever: "Nur ein installiertes Dubyard kann bei der Anmeldung geöffnet werden.",
  isForced: "Vom Administrator dieses Computers festgelegt.",
  notifications: "Benachrichtigungen",
  notificationsText: "Werden angezeigt, während ein anderes Fenster den Fokus hat.",
  notifyUploads: "Uploads",
  notifyUploadsHint: "Wenn ein Upload fertig oder fehlgeschlagen ist",
  notifyBatches: "Batches",
  notifyBatchesHint: "Wenn ein Batch fertig oder fehlgeschlagen ist oder Handlungsbedarf besteht",
  notifyFiles: "Auslieferungen, Downloads und Umzüge",
  notifyFilesHint:
    "Wenn eine Auslieferung, ein Download oder ein Umzug auf einen anderen Dienst fertig oder fehlgeschlagen ist",
  appearance: "Erscheinungsbild",
  appearanceText: "„System“ verwendet die Einstellungen des Systems.",
  theme: "Farbschema",
  themes: { system: "System", light: "Hell", dark: "Dunkel" },
  contrast: "Kontrast",
  contrasts: { system: "System", more: "Mehr" },
  contrastHint: "Mehr: kräftigere Linien und Schrift.",
  motion: "Bewegung",
  motions: { system: "System", reduced: "Reduziert" },
  motionHint: "Reduziert: kein Ein- und Ausblenden, kein Gleiten.",
  textSize: "Textgröße",
  textSizeHint: "Skaliert das ganze Fenster.",
  language: "Sprache",
  languageText:
    "Für Fenster und Menüs. Namen, Skripte und Meldungen des Dienstes werden nicht übersetzt.",
  languageChoice: "Sprache der Oberfläche",
  languageNames: { system: "System", en: "English", de: "Deutsch" },
  languageHint: "Lädt das Fenster neu und öffnet wieder diese Ansicht. Uploads laufen weiter.",
  languageApply: (language) => `${language} verwenden`,
  languageSystem: "Sprache des Systems verwenden",
};

export const diagnostics: Strings["diagnostics"] = {
  title: "Diagnose",
  text: "Für den Support. Enthält keine Secrets, und nichts wird automatisch gesendet.",
  showReport: "Bericht anzeigen…",
  reportTitle: "Diagnosebericht",
  copyReport: "Bericht kopieren",
  saveReport: "Bericht speichern…",
  reportSaved: (path) => `Gespeichert als ${path}`,
  reportText:
    "Versionen, Arbeitsbereiche ohne ihre Secrets, die Warteschlange in Zahlen, die letzten Zeilen des Protokolls.",
  reportCopied: "Der Bericht ist in der Zwischenablage",
  checkDatabase: "Datenbank prüfen",
  checkText:
    "Die Datei mit der Upload-Warteschlange und den zwischengespeicherten Daten Ihrer Dienste.",
  databaseGood: "Die Datenbank ist unbeschädigt",
  databaseBad: (number) => `Die Datenbank hat ${count(number, "Problem", "Probleme")}`,
  showLogs: "Protokolldateien anzeigen",
  logsText: "Öffnet ihren Ordner im Dateimanager.",
  abandoned: {
    text: (number, bytes) =>
      `${count(number, "mehrteiliger Upload", "mehrteilige Uploads")} (${bytes}) bei gehosteten Diensten ${number === 1 ? "wird" : "werden"} nie abgeschlossen. Nur der Betreiber des Dienstes kann ${number === 1 ? "ihn" : "sie"} löschen.`,
    copy: "Liste kopieren",
    clear: "Liste leeren",
  },
  about: "Über Dubyard",
  version: (version) => `Dubyard ${version}`,
  aboutText:
    "Medien, Projekte und Besetzungen für Synchronteams, auf diesem Computer oder mit einem Dienst.",
};
