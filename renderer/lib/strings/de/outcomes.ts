import type { Strings } from "..";

export const outcomes: Strings["outcomes"] = {
  show: "Anzeigen",
  retryFailed: "Fehlgeschlagene wiederholen",
  more: (number) => `und ${number} weitere`,
};
