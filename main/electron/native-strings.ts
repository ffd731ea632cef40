/**
 * Texts of native menus, dialogs and notifications. Separate from the catalogue of the renderer, because they are
 * needed while there is no window.
 */
import type { Language } from "./language";

const count = (value: number) => value.toLocaleString("en");
const moment = (value: number) =>
  new Date(value).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });
const files = (value: number) => `${count(value)} ${value === 1 ? "file" : "files"}`;
const batches = (value: number) => `${count(value)} ${value === 1 ? "batch" : "batches"}`;

const en = {
  menu: {
    file: "File",
    edit: "Edit",
    view: "View",
    window: "Window",
    help: "Help",
    develop: "Develop",

    newProject: "New project…",
    newBatch: "New batch…",
    addFiles: "Add files…",
    addFolder: "Add folder…",
    settings: "Settings…",
    closeWindow: "Close window",
    quit: "Quit Dubyard",

    undo: "Undo",
    redo: "Redo",
    cut: "Cut",
    copy: "Copy",
    paste: "Paste",
    selectAll: "Select all",
    copyLink: "Copy link to this screen",
    find: "Find",

    overview: "Overview",
    projects: "Projects",
    media: "Media",
    uploads: "Uploads",
    voices: "Voices",
    users: "Users",
    refresh: "Refresh",
    outbox: "Outbox",
    pauseUploads: "Pause or resume uploads",
    palette: "Command palette…",
    largerText: "Larger text",
    smallerText: "Smaller text",
    usualText: "Default text size",
    fullScreen: "Full screen",

    minimise: "Minimize",
    zoom: "Zoom",

    shortcuts: "Keyboard shortcuts",
    showLogs: "Show log files",
    copyReport: "Copy diagnostics report",
    about: "About Dubyard",

    services: "Services",
    hide: "Hide Dubyard",
    hideOthers: "Hide others",
    showAll: "Show all",
    developerTools: "Developer tools",
    reload: "Reload",
  },
  quit: {
    message: "Uploads are running. Quit anyway?",
    detail: "Uploads continue when you start Dubyard again.",
    stay: "Keep uploading",
    leave: "Quit",
  },
  recovery: {
    unresponsive: {
      message: "The window does not respond",
      detail: "Wait until it responds, or reload it. Uploads continue in both cases.",
    },
    crashed: {
      message: "The window cannot be shown",
      detail: "It crashed repeatedly. Uploads continue. Reload it, or quit Dubyard.",
    },
    wait: "Wait",
    reload: "Reload",
    quit: "Quit",
  },
  tray: { tooltip: "Dubyard: uploads continue", show: "Show Dubyard", quit: "Quit" },
  dialogs: {
    addFiles: "Add files to upload",
    addFolder: "Add a folder to upload",
    add: "Add",
    chooseFolder: "Choose a folder",
    chooseFile: "Choose a file",
    choose: "Choose",
    saveFile: "Save as",
    save: "Save",
  },
  salvage: {
    message: "Dubyard’s data is damaged.",
    withCopy: (madeAt: number) =>
      `A copy of ${moment(madeAt)} can be restored. Drafts, uploads and requests added since then are lost; media and projects in your workspaces are not affected. Uploads start paused, and pending requests wait for your decision.\n\nThe damaged file is kept.`,
    withoutCopy:
      "There is no intact copy. Dubyard can start without data: workspaces have to be added again, and drafts, uploads and pending requests are lost. Media and projects in your workspaces are not affected.\n\nThe damaged file is kept.",
    restore: (madeAt: number) => `Restore copy of ${moment(madeAt)}`,
    startEmpty: "Start without data",
    quit: "Quit",
  },
  confirm: {
    title: "Confirm files",
    cancel: "Cancel",
    list: "Files",
    use: (count: number) => (count === 1 ? "Use this file" : `Use these ${files(count)}`),
    files: {
      named: (count: number) => `The table names ${files(count)} you have not chosen in Dubyard`,
      outside: (count: number) =>
        count === 1
          ? "The script names a file outside its folder"
          : `Scripts name ${files(count)} outside their folder`,
    },
    filesDetail: {
      named: "They are read and uploaded. Continue only if you know these files.",
      outside: "They are uploaded with the script. Continue only if you expect these files.",
    },
    hosts: {
      service: "Connect to this service?",
      bucket: "Store scripts in this bucket?",
      proxy: "Send all connections through this proxy?",
      download: "Download scripts or videos from this address?",
    },
    hostsDetail:
      "Dubyard has not used this address before. Continue only if you entered it yourself.",
    connect: "Connect",
  },
  failure: {
    title: "Dubyard cannot start",
    reason: (reason: string) => `Dubyard cannot start: ${reason}`,
    folder: (folder: string) => `Folder: ${folder}`,
  },
  notifications: {
    uploadFinished: "Upload finished",
    uploadFinishedWithProblems: "Upload finished with problems",
    uploaded: (done: number) => `${files(done)} uploaded`,
    uploadedAndFailed: (done: number, failed: number) =>
      `${files(done)} uploaded, ${count(failed)} failed`,
    batchDone: "Batch done",
    batchFailed: "Batch failed",
    batchNeedsAttention: "Batch needs attention",
    /** The title for several batches; a number may be 0, but not all of them. */
    batchesEnded: (done: number, failed: number, needing: number) => {
      const parts: string[] = [];
      const what = (value: number) => (parts.length === 0 ? batches(value) : count(value));
      if (done > 0) parts.push(`${what(done)} ${done === 1 ? "is" : "are"} done`);
      if (failed > 0) parts.push(`${what(failed)} failed`);
      if (needing > 0) parts.push(`${what(needing)} ${needing === 1 ? "needs" : "need"} attention`);
      return parts.join(", ");
    },
    andMore: (names: string, more: number) => `${names} and ${count(more)} more`,
  },
};

/** All native texts; the type requires every language to define each of them. */
export type NativeStrings = typeof en;

const zeitpunkt = (value: number) =>
  new Date(value).toLocaleString("de", { dateStyle: "medium", timeStyle: "short" });
const zahl = (value: number) => value.toLocaleString("de");
const dateien = (value: number) => `${zahl(value)} ${value === 1 ? "Datei" : "Dateien"}`;
const stapel = (value: number) => `${zahl(value)} ${value === 1 ? "Batch" : "Batches"}`;

const de: NativeStrings = {
  menu: {
    file: "Datei",
    edit: "Bearbeiten",
    view: "Ansicht",
    window: "Fenster",
    help: "Hilfe",
    develop: "Entwicklung",

    newProject: "Neues Projekt…",
    newBatch: "Neuer Batch…",
    addFiles: "Dateien hinzufügen…",
    addFolder: "Ordner hinzufügen…",
    settings: "Einstellungen…",
    closeWindow: "Fenster schließen",
    quit: "Dubyard beenden",

    undo: "Rückgängig",
    redo: "Wiederholen",
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
    voices: "Stimmen",
    users: "Benutzer",
    refresh: "Aktualisieren",
    outbox: "Ausgang",
    pauseUploads: "Uploads anhalten oder fortsetzen",
    palette: "Befehlspalette…",
    largerText: "Größerer Text",
    smallerText: "Kleinerer Text",
    usualText: "Standardtextgröße",
    fullScreen: "Vollbild",

    minimise: "Minimieren",
    zoom: "Zoomen",

    shortcuts: "Tastenkürzel",
    showLogs: "Protokolldateien anzeigen",
    copyReport: "Diagnosebericht kopieren",
    about: "Über Dubyard",

    services: "Dienste",
    hide: "Dubyard ausblenden",
    hideOthers: "Andere ausblenden",
    showAll: "Alle einblenden",
    developerTools: "Entwicklerwerkzeuge",
    reload: "Neu laden",
  },
  quit: {
    message: "Uploads laufen noch. Trotzdem beenden?",
    detail: "Die Uploads werden fortgesetzt, wenn Sie Dubyard wieder starten.",
    stay: "Weiter hochladen",
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
  tray: { tooltip: "Dubyard: Uploads laufen weiter", show: "Dubyard anzeigen", quit: "Beenden" },
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
      `Eine Kopie vom ${zeitpunkt(madeAt)} kann wiederhergestellt werden. Entwürfe, Uploads und Aufträge, die seitdem dazukamen, gehen verloren; Medien und Projekte in Ihren Arbeitsbereichen sind nicht betroffen. Uploads beginnen angehalten, und wartende Aufträge warten auf Ihre Entscheidung.\n\nDie beschädigte Datei bleibt erhalten.`,
    withoutCopy:
      "Es gibt keine brauchbare Kopie. Dubyard kann ohne Daten starten: Arbeitsbereiche müssen neu hinzugefügt werden; Entwürfe, Uploads und wartende Aufträge gehen verloren. Medien und Projekte in Ihren Arbeitsbereichen sind nicht betroffen.\n\nDie beschädigte Datei bleibt erhalten.",
    restore: (madeAt) => `Kopie vom ${zeitpunkt(madeAt)} wiederherstellen`,
    startEmpty: "Ohne Daten starten",
    quit: "Beenden",
  },
  confirm: {
    title: "Dateien bestätigen",
    cancel: "Abbrechen",
    list: "Dateien",
    use: (count) => (count === 1 ? "Diese Datei verwenden" : `Diese ${dateien(count)} verwenden`),
    files: {
      named: (count) =>
        `Die Tabelle nennt ${dateien(count)}, die Sie nicht in Dubyard ausgewählt haben`,
      outside: (count) =>
        count === 1
          ? "Das Skript nennt eine Datei außerhalb seines Ordners"
          : `Skripte nennen ${dateien(count)} außerhalb ihres Ordners`,
    },
    filesDetail: {
      named:
        "Sie werden gelesen und hochgeladen. Fahren Sie nur fort, wenn Sie diese Dateien kennen.",
      outside:
        "Sie werden mit dem Skript hochgeladen. Fahren Sie nur fort, wenn Sie diese Dateien erwarten.",
    },
    hosts: {
      service: "Mit diesem Dienst verbinden?",
      bucket: "Skripte in diesem Bucket ablegen?",
      proxy: "Alle Verbindungen über diesen Proxy leiten?",
      download: "Skripte oder Videos von dieser Adresse herunterladen?",
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
    uploaded: (done) => `${dateien(done)} hochgeladen`,
    uploadedAndFailed: (done, failed) =>
      `${dateien(done)} hochgeladen, ${zahl(failed)} fehlgeschlagen`,
    batchDone: "Batch fertig",
    batchFailed: "Batch fehlgeschlagen",
    batchNeedsAttention: "Batch erfordert Aufmerksamkeit",
    batchesEnded: (done, failed, needing) => {
      const parts: string[] = [];
      const what = (value: number) => (parts.length === 0 ? stapel(value) : zahl(value));
      if (done > 0) parts.push(`${what(done)} fertig`);
      if (failed > 0) parts.push(`${what(failed)} fehlgeschlagen`);
      if (needing > 0)
        parts.push(`${what(needing)} ${needing === 1 ? "erfordert" : "erfordern"} Aufmerksamkeit`);
      return parts.join(", ");
    },
    andMore: (names, more) => `${names} und ${zahl(more)} weitere`,
  },
};

const catalogues: Readonly<Record<Language, NativeStrings>> = { en, de };

/** The texts in a language. */
export function nativeStringsIn(language: Language): NativeStrings {
  return catalogues[language];
}
