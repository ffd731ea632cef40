import type { Strings } from "../en";
import type { ConnectionState, WorkspaceKind } from "../../../../preload/model";
import { formatNumber } from "../../format";
import { count } from "./count";

const uploads = (number: number) => count(number, "Upload", "Uploads");
const states: Record<ConnectionState, string> = {
  unknown: "verbindet sich…",
  starting: "startet…",
  online: "online",
  offline: "offline",
  unreachable: "nicht erreichbar",
  "token-refused": "Anmeldung abgelehnt",
  "secret-missing": "Secret nötig",
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
  renamed: (name) => `Der Arbeitsbereich heißt jetzt „${name}“`,
  replace: "Zugangsdaten ersetzen…",
  remove: "Entfernen…",
  removeTitle: (name) => `„${name}“ entfernen?`,
  removeOpen: (open) =>
    open === 1
      ? "1 Upload, der noch nicht fertig ist, wird verworfen."
      : `${formatNumber(open)} Uploads, die noch nicht fertig sind, werden verworfen.`,
  removeOrders: (number) =>
    number === 1
      ? "1 Auftrag im Ausgang, der noch nicht gesendet ist, wird verworfen."
      : `${formatNumber(number)} Aufträge im Ausgang, die noch nicht gesendet sind, werden verworfen.`,
  removeTables: (number) =>
    number === 1
      ? "1 Tabelle für Sammelaufträge wird gelöscht."
      : `${formatNumber(number)} Tabellen für Sammelaufträge werden gelöscht.`,
  removeForms: (number) =>
    number === 1
      ? "1 ausgefülltes Formular geht verloren."
      : `${formatNumber(number)} ausgefüllte Formulare gehen verloren.`,
  removeRequests: (number) =>
    number === 1
      ? "1 Sammelauftrag wird hier nicht weiter verfolgt."
      : `${formatNumber(number)} Sammelaufträge werden hier nicht weiter verfolgt.`,
  removeBucket:
    "Die Einstellungen und der Schlüssel des Buckets für Skripte werden gelöscht; die Skripte darin bleiben.",
  removeHosted: (cached) =>
    `Dieser Computer vergisst die Zugangsdaten und was er gelesen hat: ${count(cached, "Pfad", "Pfade")} der Mediengalerie, Projekte, Batches und Besetzungen. Beim Dienst wird nichts gelöscht.`,
  removeLocal: (folder) =>
    `Der Arbeitsbereich verschwindet mit seiner Liste von Uploads aus Dubyard. Seine Projekte und Medien bleiben auf dem Laufwerk in ${folder}.`,
  removed: (name) => `„${name}“ wurde entfernt`,
  reconnect: "Jetzt verbinden",
  restoreCopy: (madeAt) => `Kopie vom ${madeAt} wiederherstellen`,
  restoreCopyTitle: (name) => `Datenbank von „${name}“ wiederherstellen?`,
  restoreCopyText: (madeAt) =>
    `Was nach dem ${madeAt} an Projekten, Batches und der Mediathek geändert wurde, geht verloren. Mediendateien bleiben im Ordner, und die beschädigte Datenbank bleibt daneben erhalten.`,
  copyRestored: (name) => `Die Datenbank von „${name}“ wurde wiederhergestellt`,
  test: "Verbindung testen",
  answers: (name, milliseconds) =>
    `„${name}“ antwortet und nimmt die Zugangsdaten an (${formatNumber(milliseconds)} ms).`,
  answersLocal: (name) => `„${name}“ läuft.`,
  openWork: (open) => `${uploads(open)} offen`,
  group: "Arbeitsbereich",
  name: "Name",
  nameHint: "Wie er in der Seitenleiste steht",
  secretLasts: "Im Schlüsselbund aufbewahrt",
  secretSession: "Bis zum Beenden aufbewahrt",
};
export const connection: Strings["connection"] = {
  unreachable: "Der Dienst antwortet nicht. Dubyard versucht es weiter.",
  unreachableLocal: "Der lokale Arbeitsbereich läuft nicht.",
  tokenRefused: "Der Dienst lehnt die Zugangsdaten dieses Arbeitsbereichs ab. Uploads warten.",
  starting: "Der lokale Arbeitsbereich startet…",
  tryNow: "Jetzt versuchen",
  replace: "Zugangsdaten ersetzen…",
  enterSecret: "Secret eingeben…",
  uploadsWait: "Uploads warten.",
};
export const firstRun: Strings["firstRun"] = {
  title: "Willkommen bei Dubyard",
  subtitle: "Wo sollen die Projekte liegen?",
  addTitle: "Arbeitsbereich hinzufügen",
  localTitle: "Auf diesem Computer arbeiten",
  localText: "Alles bleibt hier. Kein Konto, kein Netz.",
  localAction: "Hier beginnen",
  localStarting: "Der lokale Arbeitsbereich startet…",
  localRoom: (room) => `${room} frei`,
  chooseFolder: "Anderen Ordner wählen…",
  hostedTitle: "Mit einem Dienst verbinden",
  hostedText: "Mit der Adresse und den Zugangsdaten vom Betreiber des Dienstes.",
  hostedAction: "Verbinden…",
  back: "Zurück",
  baseUrl: "Basis-URL",
  baseUrlHint: "Zum Beispiel https://api.example.com/v1",
  clientId: "Client-ID",
  clientSecret: "Client-Secret",
  showSecret: "Secret zeigen",
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
  connecting: "Verbindet sich…",
  connected: (name) => `Mit „${name}“ verbunden`,
  required: (field) => `${field} eingeben.`,
  badUrl: "Eine Adresse eingeben, die mit https:// oder http:// beginnt.",
  refused: "Der Dienst lehnt diese Zugangsdaten ab. Client-ID und Client-Secret prüfen.",
  noVault: "Kein Schlüsselbund gefunden: Das Secret wird nur bis zum Beenden aufbewahrt.",
  replaceTitle: (name) => `Zugangsdaten von „${name}“ ersetzen`,
  replaceText: "Sie werden zuerst getestet. Die Warteschlange macht weiter, wo sie aufgehört hat.",
  replaceAction: "Testen und ersetzen",
  secretTitle: (name) => `Client-Secret von „${name}“ eingeben`,
  secretText: "Es wird zuerst getestet. Die Warteschlange macht weiter, wo sie aufgehört hat.",
  secretAction: "Testen und verbinden",
  replaced: "Die Zugangsdaten wurden ersetzt",
};
