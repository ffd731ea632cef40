import type { Capability } from "../../../../preload/facts/capabilities";
import type { Strings } from "../en";
import { formatList } from "../../format";

const names: Record<Capability, string> = {
  inference: "Audio",
  transcription: "Transkription von Medien",
  backgroundSeparation: "Abtrennung des Hintergrunds",
  translation: "Übersetzung",
};

export const capabilities: Strings["capabilities"] = {
  reasons: {
    inference: "Dieser Arbeitsbereich erzeugt kein Audio.",
    transcription: "Dieser Arbeitsbereich analysiert keine Medien: Alles kommt aus dem Skript.",
    backgroundSeparation: "Dieser Arbeitsbereich trennt den Hintergrund nicht ab.",
    translation: "Dieser Arbeitsbereich übersetzt nicht.",
  },
  lacking: (capabilities) =>
    `In diesem Arbeitsbereich nicht verfügbar: ${formatList(capabilities.map((one) => names[one]))}.`,
};
