/** Times in cells of tables. */

export type CellTime =
  | { kind: "time"; ms: number }
  /** Hours, minutes, seconds and frames; how long a frame is, is not in the file. */
  | { kind: "frames"; ms: number; frames: number };

/** "00.00.01.000" and "00.00.01", with dots between all parts, as times with colons. */
const withColons = (text: string) =>
  text.replace(
    /^(\d{1,3})\.(\d{2})\.(\d{2})(?:[.,](\d{3}))?$/,
    (_, hours, minutes, seconds, ms) =>
      `${String(hours)}:${String(minutes)}:${String(seconds)}${ms === undefined ? "" : `.${String(ms)}`}`,
  );

/** "00;00;01;00", as Premiere writes times with frames. */
const withoutSemicolons = (text: string) =>
  /^\d{1,3};\d{2};\d{2};\d{1,3}$/.test(text) ? text.replaceAll(";", ":") : text;

/**
 * Reads "01:02:03,5", "01:02:03.500", "2:03", "123,5" (seconds) and "01:02:03:12" (frames, also
 * "01:02:03;12"); null for other texts. A comma is a decimal mark.
 */
export function readTime(text: string): CellTime | null {
  const match =
    /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})(?:[.,](\d{1,9})|[:;](\d{1,3}))?\s*s?$/i.exec(
      withoutSemicolons(withColons(text.trim())),
    );
  if (match === null) return null;
  const [, hours = "0", minutes, seconds = "0", fraction = "0", frames] = match;
  if (minutes !== undefined && (Number(seconds) > 59 || seconds.length > 2)) return null;
  if (match[1] !== undefined && Number(minutes) > 59) return null;
  const whole = (Number(hours) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds);
  const ms = whole * 1000 + Math.round(Number(`0.${fraction}`) * 1000);
  if (frames === undefined) return { kind: "time", ms };
  return match[1] === undefined ? null : { kind: "frames", ms, frames: Number(frames) };
}

/** Two times in one cell: "00:00:01,000 - 00:00:02,000"; null for others. */
export function rangeIn(text: string): [start: string, end: string] | null {
  const [start = "", end = "", ...others] = text.split(/-{0,3}>|→|[–—-]|\/|\bto\b|\bbis\b/u);
  if (others.length > 0 || readTime(start) === null || readTime(end) === null) return null;
  return [start, end];
}
