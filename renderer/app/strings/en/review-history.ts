import type { HistoryValue } from "../../../../preload/facts/review";
import { count } from "./count";

const values: Record<HistoryValue, string> = {
  target: "Text",
  voice: "Voice",
  offsetMs: "Offset",
  fit: "Length",
  chosenVariant: "Used take",
  decision: "Decision",
  reason: "Reason",
};

const none: Record<HistoryValue, string> = {
  target: "none",
  voice: "that of the character",
  offsetMs: "none",
  fit: "none",
  chosenVariant: "the first one",
  decision: "none",
  reason: "none",
};

/** The changes of a line. */
export const history = {
  title: (number: number) => count(number, "change", "changes"),
  values,
  /** What is shown where there is no value. */
  none,
};
