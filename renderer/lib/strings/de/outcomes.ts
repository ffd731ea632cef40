import type { Strings } from "..";

export const outcomes: Strings["outcomes"] = {
  retryFailed: "Fehlgeschlagene wiederholen",
  more: (number) => `und ${number} weitere`,
};
