import type { Strings } from "../en";
import { formatNumber } from "../../format";
import { count } from "./count";

export const dubs: Strings["dubs"] = {
  start: "Inferenz starten",
  stop: "Inferenz stoppen",
  changed: {
    start: (number: number) =>
      number === 0
        ? "Noch keine Sprache hat Zeilen und Stimmen"
        : `Inferenz für ${count(number, "Sprache", "Sprachen")} gestartet`,
    stop: (number: number) =>
      number === 0
        ? "Es lief nichts"
        : `Inferenz für ${count(number, "Sprache", "Sprachen")} gestoppt`,
  },
  paused: "Die Inferenz ist in diesem Arbeitsbereich angehalten.",
  resume: "Fortsetzen",
  startOne: "Starten",
  stopOne: "Stoppen",
  startOf: (language: string) => `Inferenz für ${language} starten`,
  stopOf: (language: string) => `Inferenz für ${language} stoppen`,
  linesAfterPicture: (timecode: string, isAssumed: boolean) =>
    `Alle Zeilen beginnen nach dem Ende des Bildes: Ihre Zeiten zählen ab ${timecode}, ${isAssumed ? "dem üblichen Timecode eines Bildes" : "dem Timecode des Bildes"}.`,
  moveLines: "Zeilen in das Bild verschieben",
  acceptVideo: "Mit dem Vorhandenen fortfahren",
  complete: "Alle Takes sind erzeugt",
  /** Where no takes are planned yet. */
  states: {
    idle: "Inferenz wurde nicht gestartet",
    due: "Beginnt bald",
    making: "Läuft",
    finishing: "Läuft",
    made: "Keine Zeilen",
    stopped: "Gestoppt",
    blocked: "Kann nicht beginnen",
    other: "Unbekannter Zustand",
  },
  takes: (made: string, planned: number) => `${made} von ${formatNumber(planned)} Takes`,
  failed: (number: string) => `${number} fehlgeschlagen`,
  outdated: (number: string) => `${number} noch zu erzeugen`,
  timeLeft: (duration: string) => `noch ${duration}`,
};
