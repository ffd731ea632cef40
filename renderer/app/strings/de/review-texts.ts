import type { textsFile as english } from "../en/review-texts";
import { count } from "./count";

export const textsFile: typeof english = {
  save: "Texte exportieren…",
  saved: (number) => `${count(number, "Zeile", "Zeilen")} exportiert`,
  withoutTimes: "Die Zeilen haben keine Zeiten. Exportieren Sie die Texte als .xlsx oder .csv",
  read: "Texte importieren…",
  title: (name) => `Texte aus „${name}“`,
  changed: (number) => count(number, "Zeile ändert sich", "Zeilen ändern sich"),
  unchanged: (number) => count(number, "Zeile bleibt gleich", "Zeilen bleiben gleich"),
  missing: (number) => count(number, "Zeile fehlt in der Datei", "Zeilen fehlen in der Datei"),
  problems: (number) =>
    `${count(number, "Zeile der Datei wird", "Zeilen der Datei werden")} ignoriert`,
  notes: "Hinweise zur Datei",
  problem: {
    "texts-language": "Die Datei enthält keine Texte in dieser Sprache",
    "texts-empty": "Der Text ist leer. Die Zeile behält ihren Text",
  },
  more: (number) =>
    number === 1
      ? "Eine weitere Zeile ändert sich."
      : `${count(number, "weitere Zeile ändert sich", "weitere Zeilen ändern sich")}.`,
  action: (number) => (number === 0 ? "Texte ändern" : `${count(number, "Text", "Texte")} ändern`),
  nothingToChange: "Keine Zeile ändert sich",
};
