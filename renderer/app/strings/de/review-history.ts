import type { history as english } from "../en/review-history";
import { count } from "./count";

export const history: typeof english = {
  title: (number) => count(number, "Änderung", "Änderungen"),
  values: {
    target: "Text",
    voice: "Stimme",
    offsetMs: "Versatz",
    fit: "Länge",
    chosenVariant: "Verwendeter Take",
    decision: "Entscheidung",
    reason: "Grund",
    startMs: "Beginn",
    endMs: "Ende",
    character: "Figur",
    source: "Quelle",
    emotion: "Emotion",
    intensity: "Intensität",
    origin: "Zeilen",
  },
  none: {
    target: "keiner",
    voice: "die der Figur",
    offsetMs: "keiner",
    fit: "keine",
    chosenVariant: "der erste",
    decision: "keine",
    reason: "keiner",
    startMs: "keiner",
    endMs: "keines",
    character: "keine",
    source: "keine",
    emotion: "keine",
    intensity: "keine",
    origin: "wie im Skript",
  },
};
