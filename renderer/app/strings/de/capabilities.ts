import type { Capability } from "../../../../preload/facts/capabilities";
import type { Strings } from "../en";
import { formatList } from "../../format";

const names: Record<Capability, string> = {
  inference: "Audio",
  transcription: "Transkription von Medien",
  speakerDetection: "Erkennung von Sprechern",
  backgroundSeparation: "Abtrennung des Hintergrunds",
  translation: "Übersetzung",
};

export const capabilities: Strings["capabilities"] = {
  reasons: {
    inference: "Dieser Arbeitsbereich erzeugt kein Audio.",
    transcription: "Keine Transkription ist installiert: Text und Zeiten kommen aus dem Skript.",
    speakerDetection:
      "Dieser Arbeitsbereich erkennt keine Sprecher: Figuren kommen aus dem Skript.",
    backgroundSeparation: "Dieser Arbeitsbereich trennt den Hintergrund nicht ab.",
    translation: "Dieser Arbeitsbereich übersetzt nicht.",
  },
  lacking: (capabilities) =>
    `In diesem Arbeitsbereich nicht verfügbar: ${formatList(capabilities.map((one) => names[one]))}.`,
};
