import type { HistoryValue } from "../../../../preload/facts/review";
import { count } from "./count";

const values: Record<HistoryValue, string> = {
  target: "Text",
  voice: "Voice",
  offsetMs: "Offset",
  levelDb: "Level",
  fit: "Length",
  chosenVariant: "Used take",
  decision: "Decision",
  reason: "Reason",
  startMs: "Start",
  endMs: "End",
  character: "Character",
  source: "Source text",
  emotion: "Emotion",
  intensity: "Intensity",
  origin: "Lines",
};

const none: Record<HistoryValue, string> = {
  target: "none",
  voice: "that of the character",
  offsetMs: "none",
  levelDb: "none",
  fit: "none",
  chosenVariant: "the first one",
  decision: "none",
  reason: "none",
  startMs: "none",
  endMs: "none",
  character: "none",
  source: "none",
  emotion: "none",
  intensity: "none",
  origin: "as in the script",
};

/** The changes of a line. */
export const history = {
  title: (number: number) => count(number, "change", "changes"),
  values,
  /** What is shown where there is no value. */
  none,
};
