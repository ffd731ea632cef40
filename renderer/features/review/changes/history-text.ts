import type { HistoryEntry } from "../../../../preload/contract/line-details";
import { lineEdits } from "../../../../preload/facts/line-edits";
import { decisions, type HistoryValue } from "../../../../preload/facts/review";
import { formatDecibels, formatDecimal, formatMilliseconds } from "../../../app/format";
import { t } from "../../../app/strings";
import { formatTimecode } from "../format-timecode";

type Value = HistoryEntry["changes"][number]["before"];
const texts = t.review.history;

const formatValue: Record<HistoryValue, (value: string | number) => string> = {
  target: String,
  reason: String,
  voice: String,
  offsetMs: (value) => formatMilliseconds(Number(value)),
  levelDb: (value) => formatDecibels(Number(value)),
  fit: (value) =>
    value === "auto" || value === "natural"
      ? t.review.fits[value]
      : t.review.fitFactor(formatDecimal(Number(value))),
  chosenVariant: (value) => t.review.take(Number(value) + 1),
  decision: (value) => {
    const known = decisions.find((one) => one === value);
    return known ? t.review.states[known] : String(value);
  },
  startMs: (value) => formatTimecode(Number(value)),
  endMs: (value) => formatTimecode(Number(value)),
  character: String,
  source: String,
  emotion: String,
  intensity: String,
  origin: (value) => {
    const known = lineEdits.find((one) => one === value);
    return known ? t.review.lineEdit.origins[known] : String(value);
  },
};

/** A value of a line, as it is displayed. */
export const historyText = (name: HistoryValue, value: Value): string =>
  value === null || value === "" ? texts.none[name] : formatValue[name](value);
