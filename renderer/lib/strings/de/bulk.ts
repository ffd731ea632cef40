import type { Strings } from "..";
import { formatList } from "../../format";
import { count } from "./count";

const rows = (number: number) => count(number, "Zeile", "Zeilen");
const cells = (number: number) => count(number, "Zelle", "Zellen");
const columns = (number: number) => count(number, "Spalte", "Spalten");
const problemWords = { error: "Problem", warning: "Warnung" };

export const grid: Strings["grid"] = {
  group: "Tabelle",
  help: "Tippen oder F2 ändert eine Zelle, F8 führt zum nächsten Problem. Escape und danach Tab verlassen die Tabelle.",
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
