import type { Strings } from "../en";

const work: Parameters<Strings["updates"]["waiting"]>[0] extends readonly (infer K extends string)[]
  ? Record<K, string>
  : never = {
  uploads: "Uploads",
  downloads: "Downloads",
  scripts: "Skripte",
  dubs: "Synchronfassungen",
  deliveries: "Lieferungen",
  packs: "Sprachpakete",
  backups: "Sicherungen",
  moves: "Umzüge",
};

export const updates: Strings["updates"] = {
  title: "Aktualisierungen",
  text: "Eine Prüfung liest eine Datei der Hersteller von Dubyard. Über Sie oder diesen Computer wird nichts gesendet.",
  checkAction: "Nach Aktualisierungen suchen",
  check: "Jetzt prüfen",
  mode: "Nach Aktualisierungen suchen",
  modes: { ask: "Täglich", manual: "Nur wenn ich prüfe", off: "Nie" },
  isForced: "Vom Administrator dieses Computers festgelegt.",
  noFeed:
    "Diese Fassung sucht nicht nach Aktualisierungen: Sie ist für die Entwicklung oder für Tests.",
  isOff: "Dubyard sucht nicht nach Aktualisierungen.",
  checking: "Wird geprüft…",
  neverChecked: "Noch nicht geprüft.",
  upToDate: (checkedAt) => `Dubyard ist aktuell. Zuletzt geprüft: ${checkedAt}.`,
  skipped: (version) => `Version ${version} wird übersprungen. Eine Prüfung bietet sie wieder an.`,
  offered: (version, date) => `Version ${version} vom ${date} ist verfügbar`,
  security: "Sie schließt eine Sicherheitslücke.",
  notes: (version) => `Neu in ${version}`,
  download: (size) => `Herunterladen (${size})`,
  skip: "Diese Version überspringen",
  later: "Später",
  isLater: "Sie werden morgen erinnert.",
  copyAddress: "Adresse der Datei kopieren",
  copyCommand: "Befehl kopieren",
  howTo: {
    appimage:
      "Sie dürfen die Datei von Dubyard nicht ändern. Laden Sie das neue AppImage herunter und ersetzen Sie die Datei.",
    deb: "Installieren Sie sie mit Ihrer Paketverwaltung, zum Beispiel:",
    rpm: "Installieren Sie sie mit Ihrer Paketverwaltung, zum Beispiel:",
    flatpak: "Installieren Sie sie mit Flatpak:",
    archive: "Laden Sie das Archiv herunter und entpacken Sie es anstelle dieses Ordners.",
    nsis: "Laden Sie das Installationsprogramm herunter und führen Sie es aus.",
    mac: "Laden Sie die neue Version herunter und ersetzen Sie Dubyard in Ihren Programmen.",
  },
  downloading: (version) => `Version ${version} wird heruntergeladen`,
  progress: "Fortschritt des Downloads",
  ready: (version) => `Version ${version} ist bereit. Dubyard startet neu, um sie zu installieren.`,
  restart: "Jetzt neu starten",
  restartWhenDone: "Danach neu starten",
  installing: (version) => `Version ${version} wird installiert…`,
  restartNeeded: "Eine neue Version ist installiert. Starten Sie Dubyard neu, um sie zu verwenden.",
  restartInstalls: "Eine neue Version ist bereit. Sie wird installiert, wenn Dubyard neu startet.",
  quitInstalls: "Eine neue Version ist bereit. Sie wird installiert, wenn Dubyard endet.",
  waiting: (running) =>
    `Dubyard startet neu, wenn diese Arbeit beendet ist: ${running.map((kind) => work[kind]).join(", ")}.`,
  restarting: (seconds) =>
    `Dubyard startet in ${seconds} ${seconds === 1 ? "Sekunde" : "Sekunden"} neu. Jede Taste verhindert das.`,
  dontRestart: "Nicht neu starten",
  withdrawn: (version) => `Version ${version} wurde von den Herstellern von Dubyard zurückgezogen.`,
  refusals: {
    "no-list":
      "Die Liste der Versionen konnte nicht gelesen werden: Etwas anderes wurde empfangen. Ein Netz, das eine Anmeldung verlangt, verhält sich so.",
    "bad-signature":
      "Die Liste der Versionen ist nicht von den Herstellern von Dubyard signiert. Sie wurde nicht verwendet. Möglicherweise verändert Ihr Netz Downloads.",
    "invalid-list":
      "Die Liste der Versionen hat ein unbekanntes Format. Laden Sie die neue Version selbst herunter.",
    replayed:
      "Eine alte Liste der Versionen wurde empfangen. Sie wurde nicht verwendet. Möglicherweise verändert Ihr Netz Downloads.",
    expired:
      "Die Liste der Versionen ist zu alt. Prüfen Sie die Uhr dieses Computers und versuchen Sie es später erneut.",
    "foreign-address":
      "Die Liste der Versionen nennt eine Datei an einer anderen Adresse. Sie wurde nicht verwendet.",
    "wrong-size":
      "Die heruntergeladene Datei hat nicht die richtige Größe. Sie wurde nicht verwendet.",
    "wrong-hash":
      "Die heruntergeladene Datei ist beschädigt oder wurde verändert. Sie wurde nicht verwendet.",
    "cannot-write":
      "Der Ordner für Aktualisierungen kann nicht beschrieben werden. Prüfen Sie die Rechte Ihres Profils.",
    "cannot-replace":
      "Die installierte Datei kann nicht ersetzt werden. Prüfen Sie ihre Rechte, oder laden Sie die neue Version selbst herunter.",
    "still-running":
      "Dubyard läuft auch in einem Terminal oder mit einem anderen Profil und würde dort beendet. Beenden Sie es und versuchen Sie es erneut.",
    "did-not-start":
      "Die neue Version ist nicht gestartet. Die vorherige wurde wieder installiert.",
  },
  diskFull:
    "Der Datenträger ist voll. Geben Sie Speicherplatz frei und laden Sie erneut: Was schon empfangen wurde, bleibt erhalten.",
  problem: (sentence) => `Der Server der Aktualisierungen: ${sentence}`,
  retry: "Erneut versuchen",
  news: (version) => `Neu in dieser Version (${version})`,
  newsSeen: "Schließen",
  mark: "Eine Aktualisierung ist verfügbar",
};
