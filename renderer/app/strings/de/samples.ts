import type { samples as english } from "../en/samples";

export const samples: typeof english = {
  with: "Mit einem Beispielprojekt",
  hint: "Eine Minute Video mit zwei Figuren, in zwei Sprachen synchronisiert. Es lässt sich mit einem Klick entfernen.",
  add: "Beispielprojekt hinzufügen",
  guide:
    "Das ist das Beispielprojekt. Sobald eine Sprache synchronisiert ist, prüfen Sie ihre Zeilen und liefern dann ihre Dateien.",
  remove: "Beispielprojekt entfernen",
  removed: "Das Beispielprojekt wurde entfernt",
};
