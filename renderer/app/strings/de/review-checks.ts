import type { checks as english } from "../en/review-checks";
import { formatNumber } from "../../format";
import { count } from "./count";

export const checks: typeof english = {
  title: "Qualitätsprüfung",
  filter: "Befund",
  any: "Alle Befunde",
  withCount: (name, number) => `${name} (${formatNumber(number)})`,
  detail: (name, detail) => `${name}: ${detail}`,
  subjects: { glossary: (word) => `„${word}“`, line: (number) => `Zeile ${number}` },
  more: (number) => `+${formatNumber(number)}`,
  ignore: "Ignorieren",
  ignoreOf: (name) => `Ignorieren: ${name}`,
  ignoreTitle: (name) => `„${name}“ für diese Zeile ignorieren`,
  ignoreText:
    "Der Befund gilt wieder, sobald sich der Text der Zeile ändert. Berichte nennen ihn mit Ihrem Namen.",
  stopIgnoring: "Nicht mehr ignorieren",
  stopIgnoringOf: (name) => `Nicht mehr ignorieren: ${name}`,
  ignoredBy: (name) => `Ignoriert von ${name}`,
  approveClean: "Alle ohne Warnungen freigeben",
  approveCleanOf: (language) => `Alle ohne Warnungen freigeben: ${language}`,
  approveCleanTitle: (number) =>
    `${count(number, "Zeile", "Zeilen")} ohne Fehler und Warnungen freigeben?`,
  approveCleanText: "Zeilen mit Fehlern oder Warnungen werden nicht geändert.",
  noneClean: "Alle offenen Zeilen haben Fehler oder Warnungen.",
};
