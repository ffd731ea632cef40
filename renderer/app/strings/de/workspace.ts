import type { Strings } from "../en";
import type { ConnectionState, WorkspaceKind } from "../../../../preload/model";
import { formatNumber } from "../../format";
import { count } from "./count";

const uploads = (number: number) => count(number, "Upload", "Uploads");
const states: Record<ConnectionState, string> = {
  unknown: "wird verbunden…",
  starting: "wird gestartet…",
  online: "online",
  offline: "offline",
  unreachable: "nicht erreichbar",
  "token-refused": "Anmeldung abgelehnt",
  "secret-missing": "Secret erforderlich",
};
const kinds: Record<WorkspaceKind, string> = { local: "Dieser Computer", hosted: "Dienst" };

export const workspace: Strings["workspace"] = {
  states,
  localName: kinds.local,
  kind: (kind, state) => `${kinds[kind]} · ${states[state]}`,
  switcher: (name) => `Arbeitsbereich: ${name}`,
  switcherPrefix: "Arbeitsbereich:",
  menu: "Arbeitsbereiche",
  add: "Arbeitsbereich hinzufügen…",
  rename: "Umbenennen…",
  renameTitle: "Arbeitsbereich umbenennen",
  renamed: (name) => `Arbeitsbereich in „${name}“ umbenannt`,
  replace: "Zugangsdaten ersetzen…",
  remove: "Entfernen…",
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeOpen: (open) =>
    open === 1
      ? "1 Upload, der noch nicht fertig ist, wird abgebrochen."
      : `${formatNumber(open)} Uploads, die noch nicht fertig sind, werden abgebrochen.`,
  removePendingRequests: (number) =>
    number === 1
      ? "1 Auftrag im Ausgang, der noch nicht gesendet ist, wird gelöscht."
      : `${formatNumber(number)} Aufträge im Ausgang, die noch nicht gesendet sind, werden gelöscht.`,
  removeBulkDrafts: (number) =>
    number === 1
      ? "1 Tabelle für Sammelaufträge wird gelöscht."
      : `${formatNumber(number)} Tabellen für Sammelaufträge werden gelöscht.`,
  removeFormDrafts: (number) =>
    number === 1
      ? "1 ausgefülltes Formular geht verloren."
      : `${formatNumber(number)} ausgefüllte Formulare gehen verloren.`,
  removeTrackedRequests: (number) =>
    number === 1
      ? "1 Sammelauftrag wird hier nicht weiter verfolgt."
      : `${formatNumber(number)} Sammelaufträge werden hier nicht weiter verfolgt.`,
  removeBucket:
    "Die Einstellungen und der Schlüssel des Buckets für Skripte werden gelöscht; die Skripte darin bleiben.",
  removeWatchFolders: (folders) => `Diese Ordner werden nicht mehr überwacht: ${folders}.`,
  removeHosted: (cached) =>
    `Von diesem Computer werden die Zugangsdaten und zwischengespeicherten Daten gelöscht: ${count(cached, "Pfad", "Pfade")} der Mediengalerie, Projekte, Batches und Besetzungen. Beim Dienst wird nichts gelöscht.`,
  removeLocal: (folder) =>
    `Der Arbeitsbereich und seine Liste von Uploads werden aus Dubyard entfernt. Seine Projekte und Medien bleiben im Ordner ${folder} erhalten.`,
  removed: (name) => `„${name}“ wurde entfernt`,
  reconnect: "Jetzt verbinden",
  restoreCopy: (madeAt) => `Kopie vom ${madeAt} wiederherstellen`,
  restoreCopyTitle: (name) => `Datenbank von „${name}“ wiederherstellen?`,
  restoreCopyText: (madeAt) =>
    `Änderungen an Projekten, Batches und der Galerie nach dem ${madeAt} gehen verloren. Mediendateien bleiben im Ordner, und die beschädigte Datenbank bleibt dort erhalten.`,
  openAnyway: "Trotzdem öffnen",
  openAnywayTitle: (name) => `„${name}“ mit seinen ungültigen Zeilen öffnen?`,
  invalidRows: (rows) => `Die Prüfung ergab: ${rows}.`,
  copyRestored: (name) => `Die Datenbank von „${name}“ wurde wiederhergestellt`,
  test: "Verbindung testen",
  responds: (name, milliseconds) =>
    `„${name}“ antwortet und nimmt die Zugangsdaten an (${formatNumber(milliseconds)} ms).`,
  connectedLocal: (name) => `„${name}“ läuft.`,
  openWork: (open) => `${uploads(open)} offen`,
  held: {
    text: (number, hosts) =>
      `${number === 1 ? "1 Batch oder Sammelauftrag wurde" : `${formatNumber(number)} Batches oder Sammelaufträge wurden`} auf einem anderen Computer oder mit einer früheren Version begonnen. ${hosts === "" ? "Vor dem Fortsetzen wird nichts gelesen." : `Vor dem Fortsetzen wird nichts von ${hosts} gelesen.`}`,
    otherHosts: (number) => count(number, "weiteren Host", "weiteren Hosts"),
    confirm: "Fortsetzen",
    later: "Nicht jetzt",
  },
  group: "Arbeitsbereich",
  name: "Name",
  nameHint: "In der Seitenleiste angezeigt",
  secretLasts: "Im Schlüsselbund gespeichert",
  secretSession: "Bis zum Beenden gespeichert",
};
export const connection: Strings["connection"] = {
  unreachable: "Der Dienst antwortet nicht. Dubyard versucht es weiterhin.",
  unreachableLocal: "Der lokale Arbeitsbereich läuft nicht.",
  tokenRefused: "Der Dienst lehnt die Zugangsdaten dieses Arbeitsbereichs ab. Uploads warten.",
  starting: "Der lokale Arbeitsbereich wird gestartet…",
  diskFull:
    "Der Datenträger dieses Arbeitsbereichs ist voll. Er kann gelesen werden, und Dateien, Takes, Batches und Projekte können gelöscht werden; andere Änderungen sind wieder möglich, wenn Platz ist.",
  tryNow: "Jetzt versuchen",
  replace: "Zugangsdaten ersetzen…",
  enterSecret: "Secret eingeben…",
  uploadsWait: "Uploads warten.",
};
export const firstRun: Strings["firstRun"] = {
  title: "Willkommen bei Dubyard",
  subtitle: "Wo sollen Ihre Projekte gespeichert werden?",
  addTitle: "Arbeitsbereich hinzufügen",
  localTitle: "Auf diesem Computer arbeiten",
  localText: "Alles bleibt hier. Kein Konto, kein Netzwerk.",
  localAction: "Hier beginnen",
  localStarting: "Der lokale Arbeitsbereich wird gestartet…",
  localReady: "Der Arbeitsbereich auf diesem Computer ist bereit",
  localRoom: (room) => `${room} frei`,
  chooseFolder: "Anderen Ordner wählen…",
  holdsWorkspace: (counts) =>
    counts
      ? `Dieser Ordner enthält einen Arbeitsbereich: ${count(counts.projects, "Projekt", "Projekte")}, ${count(counts.files, "Datei", "Dateien")}.`
      : "Dieser Ordner enthält einen Arbeitsbereich, dessen Datenbank beschädigt ist oder fehlt.",
  openAction: "Öffnen",
  hostedTitle: "Mit einem Dienst verbinden",
  hostedText: "Mit der Adresse und den Zugangsdaten vom Betreiber des Dienstes.",
  hostedAction: "Verbinden…",
  back: "Zurück",
  method: "Art der Verbindung",
  methods: { credentials: "Zugangsdaten", invitation: "Einladung" },
  invitation: "Einladung",
  invitationHint: "Der Link, den Sie erhalten haben. Er kann einmal verwendet werden.",
  invitationText: (server) =>
    `Stellt die Verbindung zu ${server} her. Der Dienst gibt diesem Computer eigene Zugangsdaten. Wer ihn verwaltet, sieht den Namen dieses Computers.`,
  baseUrl: "Basis-URL",
  baseUrlHint: "Zum Beispiel https://api.example.com/v1",
  clientId: "Client-ID",
  clientSecret: "Client-Secret",
  showSecret: "Secret anzeigen",
  hideSecret: "Secret verbergen",
  advanced: "Erweitert",
  scheme: "Wie das Token gesendet wird",
  schemes: { raw: "Das Token allein", bearer: "Mit „Bearer “ davor" },
  schemeHint: "In der Kopfzeile Authorization, wie der Dienst es erwartet.",
  test: "Verbindung testen",
  testing: "Wird getestet…",
  testGood: (milliseconds) =>
    `Der Dienst antwortet und nimmt diese Zugangsdaten an (${formatNumber(milliseconds)} ms).`,
  connect: "Verbinden",
  connecting: "Verbindung wird hergestellt…",
  connected: (name) => `Mit „${name}“ verbunden`,
  required: (field) => `${field} eingeben.`,
  badUrl: "Geben Sie eine URL ein, die mit https:// oder http:// beginnt.",
  refused: "Der Dienst lehnt diese Zugangsdaten ab. Prüfen Sie Client-ID und Client-Secret.",
  noVault: "Kein Schlüsselbund gefunden: Das Secret wird nur bis zum Beenden gespeichert.",
  replaceTitle: (name) => `Zugangsdaten von „${name}“ ersetzen`,
  replaceText: "Sie werden zuerst getestet. Danach läuft die Warteschlange weiter.",
  replaceAction: "Testen und ersetzen",
  secretTitle: (name) => `Client-Secret von „${name}“ eingeben`,
  secretText: "Es wird zuerst getestet. Danach läuft die Warteschlange weiter.",
  secretAction: "Testen und verbinden",
  replaced: "Die Zugangsdaten wurden ersetzt",
};
