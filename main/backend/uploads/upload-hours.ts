/** The upload hours: which restriction applies now, and the user's decision to ignore it. */
import { z } from "zod";
import { restrictionAt } from "../../../preload/facts/upload-hours";
import {
  defaultUploadHours,
  uploadHours,
  type UploadHours,
  type UploadSummary,
} from "../../../preload/model";
import type { SettingsStore } from "../settings/store";

/** The effect of the upload hours at a time; as in the summary of a queue. */
export type HoursEffect = UploadSummary["hours"];
/** The effect now, and when it changes, in wall-clock milliseconds; null if it does not. */
export interface HoursState {
  effect: HoursEffect;
  changesAt: number | null;
}

/**
 * The user ignores the restriction until a time, at which it was for this long when that was
 * decided.
 */
const ignored = z.object({ until: z.number(), durationMs: z.number() }).nullable();
type Ignored = z.infer<typeof ignored>;

/**
 * A correction of the system clock does not end the decision; a clock that was set back further
 * does.
 */
const clockToleranceMs = 60_000;

/** The state at `now`, wall-clock milliseconds. */
export function hoursState(hours: UploadHours, decision: Ignored, now: number): HoursState {
  if (!hours.isOn) return { effect: null, changesAt: null };
  const { isRestricted, until } = restrictionAt(hours, now);
  if (!isRestricted) return { effect: null, changesAt: until };
  const left = decision === null ? 0 : decision.until - now;
  if (decision !== null && left > 0 && left <= decision.durationMs + clockToleranceMs) {
    const end = Math.min(decision.until, until ?? Infinity);
    return { effect: { kind: "ignored", limit: null, until: end }, changesAt: end };
  }
  const kind = hours.limit === null ? "closed" : "limited";
  return { effect: { kind, limit: hours.limit, until }, changesAt: until };
}

export interface UploadHoursDeps {
  settings: SettingsStore;
  /** Wall clock. */
  now: () => number;
  /** The hours or the decision changed. */
  onChanged: () => void;
}

/**
 * Stores the hours and the decision; both are read at each change of the queue, so they are kept in
 * memory.
 */
export function createUploadHours({ settings, now, onChanged }: UploadHoursDeps) {
  let hours = uploadHours.catch(defaultUploadHours).parse(settings.get("uploadHours") ?? {});
  let decision = ignored.catch(null).parse(settings.get("uploadHoursIgnored") ?? null);

  function decide(next: Ignored): void {
    decision = next;
    settings.set("uploadHoursIgnored", next);
  }

  return {
    state: (): HoursState => hoursState(hours, decision, now()),
    handlers: {
      hours: (): UploadHours => hours,
      setHours(next: UploadHours): void {
        hours = next;
        settings.set("uploadHours", next);
        decide(null);
        onChanged();
      },
      ignoreHours({ until }: { until: number | null }): void {
        const end = hoursState(hours, null, now()).changesAt ?? Infinity;
        const last = until === null ? 0 : Math.min(until, end);
        decide(last > now() ? { until: last, durationMs: last - now() } : null);
        onChanged();
      },
    },
  };
}
