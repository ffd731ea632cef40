import type { HelpTopic } from "../../../../preload/facts/help-topics";
import type { help as english } from "../en/help";
import { count } from "./count";

/** The title of each topic, which is also the first heading of its file in resources/help/de. */
const topics: Record<HelpTopic, string> = {
  start: "Erste Schritte",
  uploads: "Medien hochladen",
  scripts: "Skripte und Batches",
  casting: "Besetzung und Stimmen",
  dubbing: "Synchronisieren",
  review: "Zeilen prüfen",
  delivery: "Dateien ausliefern",
  offline: "Offline arbeiten",
  troubleshooting: "Probleme lösen",
  keys: "Tastatur",
};

export const help: typeof english = {
  title: "Hilfe",
  topics,
  topicsLabel: "Themen",
  search: "Hilfe durchsuchen",
  found: (number) => `${count(number, "Abschnitt", "Abschnitte")} gefunden`,
  noMatchText: "Versuchen Sie andere Wörter, oder wählen Sie ein Thema.",
  open: "Hilfe zu dieser Ansicht",
  link: (topic) => `Hilfe: ${topic}`,
};
