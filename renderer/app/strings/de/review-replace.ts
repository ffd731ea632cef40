import type { replace as english } from "../en/review-replace";
import { formatNumber } from "../../format";
import { count } from "./count";

export const replace: typeof english = {
  open: "Suchen und ersetzen…",
  title: "Suchen und ersetzen",
  find: "Suchen",
  replacement: "Ersetzen durch",
  caseSensitive: "Groß- und Kleinschreibung beachten",
  wholeWord: "Nur ganze Wörter",
  preview: "Änderungen",
  found: (number) => count(number, "Zeile ändert sich", "Zeilen ändern sich"),
  more: (number) => `Die ersten ${formatNumber(number)} sind aufgeführt und werden geändert.`,
  progress: (done, all) => `${formatNumber(done)} von ${formatNumber(all)} geändert`,
  action: (number) =>
    number === 0 ? "Ersetzen" : `In ${count(number, "Zeile", "Zeilen")} ersetzen`,
  nothingToFind: "Geben Sie den gesuchten Text ein",
  noMatch: "Keine Zeile ändert sich",
  done: (number) => `${count(number, "Text", "Texte")} geändert`,
  notChanged: (number) =>
    `${count(number, "Zeile wurde", "Zeilen wurden")} nicht geändert, weil sie inzwischen geändert wurden`,
};
