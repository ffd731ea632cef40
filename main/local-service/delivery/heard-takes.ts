/** Whether the takes of a delivered sound are heard within its length. */
import { messageText } from "../../../preload/facts/service-messages";
import { EngineError } from "../engine/ports";
import { timecodeAt } from "./formats/timecode";
import type { Timeline } from "./timeline";

export interface DeliveredTake {
  /** Its span on the timeline in samples. */
  start: number;
  end: number;
  /** The number of its line. */
  number: number;
  /** It has no sound, such as that of "[music]". */
  isSilent: boolean;
}

/**
 * A sound has the length of the picture. Takes that all lie outside of it would make a silent file
 * that looks like a delivery.
 * @throws EngineError that names the first line and its timecode.
 */
export function requireHeard(takes: readonly DeliveredTake[], timeline: Timeline): void {
  const sounding = takes.filter(({ isSilent }) => !isSilent);
  const [first] = sounding;
  if (!first || sounding.some(({ start, end }) => start < timeline.length && end > 0)) return;
  const at = timecodeAt(first.start, timeline);
  throw new EngineError(
    messageText("sound-outside", { count: sounding.length, line: first.number, at }),
  );
}
