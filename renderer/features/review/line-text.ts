import type { LineState, TakeCheckName } from "../../../preload/facts/review";
import { takeChecks } from "../../../preload/facts/review";
import { t } from "../../app/strings";
import type { Tone } from "../../ui/tone";

export const toneOf: Readonly<Record<LineState, Tone>> = {
  generating: "active",
  failed: "bad",
  pending: "waiting",
  stale: "warn",
  rejected: "bad",
  approved: "good",
  ready: "waiting",
};

const isKnown = (name: string): name is TakeCheckName =>
  (takeChecks as readonly string[]).includes(name);

/** The words for a check; its name if this version does not know it. */
export const checkText = (name: string): string => (isKnown(name) ? t.review.checks[name] : name);
