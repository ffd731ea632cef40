import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";
import { rules } from "./lists";
import { scripts } from "./scripts";

const rows = (number: number) => count(number, "Zeile", "Zeilen");
const cells = (number: number) => count(number, "Zelle", "Zellen");
const columns = (number: number) => count(number, "Spalte", "Spalten");
const problemWords = { error: "Problem", warning: "Warnung", note: "Hinweis" };

export const grid: Strings["grid"] = {
  group: "Tabelle",
  help: "Tippen Sie oder drücken Sie F2, um eine Zelle zu ändern; F8 führt zum nächsten Problem. Drücken Sie Escape und dann Tab, um die Tabelle zu verlassen.",
  leaving: "Tab verlässt jetzt die Tabelle",
  rowNumber: "Zeilennummer",
  newRow: "Neue Zeile",
  row: (number, problems) =>
    problems.length === 0 ? `Zeile ${number}` : `Zeile ${number}: ${formatList(problems)}`,
  cell: (column, row, text, problem) => {
    const name = `${column}, Zeile ${row}: ${text === "" ? "leer" : text}`;
    return problem ? `${name}. ${problemWords[problem.severity]}: ${problem.text}` : name;
  },
  field: (column, row) => `${column}, Zeile ${row}`,
  suggestions: (column) => `${column}: Vorschläge`,
  copied: (height, width) => `${rows(height)}, ${columns(width)} kopiert`,
  pasted: (height, width) => `${rows(height)}, ${columns(width)} eingefügt.`,
  noRoom: (number) =>
    `${rows(number)} ${number === 1 ? "passte" : "passten"} nicht mehr hinein: Die Tabelle ist voll.`,
  noColumns: (number) =>
    `${columns(number)} ${number === 1 ? "passte nicht hinein und wurde" : "passten nicht hinein und wurden"} übersprungen.`,
  cleared: "Geleert",
  filled: (number) => `${cells(number)} ausgefüllt`,
  inserted: (number) => `${rows(number)} eingefügt`,
  removed: (number) => `${rows(number)} gelöscht`,
  duplicated: (number) => `${rows(number)} dupliziert`,
  moved: (number, to) => `${rows(number)} nach Zeile ${to} verschoben`,
  undone: "Rückgängig gemacht",
  redone: "Wiederhergestellt",
  nothingToUndo: "Nichts rückgängig zu machen",
  nothingToRedo: "Nichts wiederherzustellen",
  noProblems: "Keine Probleme",
  readOnly: "Das lässt sich gerade nicht ändern",
  noRows: "Zuerst eine Zeile auswählen",
  selectSeveral: "Zuerst mehrere Zellen auswählen",
  undo: "Rückgängig",
  redo: "Wiederherstellen",
  fillDown: "Nach unten ausfüllen",
  fillBlock: "Auswahl mit diesem Wert ausfüllen",
  fillSeries: "Reihe fortsetzen",
  insertAbove: "Zeile darüber einfügen",
  insertBelow: "Zeile darunter einfügen",
  duplicate: (number) => (number > 1 ? `${rows(number)} duplizieren` : "Zeile duplizieren"),
  remove: (number) => (number > 1 ? `${rows(number)} löschen` : "Zeile löschen"),
  moveUp: (number) =>
    number > 1 ? `${rows(number)} nach oben verschieben` : "Zeile nach oben verschieben",
  moveDown: (number) =>
    number > 1 ? `${rows(number)} nach unten verschieben` : "Zeile nach unten verschieben",
  nextProblem: "Nächstes Problem",
  lastProblem: "Voriges Problem",
  wider: "Spalte verbreitern",
  narrower: "Spalte verschmälern",
};

const batches = (number: number) => count(number, "Batch", "Batches");
const files = (number: number) => count(number, "Datei", "Dateien");
const scriptFiles = (number: number) => count(number, "Skript", "Skripte");
const videos = (number: number) => count(number, "Video", "Videos");
const folderTitle = (folder: string) =>
  folder === "" ? "in die oberste Ebene der Mediengalerie" : `nach ${folder}`;
const issues: Record<string, string> = {
  ...rules,
  "not-yes-or-no": "Muss Ja oder Nein sein",
  "not-a-number": "Muss eine ganze Zahl sein",
  "not-checked": "Nicht in Dubyard ausgewählt: Bestätigen Sie die Datei beim Starten der Tabelle",
  "name-twice": "Eine andere Zeile hat denselben Namen",
  "name-taken": "Ein Batch mit diesem Namen existiert bereits oder steht noch aus",
  "name-missing": "Der Name des Batches fehlt",
  "path-missing": "Weder Skript noch Video",
  "setting-invalid": "Ungültiger Wert für diese Einstellung",
  "setting-unknown": "Diese Einstellung gibt es nicht",
  "rows-missing": "Unter der Kopfzeile stehen keine Zeilen",
  "too-many-rows": "Zu viele Zeilen für eine Tabelle; die übrigen wurden übersprungen",
};

/** The text of a problem, preceded by its position in the script. */
function issueText(rule: string, message: string): string {
  if (Object.hasOwn(issues, rule)) return issues[rule] ?? rule;
  const text = scripts.problem(rule, message || rule);
  const [, row, column = ""] = /^row (\d+): (?:([\w-]+): )?/.exec(message) ?? [];
  if (row === undefined || text === message) return text;
  return `Zeile ${row}${column === "" ? "" : `, ${column}`}: ${text}`;
}

export const bulk: Strings["bulk"] = {
  title: "Sammelaufträge",
  group: "Sammelauftrag",
  action: "Mehrere anlegen…",
  needsProject: "Zuerst ein Projekt öffnen",
  pathLabel: "Pfad",
  failed: "Konnte nicht gelesen werden",
  notFoundTitle: "Diese Tabelle gibt es nicht mehr",
  notFoundText: "Sie wurde gelöscht.",
  back: "Zurück zu den Tabellen",
  unknownTypeTitle: (type) => `Dubyard unterstützt keine Projekte vom Typ „${type}“`,
  unknownTypeText: "Batches dieses Typs lassen sich hier nicht anlegen.",
  view: "Anzeigen",
  columns: { name: "Name des Batches", video: "Video", script: "Skript", language: "Sprache" },
  videoHint:
    "Ein Pfad in der Mediengalerie, eine URL oder eine Datei auf diesem Computer, die zuerst hochgeladen wird",
  scriptHint:
    "Eine URL oder eine Datei auf diesem Computer, die zuerst in der Skriptablage gespeichert wird",
  languageHint:
    "Die Sprache des Skripts; erforderlich bei Untertiteln und .docx-, .txt- und .pdf-Dateien",
  yes: "Ja",
  no: "Nein",
  issue: issueText,

  drafts: {
    dropTitle: "Loslassen, um eine neue Tabelle anzulegen",
    title: "Tabellen",
    list: "Tabellen dieses Projekts",
    columns: { name: "Tabelle", rows: "Zeilen", updated: "Geändert" },
    create: "Neue Tabelle",
    newName: (moment) => `Tabelle vom ${moment}`,
    open: "Öffnen",
    rename: "Umbenennen…",
    renameTitle: "Tabelle umbenennen",
    name: "Name",
    delete: "Löschen…",
    deleteTitle: (name) => `Die Tabelle „${name}“ löschen?`,
    deleteText: (number) =>
      `${rows(number)} ${number === 1 ? "wird" : "werden"} von diesem Computer gelöscht. Das lässt sich nicht rückgängig machen. Daraus angelegte Batches bleiben erhalten.`,
    deleteAction: "Tabelle löschen",
    deleted: (name) => `„${name}“ wurde gelöscht`,
    selectOne: "Genau eine Tabelle auswählen",
    emptyTitle: "Noch keine Tabellen",
    emptyText:
      "Eine Zeile ist ein Batch. Füllen Sie Zeilen aus einem Ordner, einer Tabellendatei oder der Mediengalerie, prüfen Sie alle auf einmal, und starten Sie sie zusammen.",
    fromFolder: "Aus einem Ordner füllen…",
    template: "Vorlage speichern…",
    templateSaved: (path) => `Gespeichert als ${path}`,
  },

  grid: {
    label: (name) => `Batches von „${name}“`,
    saved: "Auf diesem Computer gespeichert",
    keeping: "Wird gespeichert…",
    notSaved: "Auf diesem Computer nicht gespeichert",
    refused:
      "Der Auftrag aus dieser Tabelle wurde abgelehnt. Korrigieren Sie die Tabelle, und starten Sie sie erneut.",
    rows,
    withErrors: (number) => (number === 0 ? "Keine Fehler" : `${rows(number)} mit Fehlern`),
    withWarnings: (number) => `${rows(number)} mit Warnungen`,
    checking: "Wird geprüft…",
    fill: "Füllen",
    fromFolder: "Aus einem Ordner…",
    fromTable: "Aus einer Tabellendatei…",
    chooseScript: "Skript für diese Zeile wählen…",
    exportXlsx: "Als .xlsx exportieren…",
    exportCsv: "Als .csv exportieren…",
    exported: (path) => `Gespeichert als ${path}`,
    check: "Alles prüfen",
    checked: (number) =>
      number === 0 ? "Alles wurde geprüft" : `Alles wurde geprüft, dazu ${scriptFiles(number)}`,
    checkingAll: "Skripte werden gelesen, Dateien gesucht…",
    start: "Starten…",
    noRows: "Die Tabelle ist leer",
    emptyHint: "Tippen, aus einer Tabellenkalkulation einfügen oder einen Ordner hier ablegen.",
    focus: "Zur Tabelle",
    more: "Mehr",
    showSettings: "Einstellungen für alle Zeilen",
    dropTitle: "Loslassen, um die Tabelle zu füllen",
    dropText: "Zusammengehörige Videos und Skripte werden zu einer Zeile.",
    dropUnsupported: "Nur Dateien auf diesem Computer lassen sich hinzufügen.",
    added: (number) => `${rows(number)} hinzugefügt`,
    noRoom: (number) =>
      `${rows(number)} ${number === 1 ? "passte" : "passten"} nicht mehr hinein: Die Tabelle ist voll.`,
    nothingFound: "Dort wurden keine Videos oder Skripte gefunden",
  },

  settings: {
    title: "Für alle Zeilen",
    hint: "Eine Zeile kann davon in ihrer eigenen Spalte abweichen.",
    usual: (value) => (value === "" ? "Nicht gesetzt" : `Standard: ${value}`),
    ownColumn: "Eigene Spalte",
    columnInUse: (number) =>
      `Zuerst die Spalte leeren: ${rows(number)} ${number === 1 ? "nutzt" : "nutzen"} sie`,
    folder: "Hochladen nach",
    folderHint: "Ordner der Mediengalerie für Videos von diesem Computer",
    folders: "Ordner der Mediengalerie",
  },

  match: {
    title: "Dateien zuordnen",
    text: (number) =>
      `${rows(number)} ${number === 1 ? "wurde" : "wurden"} gefunden. Korrigieren Sie die Zuordnung bei Bedarf.`,
    label: "Zugeordnete Dateien",
    why: "Grund",
    reasons: {
      "same-name": "Gleicher Name",
      "same-name-and-language": "Gleicher Name mit einer Sprache",
      "same-number": "Gleiche Folgennummer",
      "same-folder": "Einziges Paar im Ordner",
      none: "Keine Zuordnung gefunden",
    },
    byHand: "Selbst gewählt",
    noScript: "Kein Skript",
    noScriptFound: "Kein Skript gefunden",
    scriptNeeded: "Skript erforderlich",
    usedTwice: "Eine andere Zeile hat dasselbe Skript",
    guessed: (language) => `${language}?`,
    question: (languages, number) =>
      `${number === 1 ? "Der Name eines Skripts deutet" : `Die Namen von ${scriptFiles(number)}n deuten`} auf eine Sprache hin: ${formatList(languages)}. Stimmt das?`,
    use: "Ja, übernehmen",
    useHint: "Sie wird eingetragen und lässt sich je Zeile ändern.",
    leave: "Nein, leer lassen",
    leaveHint: "Sie wählen sie für jede Zeile.",
    confirmFirst: "Bestätigen Sie zuerst die Sprachen.",
    leftOut: (videoCount, scriptCount, others) => {
      const parts = [
        ...(videoCount > 0 ? [videos(videoCount)] : []),
        ...(scriptCount > 0 ? [scriptFiles(scriptCount)] : []),
        ...(others > 0
          ? [others === 1 ? "1 weitere Datei" : `${formatNumber(others)} weitere Dateien`]
          : []),
      ];
      return `Übersprungen: ${formatList(parts)}`;
    },
    failed: (number) =>
      number === 1
        ? "1 Datei oder Ordner ist nicht verwendbar und wird fehlen."
        : `${formatNumber(number)} Dateien oder Ordner sind nicht verwendbar und werden fehlen.`,
    failedList: "Nicht verwendbare Dateien",
    more: (number) => `und ${formatNumber(number)} weitere`,
    add: (number) => (number === 0 ? "Nichts hinzuzufügen" : `${rows(number)} hinzufügen`),
  },

  import: {
    title: "Nicht alles konnte gelesen werden",
    checkEncoding: "Kodierung prüfen",
    text: (rowCount, problems) =>
      [
        `${rows(rowCount)} ${rowCount === 1 ? "wurde" : "wurden"} gelesen.`,
        ...(problems > 0
          ? [`${count(problems, "Problem", "Probleme")} in der Datei gefunden.`]
          : []),
      ].join(" "),
    where: (row, column) =>
      [row === null ? "Die Datei" : `Zeile ${row}`, column]
        .filter((part) => part !== "")
        .join(", "),
    add: (number) => (number === 0 ? "Nichts hinzuzufügen" : `${rows(number)} hinzufügen`),
  },

  start: {
    title: (name) => `„${name}“ starten`,
    checking: "Alle Zeilen, Skripte und Dateien werden geprüft…",
    batches: (number, project) =>
      `${batches(number)} ${number === 1 ? "wird" : "werden"} in „${project}“ angelegt.`,
    uploads: (number, folder) =>
      `${files(number)} von diesem Computer ${number === 1 ? "wird" : "werden"} zuerst ${folderTitle(folder)} hochgeladen.`,
    noUploads: "Es muss nichts hochgeladen werden.",
    scripts: (number) =>
      `${scriptFiles(number)} von diesem Computer ${number === 1 ? "wird" : "werden"} zuerst in der Skriptablage gespeichert.`,
    template: "Die Tabelle wird in der Skriptablage gespeichert, wo der Dienst sie liest.",
    waits: "Startet automatisch, sobald alles bereit ist, auch nach einem Neustart.",
    offline:
      "Dieser Computer ist offline. Wird automatisch gesendet, sobald das Netzwerk wieder verfügbar ist.",
    errors: (number) => `${rows(number)} ${number === 1 ? "hat" : "haben"} Fehler.`,
    warnings: (number) =>
      `${rows(number)} ${number === 1 ? "hat eine Warnung" : "haben Warnungen"}, ${number === 1 ? "lässt" : "lassen"} sich aber starten.`,
    correct: "Ersten Fehler anzeigen",
    hasErrors: "Korrigieren Sie die Zeilen mit Fehlern, oder starten Sie die anderen.",
    noStore:
      "Der Dienst ruft die Tabelle aus einer Skriptablage ab, und dieser Arbeitsbereich hat keine. Richten Sie sie in den Einstellungen ein.",
    toSettings: "Einstellungen öffnen",
    all: (number) => `${batches(number)} starten`,
    good: (number) => `${count(number, "fehlerfreie Zeile", "fehlerfreie Zeilen")} starten`,
    nothing: "Keine Zeile lässt sich starten.",
    started: (number) => `${batches(number)} zum Ausgang hinzugefügt`,
    restName: (name) => `${name.slice(0, 180)}, Rest`,
    rest: (number) =>
      `${rows(number)} mit Fehlern ${number === 1 ? "bleibt" : "bleiben"} zur Korrektur hier`,
  },

  requests: {
    title: "Aufträge",
    list: "Sammelaufträge dieses Projekts",
    columns: {
      name: "Auftrag",
      status: "Status",
      progress: "Fortschritt",
      sent: "Gesendet",
      rows: "Zeilen",
    },
    open: "Öffnen",
    copyId: "ID kopieren",
    idCopied: "ID kopiert",
    selectOne: "Genau einen Auftrag auswählen",
    noStatus: "Kein Status",
    lost: {
      looking: "Wird anhand des Namens gesucht",
      found: "Anhand des Namens gefunden",
      someMissing: "Einige fehlen",
      noId: "Die Antwort mit der ID ging verloren",
      notice:
        "Die Antwort des Dienstes auf diesen Auftrag ging verloren. Der Status der Zeilen stammt von den gleichnamigen Batches im Projekt.",
      missing: "Fehlt",
      notAppeared: "Es ist kein Batch mit diesem Namen erschienen",
    },
    counts: (done, failed, open) =>
      formatList([
        ...(done > 0 ? [`${formatNumber(done)} fertig`] : []),
        ...(failed > 0 ? [`${formatNumber(failed)} fehlgeschlagen`] : []),
        ...(open > 0 ? [`${formatNumber(open)} offen`] : []),
      ]),
    progressOf: (name) => `Fortschritt von ${name}`,
    emptyTitle: "Noch keine Aufträge",
    emptyText:
      "Aus einer gestarteten Tabelle wird ein Auftrag. Sein Fortschritt ist hier zu sehen.",
    waiting: (name, uploads) =>
      uploads === 0
        ? `„${name}“ wartet darauf, gesendet zu werden.`
        : `„${name}“ wartet auf ${count(uploads, "Upload", "Uploads")}.`,
    sending: (name) => `„${name}“ wird gesendet.`,
    refused: (name) => `„${name}“ konnte nicht gesendet werden.`,
    toOutbox: "Ausgang öffnen",
    back: "Alle Aufträge",
    rows: (name) => `Zeilen von „${name}“`,
    rowColumns: { name: "Name des Batches", status: "Status", message: "Meldung" },
    filters: { all: "Alle", failed: "Fehlgeschlagen", open: "Offen", done: "Fertig" },
    emptyFilter: "Keine Zeilen",
    openBatch: "Batch öffnen",
    noBatch: "Der Dienst hat dafür keinen Batch angelegt",
    copyMessage: "Meldung kopieren",
    messageCopied: "Meldung kopiert",
    selectRow: "Genau eine Zeile auswählen",
    retry: "Fehlgeschlagene Zeilen wiederholen",
    retryReason: "Keine Zeile ist fehlgeschlagen",
    retryElsewhere: "Nur auf dem Computer verfügbar, der den Auftrag gestartet hat",
    retried: (number) => `Eine Tabelle mit ${count(number, "Zeile", "Zeilen")} wurde angelegt`,
    asOf: (age) => `Stand: ${age}`,
  },

  follow: {
    action: "Sammelauftrag anhand der ID verfolgen…",
    title: "Sammelauftrag verfolgen",
    text: "Ein Sammelauftrag dieses Arbeitsbereichs, der auf einem anderen Computer oder von einem anderen Programm gestartet wurde.",
    id: "ID des Auftrags",
    project: "Projekt",
    projectNone: "Es gibt noch keine Projekte.",
    confirm: "Verfolgen",
    done: "Der Auftrag wird jetzt hier verfolgt",
    known: "Der Auftrag wird hier bereits verfolgt",
    missingTitle: "Dieser Sammelauftrag wird auf diesem Computer nicht verfolgt",
    missingText:
      "Er wurde anderswo gestartet. Verfolgen Sie ihn, um hier Fortschritt und Zeilen zu sehen.",
    notice:
      "Dieser Auftrag wurde anderswo gestartet und wird anhand seiner ID verfolgt: Von den Zeilen sind hier nur die Namen bekannt.",
    since: (moment) => `Wird verfolgt seit ${moment}`,
  },

  galleryImport: {
    action: "Batches aus den Dateien anlegen…",
    actionOf: (number) => (number === 1 ? "Batch daraus anlegen…" : "Batches daraus anlegen…"),
    title: (number) => `Batches aus ${count(number, "Datei", "Dateien")} anlegen`,
    folderTitle: "Batches aus Dateien der Mediengalerie anlegen",
    text: "Jede Datei wird zu einer Zeile einer Tabelle. Vervollständigen Sie die Tabelle vor dem Start.",
    project: "Projekt",
    projectSearch: "Projekte suchen",
    projectEmpty: "Kein Projekt mit diesem Namen",
    projectNone: "Kein Projekt nimmt Videos an. Legen Sie zuerst eines an.",
    table: "Tabelle",
    newTable: "Neue Tabelle",
    confirm: "Weiter",
    tooMany: (number) =>
      `${files(number)} ausgewählt; eine Tabelle kann ${formatNumber(10_000)} Zeilen haben. Wählen Sie weniger Dateien aus.`,
  },
};
