import type { NativeStrings } from "./en";

const formatTime = (value: number) =>
  new Date(value).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" });
const formatNumber = (value: number) => value.toLocaleString("de");
const filesOf = (value: number) => `${formatNumber(value)} ${value === 1 ? "Datei" : "Dateien"}`;
const batchesOf = (value: number) => `${formatNumber(value)} ${value === 1 ? "Batch" : "Batches"}`;

/** The German texts. */
export const de: NativeStrings = {
  menu: {
    file: "&Datei",
    edit: "&Bearbeiten",
    view: "&Ansicht",
    window: "&Fenster",
    help: "&Hilfe",
    develop: "&Entwicklung",

    newProject: "Neues Projekt…",
    newBatch: "Neuer Batch…",
    addFiles: "Dateien hinzufügen…",
    addFolder: "Ordner hinzufügen…",
    addWatchFolder: "Überwachten Ordner hinzufügen…",
    openRecent: "Zuletzt verwendet",
    clearRecent: "Liste leeren",
    settings: "Einstellungen…",
    closeWindow: "Fenster schließen",
    quit: "Dubyard beenden",

    undo: "Rückgängig",
    redo: "Wiederherstellen",
    cut: "Ausschneiden",
    copy: "Kopieren",
    paste: "Einfügen",
    selectAll: "Alles auswählen",
    copyLink: "Link zu dieser Ansicht kopieren",
    find: "Suchen",

    overview: "Übersicht",
    projects: "Projekte",
    media: "Medien",
    uploads: "Uploads",
    watchFolders: "Überwachte Ordner",
    voices: "Stimmen",
    users: "Benutzer",
    refresh: "Aktualisieren",
    outbox: "Ausgang",
    pauseUploads: "Uploads anhalten oder fortsetzen",
    palette: "Befehlspalette…",
    largerText: "Größerer Text",
    smallerText: "Kleinerer Text",
    defaultText: "Standardtextgröße",
    fullScreen: "Vollbild",

    minimise: "Minimieren",
    zoom: "Zoomen",

    guide: "Anleitung",
    shortcuts: "Tastenkürzel",
    checkUpdates: "Nach Aktualisierungen suchen…",
    showLogs: "Protokolldateien anzeigen",
    showReport: "Diagnosebericht…",
    showNotices: "Lizenzen",
    about: "Über Dubyard",

    services: "Dienste",
    hide: "Dubyard ausblenden",
    hideOthers: "Andere ausblenden",
    showAll: "Alle einblenden",
    developerTools: "Entwicklerwerkzeuge",
    reload: "Neu laden",
  },
  quit: {
    message: "Dubyard arbeitet noch. Trotzdem beenden?",
    running: {
      uploads: "Uploads werden fortgesetzt, wenn Sie Dubyard wieder starten.",
      downloads: "Downloads enden. Vollständige Dateien bleiben erhalten.",
      scripts: "Skripte werden neu gelesen, wenn Sie Dubyard wieder starten.",
      dubs: "Synchronfassungen werden fortgesetzt, wenn Sie Dubyard wieder starten.",
      deliveries: "Lieferungen werden fortgesetzt, wenn Sie Dubyard wieder starten.",
      packs: "Sprachpakete, die gerade installiert werden, müssen erneut installiert werden.",
      backups: "Eine Sicherung endet unvollständig. Eine Wiederherstellung muss wiederholt werden.",
      moves:
        "Ein Umzug auf einen anderen Dienst hält an. Setzen Sie ihn nach dem nächsten Start fort.",
    },
    stay: "Weiterarbeiten",
    leave: "Beenden",
  },
  recovery: {
    unresponsive: {
      message: "Das Fenster reagiert nicht",
      detail: "Warten Sie, oder laden Sie es neu. Die Uploads laufen in beiden Fällen weiter.",
    },
    crashed: {
      message: "Das Fenster lässt sich nicht anzeigen",
      detail:
        "Es ist mehrmals abgestürzt. Die Uploads laufen weiter. Laden Sie es neu, oder beenden Sie Dubyard.",
    },
    wait: "Warten",
    reload: "Neu laden",
    quit: "Beenden",
  },
  tray: {
    idle: "Dubyard: nichts zu tun",
    working: "Dubyard: Arbeit läuft weiter",
    uploading: (remaining) => `Dubyard: ${filesOf(remaining)} werden hochgeladen`,
    paused: (remaining) => `Dubyard: Uploads angehalten, ${filesOf(remaining)} warten`,
    failed: (failed) => `${filesOf(failed)} fehlgeschlagen`,
    pause: "Uploads anhalten",
    resume: "Uploads fortsetzen",
    show: "Dubyard anzeigen",
    quit: "Beenden",
  },
  dialogs: {
    addFiles: "Dateien zum Hochladen hinzufügen",
    addFolder: "Ordner zum Hochladen hinzufügen",
    add: "Hinzufügen",
    chooseFolder: "Ordner wählen",
    chooseFile: "Datei wählen",
    choose: "Wählen",
    saveFile: "Speichern unter",
    save: "Speichern",
  },
  salvage: {
    message: "Die Daten von Dubyard sind beschädigt.",
    withCopy: (madeAt) =>
      `Eine Kopie vom ${formatTime(madeAt)} kann wiederhergestellt werden. Seitdem hinzugefügte Entwürfe, Uploads und Aufträge gehen verloren; Medien und Projekte in Ihren Arbeitsbereichen sind nicht betroffen. Uploads sind nach dem Start angehalten, und wartende Aufträge erfordern Ihre Entscheidung.\n\nDie beschädigte Datei bleibt erhalten.`,
    withoutCopy:
      "Es gibt keine unbeschädigte Kopie. Dubyard kann ohne Daten starten: Arbeitsbereiche müssen neu hinzugefügt werden; Entwürfe, Uploads und wartende Aufträge gehen verloren. Medien und Projekte in Ihren Arbeitsbereichen sind nicht betroffen.\n\nDie beschädigte Datei bleibt erhalten.",
    restore: (madeAt) => `Kopie vom ${formatTime(madeAt)} wiederherstellen`,
    startEmpty: "Ohne Daten starten",
    quit: "Beenden",
  },
  wayBack: {
    message: (version) => `Dubyard ${version} konnte zweimal nicht starten.`,
    detail: (version) =>
      `Version ${version} kann wieder installiert werden. Ihre Arbeitsbereiche und Uploads bleiben erhalten.`,
    withCopy: (version, madeAt) =>
      `Version ${version} kann wieder installiert werden, mit den Daten von Dubyard vom ${formatTime(madeAt)}: Die neueren kann sie nicht lesen; sie bleiben in einer Datei erhalten. Uploads sind nach dem Start angehalten, und wartende Aufträge erfordern Ihre Entscheidung.`,
    back: (version) => `${version} wieder verwenden`,
    retry: "Trotzdem starten",
  },
  confirm: {
    title: "Dateien bestätigen",
    cancel: "Abbrechen",
    list: "Dateien",
    run: "Diesen Befehl ausführen",
    use: (count) => (count === 1 ? "Diese Datei verwenden" : `Diese ${filesOf(count)} verwenden`),
    files: {
      named: (count) =>
        `Die Tabelle nennt ${filesOf(count)}, die Sie nicht in Dubyard ausgewählt haben`,
      outside: (count) =>
        count === 1
          ? "Das Skript nennt eine Datei außerhalb seines Ordners"
          : `Skripte nennen ${filesOf(count)} außerhalb ihres Ordners`,
      command: () => "Diesen Befehl als externe Engine ausführen?",
    },
    filesDetail: {
      named:
        "Die aufgeführten Dateien werden gelesen und hochgeladen. Fahren Sie nur fort, wenn Sie diese Dateien kennen.",
      outside:
        "Die aufgeführten Dateien werden mit dem Skript hochgeladen. Fahren Sie nur fort, wenn Sie diese Dateien erwarten.",
      command:
        "Dubyard führt dieses Programm mit diesen Argumenten für jede Zeile aus. Ein Programm kann auf diesem Computer alles, was Sie können. Fahren Sie nur fort, wenn Sie es selbst eingerichtet haben.",
    },
    hosts: {
      service: "Mit diesem Dienst verbinden?",
      bucket: "Skripte in diesem Bucket speichern?",
      proxy: "Alle Verbindungen über diesen Proxy leiten?",
      download: "Skripte oder Videos von dieser Adresse herunterladen?",
      engine: "Zeilen Ihrer Projekte an diese Adresse senden? Sie verlassen diesen Computer.",
    },
    hostsDetail:
      "Dubyard hat diese Adresse bisher nicht verwendet. Fahren Sie nur fort, wenn Sie sie selbst eingegeben haben.",
    connect: "Verbinden",
  },
  failure: {
    title: "Dubyard kann nicht starten",
    reason: (reason) => `Dubyard kann nicht starten: ${reason}`,
    folder: (folder) => `Ordner: ${folder}`,
  },
  notifications: {
    uploadFinished: "Upload fertig",
    uploadFinishedWithProblems: "Upload mit Problemen beendet",
    uploaded: (done) => `${filesOf(done)} hochgeladen`,
    uploadedAndFailed: (done, failed) =>
      `${filesOf(done)} hochgeladen, ${formatNumber(failed)} fehlgeschlagen`,
    failures: {
      "file-missing": "verschoben oder gelöscht",
      "drive-missing": "ihr Datenträger ist nicht verbunden",
      "file-denied": "keine Leseberechtigung",
      "file-unreadable": "nicht lesbar",
      "file-in-cloud": "nur in der Cloud",
      "file-truncated": "kürzer als zuvor",
      "path-taken": "bereits in der Galerie",
      "url-refused": "vom Speicher abgelehnt",
    },
    batchDone: "Batch fertig",
    batchFailed: "Batch fehlgeschlagen",
    batchNeedsAttention: "Batch mit Handlungsbedarf",
    batchesEnded: (done, failed, needingAttention) => {
      const parts: string[] = [];
      const what = (value: number) => (parts.length === 0 ? batchesOf(value) : formatNumber(value));
      if (done > 0) parts.push(`${what(done)} fertig`);
      if (failed > 0) parts.push(`${what(failed)} fehlgeschlagen`);
      if (needingAttention > 0) parts.push(`${what(needingAttention)} mit Handlungsbedarf`);
      return parts.join(", ");
    },
    deliveryMade: "Auslieferung fertig",
    deliveryFailed: "Auslieferung fehlgeschlagen",
    downloadFinished: "Download fertig",
    downloadStopped: "Download mit Problemen beendet",
    moved: "Umzug vollständig",
    moveInterrupted: "Umzug unterbrochen",
    moveOf: (name, other) => `${name} nach ${other}`,
    saved: (files) => `${filesOf(files)} gespeichert`,
    savedAndNot: (files, notSaved) =>
      `${filesOf(files)} gespeichert, ${formatNumber(notSaved)} nicht gespeichert`,
    andMore: (names, more) => `${names} und ${formatNumber(more)} weitere`,
  },
};
