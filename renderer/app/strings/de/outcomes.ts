import type { Strings } from "../en";

export const outcomes: Strings["outcomes"] = {
  show: "Anzeigen",
  retryFailed: "Fehlgeschlagene wiederholen",
  more: (number) => `und ${number} weitere`,
};
