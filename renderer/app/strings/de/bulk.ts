import type { Strings } from "../en";
import { formatList, formatNumber } from "../../format";
import { count } from "./count";
import { rules } from "./lists";
import { scripts } from "./scripts";

const rows = (number: number) => count(number, "Zeile", "Zeilen");
const cells = (number: number) => count(number, "Zelle", "Zellen");
const columns = (number: number) => count(number, "Spalte", "Spalten");
const problemWords = { error: "Problem", warning: "Warnung" };

export const grid: Strings["grid"] = {
  group: "Tabelle",
  help: "Tippen oder F2 ändert eine Zelle, F8 führt zum nächsten Problem. Escape und danach Tab verlassen die Tabelle.",
  leaving: "Tab verlässt jetzt die Tabelle",
  rowNumber: "Zeilennummer",
  newRow: "Neue Zeile",
  row: (number, problems) =>
    problems.length === 0 ? `Zeile ${number}` : `Zeile ${number}: ${formatList(problems)}`,
  cell: (column, row, text, problem) => {
    const said = `${column}, Zeile ${row}: ${text === "" ? "leer" : text}`;
    return problem ? `${said}. ${problemWords[problem.severity]}: ${problem.text}` : said;
  },
  field: (column, row) => `${column}, Zeile ${row}`,
  suggestions: (column) => `${column}: Vorschläge`,
  copied: (height, width) => `${rows(height)}, ${columns(width)} kopiert`,
  pasted: (height, width) => `${rows(height)}, ${columns(width)} eingefügt.`,
  noRoom: (number) =>
    `${rows(number)} ${number === 1 ? "passte" : "passten"} nicht mehr: Die Tabelle ist voll.`,
  noColumns: (number) =>
    `${columns(number)} ${number === 1 ? "hat hier keinen Platz und wurde" : "haben hier keinen Platz und wurden"} ausgelassen.`,
  cleared: "Geleert",
  filled: (number) => `${cells(number)} ausgefüllt`,
  inserted: (number) => `${rows(number)} eingefügt`,
  removed: (number) => `${rows(number)} gelöscht`,
  duplicated: (number) => `${rows(number)} verdoppelt`,
  moved: (number, to) => `${rows(number)} auf Zeile ${to} verschoben`,
  undone: "Rückgängig gemacht",
  redone: "Wiederhergestellt",
  nothingToUndo: "Es gibt nichts rückgängig zu machen",
  nothingToRedo: "Es gibt nichts wiederherzustellen",
  noProblems: "Es gibt keine Probleme",
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
  duplicate: (number) => (number > 1 ? `${rows(number)} verdoppeln` : "Zeile verdoppeln"),
  remove: (number) => (number > 1 ? `${rows(number)} löschen` : "Zeile löschen"),
  moveUp: (number) =>
    number > 1 ? `${rows(number)} nach oben schieben` : "Zeile nach oben schieben",
  moveDown: (number) =>
    number > 1 ? `${rows(number)} nach unten schieben` : "Zeile nach unten schieben",
  nextProblem: "Nächstes Problem",
  lastProblem: "Voriges Problem",
  wider: "Spalte verbreitern",
  narrower: "Spalte verschmälern",
};

const batches = (number: number) => count(number, "Batch", "Batches");
const files = (number: number) => count(number, "Datei", "Dateien");
const scriptFiles = (number: number) => count(number, "Skript", "Skripte");
const videos = (number: number) => count(number, "Video", "Videos");
const place = (folder: string) =>
  folder === "" ? "in die oberste Ebene der Mediengalerie" : `nach ${folder}`;
const issues: Record<string, string> = {
  ...rules,
  "not-yes-or-no": "Weder Ja noch Nein",
  "not-a-number": "Keine ganze Zahl",
  "not-looked-at":
    "Nicht in Dubyard ausgewählt: Sie bestätigen die Datei, wenn die Tabelle gestartet wird",
  "name-twice": "Eine andere Zeile heißt genauso",
  "name-taken": "Ein Batch dieses Namens ist schon da oder unterwegs",
  "name-missing": "Der Name des Batches fehlt",
  "path-missing": "Weder Skript noch Video",
  "setting-invalid": "Kein Wert dieser Einstellung",
  "rows-missing": "Unter der Kopfzeile stehen keine Zeilen",
  "too-many-rows": "Eine Tabelle fasst nicht so viele Zeilen; die übrigen wurden ausgelassen",
  encoding: "Die Datei ist nicht UTF-8. Bitte die Umlaute prüfen oder sie als UTF-8 speichern",
};

/** With the place in the script, which comes before the words of it. */
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
  failed: "Das ließ sich nicht lesen",
  goneTitle: "Diese Tabelle gibt es nicht mehr",
  goneText: "Sie wurde gelöscht.",
  back: "Zurück zu den Tabellen",
  unknownTypeTitle: (type) => `Dubyard kennt keine Projekte vom Typ „${type}“`,
  unknownTypeText: "Batches dafür lassen sich hier nicht anlegen.",
  view: "Anzeigen",
  columns: { name: "Name des Batches", video: "Video", script: "Skript", language: "Sprache" },
  videoHint:
    "Ein Pfad der Mediengalerie, eine URL oder eine Datei auf diesem Computer, die zuerst hochgeladen wird",
  scriptHint:
    "Eine URL oder eine Datei auf diesem Computer, die zuerst in die Skriptablage gelegt wird",
  languageHint: "Die Sprache des Skripts; nötig bei .docx-, .txt-, .pdf- und .srt-Dateien",
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
      `${rows(number)} ${number === 1 ? "wird" : "werden"} von diesem Computer gelöscht. Das lässt sich nicht rückgängig machen. Batches, die daraus entstanden sind, bleiben.`,
    deleteAction: "Tabelle löschen",
    deleted: (name) => `„${name}“ wurde gelöscht`,
    selectOne: "Zuerst eine einzelne Tabelle auswählen",
    emptyTitle: "Noch keine Tabellen",
    emptyText:
      "Eine Zeile ist ein Batch: aus einem Ordner, einer Tabellenkalkulation oder der Mediengalerie füllen, alle auf einmal prüfen und zusammen starten.",
    fromFolder: "Aus einem Ordner füllen…",
    template: "Vorlage speichern…",
    templateSaved: (path) => `Gespeichert als ${path}`,
  },

  grid: {
    label: (name) => `Batches von „${name}“`,
    kept: "Auf diesem Computer gesichert",
    keeping: "Wird gesichert…",
    notKept: "Auf diesem Computer nicht gesichert",
    refused:
      "Was aus dieser Tabelle gestartet wurde, wurde abgelehnt. Bitte korrigieren und neu starten.",
    rows,
    withErrors: (number) => (number === 0 ? "Keine Fehler" : `${rows(number)} mit Fehlern`),
    withWarnings: (number) => `${rows(number)} mit Warnungen`,
    checking: "Wird geprüft…",
    fill: "Füllen",
    fromFolder: "Aus einem Ordner…",
    fromTable: "Aus einer Tabellenkalkulation…",
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
    dropText: "Videos und Skripte, die zusammengehören, werden eine Zeile.",
    dropNothing: "Das ließ sich nicht übernehmen: Es sind keine Dateien auf diesem Computer.",
    added: (number) => `${rows(number)} hinzugefügt`,
    noRoom: (number) =>
      `${rows(number)} ${number === 1 ? "passte" : "passten"} nicht mehr: Die Tabelle ist voll.`,
    nothingFound: "Dort wurden keine Videos oder Skripte gefunden",
  },

  settings: {
    title: "Für alle Zeilen",
    hint: "Eine Zeile sagt es in ihrer eigenen Spalte anders.",
    usual: (value) => (value === "" ? "Nicht gesetzt" : `Standard: ${value}`),
    ownColumn: "Eigene Spalte",
    columnInUse: (number) =>
      `Zuerst die Spalte leeren: ${rows(number)} ${number === 1 ? "nutzt" : "nutzen"} sie`,
    folder: "Hochladen nach",
    folderHint: "Ordner der Mediengalerie für Videos von diesem Computer",
    folders: "Ordner der Mediengalerie",
  },

  match: {
    title: "Was zusammengehört",
    text: (number) =>
      `${rows(number)} ${number === 1 ? "wurde" : "wurden"} gefunden. Alles lässt sich hier berichtigen.`,
    label: "Gefundene Paare",
    why: "Grund",
    reasons: {
      "same-name": "Gleicher Name",
      "same-name-and-language": "Gleicher Name und eine Sprache",
      "same-number": "Gleiche Folgennummer",
      "same-folder": "Das einzige Paar im Ordner",
      none: "Nichts Passendes gefunden",
    },
    byHand: "Selbst gewählt",
    noScript: "Kein Skript",
    noScriptFound: "Kein Skript gefunden",
    scriptNeeded: "Hier ist ein Skript nötig",
    usedTwice: "Eine andere Zeile hat dasselbe Skript",
    guessed: (language) => `${language}?`,
    question: (languages, number) =>
      `${number === 1 ? "Der Name eines Skripts nennt" : `Die Namen von ${scriptFiles(number)}n nennen`} eine Sprache: ${formatList(languages)}. Stimmt das?`,
    use: "Ja, übernehmen",
    useHint: "Sie wird eingetragen und lässt sich je Zeile ändern.",
    leave: "Nein, offen lassen",
    leaveHint: "Sie wird je Zeile von Hand gewählt.",
    answerFirst: "Zuerst sagen, ob die Sprachen stimmen.",
    leftOut: (videoCount, scriptCount, others) => {
      const parts = [
        ...(videoCount > 0 ? [videos(videoCount)] : []),
        ...(scriptCount > 0 ? [scriptFiles(scriptCount)] : []),
        ...(others > 0
          ? [others === 1 ? "1 weitere Datei" : `${formatNumber(others)} weitere Dateien`]
          : []),
      ];
      return `Ausgelassen: ${formatList(parts)}`;
    },
    more: (number) => `und ${formatNumber(number)} weitere`,
    add: (number) => (number === 0 ? "Nichts hinzuzufügen" : `${rows(number)} hinzufügen`),
  },

  import: {
    title: "Nicht alles ließ sich lesen",
    text: (rowCount, problems) =>
      `${rows(rowCount)} ${rowCount === 1 ? "wurde" : "wurden"} gelesen. ${count(problems, "Stelle", "Stellen")} der Datei ${problems === 1 ? "ist" : "sind"} so nicht brauchbar.`,
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
      `${files(number)} von diesem Computer ${number === 1 ? "wird" : "werden"} zuerst ${place(folder)} hochgeladen.`,
    noUploads: "Nichts muss hochgeladen werden.",
    scripts: (number) =>
      `${scriptFiles(number)} von diesem Computer ${number === 1 ? "kommt" : "kommen"} in die Skriptablage.`,
    template: "Die Tabelle selbst kommt in die Skriptablage, wo der Dienst sie liest.",
    waits: "Es startet von selbst, sobald alles da ist, auch nach einem Neustart.",
    offline: "Dieser Computer ist offline: Es geht los, sobald das Netz zurück ist.",
    errors: (number) => `${rows(number)} ${number === 1 ? "hat" : "haben"} Fehler.`,
    warnings: (number) =>
      `${rows(number)} ${number === 1 ? "hat eine Warnung" : "haben Warnungen"}, ${number === 1 ? "lässt" : "lassen"} sich aber starten.`,
    correct: "Ersten Fehler zeigen",
    hasErrors: "Die Zeilen mit Fehlern berichtigen oder die anderen starten.",
    noStore:
      "Dieser Arbeitsbereich hat keine Skriptablage, aus der der Dienst die Tabelle holen könnte. Sie lässt sich in den Einstellungen einrichten.",
    toSettings: "Einstellungen öffnen",
    all: (number) => `${batches(number)} starten`,
    good: (number) => `${count(number, "fehlerfreie Zeile", "fehlerfreie Zeilen")} starten`,
    nothing: "Keine Zeile lässt sich starten.",
    started: (number) => `${batches(number)} auf dem Weg`,
    restName: (name) => `${name.slice(0, 180)}, Rest`,
    rest: (number) =>
      `${rows(number)} mit Fehlern ${number === 1 ? "bleibt" : "bleiben"} hier und ${number === 1 ? "lässt" : "lassen"} sich berichtigen`,
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
    selectOne: "Zuerst einen einzelnen Auftrag auswählen",
    noStatus: "Kein Status",
    lost: {
      looking: "Wird am Namen gesucht",
      found: "Am Namen erkannt",
      someMissing: "Einige fehlen",
      noId: "Die Antwort ging verloren, und mit ihr die ID",
      notice:
        "Die Antwort des Dienstes auf diesen Auftrag ging verloren. Was aus den Zeilen wurde, sagen die Batches dieser Namen, die im Projekt erschienen sind.",
      missing: "Fehlt",
      notAppeared: "Ein Batch dieses Namens ist nicht erschienen",
    },
    counts: (done, failed, open) =>
      formatList([
        ...(done > 0 ? [`${formatNumber(done)} fertig`] : []),
        ...(failed > 0 ? [`${formatNumber(failed)} fehlgeschlagen`] : []),
        ...(open > 0 ? [`${formatNumber(open)} offen`] : []),
      ]),
    progressOf: (name) => `Fortschritt von ${name}`,
    emptyTitle: "Von hier wurde noch nichts gestartet",
    emptyText: "Eine gestartete Tabelle wird zum Auftrag, und hier lässt er sich verfolgen.",
    waiting: (name, uploads) =>
      uploads === 0
        ? `„${name}“ wartet auf das Senden.`
        : `„${name}“ wartet auf ${count(uploads, "Upload", "Uploads")}.`,
    sending: (name) => `„${name}“ wird gesendet.`,
    refused: (name) => `„${name}“ ließ sich nicht senden.`,
    toOutbox: "Ausgang öffnen",
    back: "Alle Aufträge",
    rows: (name) => `Zeilen von „${name}“`,
    rowColumns: { name: "Name des Batches", status: "Status", message: "Meldung" },
    filters: { all: "Alle", failed: "Fehlgeschlagen", open: "Offen", done: "Fertig" },
    emptyFilter: "Hier sind keine Zeilen",
    openBatch: "Batch öffnen",
    noBatch: "Der Dienst hat daraus keinen Batch gemacht",
    copyMessage: "Meldung kopieren",
    messageCopied: "Meldung kopiert",
    selectRow: "Zuerst eine einzelne Zeile auswählen",
    retry: "Fehlgeschlagene Zeilen wiederholen",
    retryReason: "Keine Zeile ist fehlgeschlagen",
    retryElsewhere: "Nur der Computer, der den Auftrag gestartet hat, kennt seine Zeilen",
    retried: (number) => `Eine Tabelle mit ${count(number, "Zeile", "Zeilen")} wurde angelegt`,
    asOf: (age) => `Stand ${age}`,
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

  intake: {
    action: "Batches aus den Dateien anlegen…",
    actionOf: (number) => (number === 1 ? "Batch daraus anlegen…" : "Batches daraus anlegen…"),
    title: (number) => `Batches aus ${count(number, "Datei", "Dateien")} anlegen`,
    folderTitle: "Batches aus Dateien der Mediengalerie anlegen",
    text: "Jede Datei wird eine Zeile einer Tabelle, die vor dem Start vervollständigt wird.",
    project: "Projekt",
    projectSearch: "Projekte suchen",
    projectEmpty: "Kein Projekt mit diesem Namen",
    projectNone: "Es gibt kein Projekt, das Videos annimmt. Zuerst eines anlegen.",
    table: "Tabelle",
    newTable: "Eine neue Tabelle",
    confirm: "Weiter",
    tooMany: (number) =>
      `Das sind ${files(number)}; eine Tabelle fasst ${formatNumber(10_000)} Zeilen. Weniger auswählen.`,
  },
};
