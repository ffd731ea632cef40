/**
 * Hours of the week in local time, in which uploads are limited, or outside of which they are. Both
 * sides compute them from dates of the local time zone, so that they are right across midnight and
 * changes of daylight saving time.
 */

export interface WeeklyHours {
  /** The days on which the hours begin: 1 is Monday, 7 is Sunday. */
  days: readonly number[];
  /**
   * "HH:MM". A `to` that is not after `from` is a time of the next day: with the same time, the
   * hours last a day.
   */
  from: string;
  to: string;
  /** Whether the limit applies in these hours or at all other times. */
  applies: "inside" | "outside";
}

/**
 * Whether the limit applies, and when that changes, in milliseconds since 1970; null if it never
 * does.
 */
export interface HoursRestriction {
  isRestricted: boolean;
  until: number | null;
}

/** Every change recurs within this time; a day more for changes of daylight saving time. */
const longestMs = 8 * 24 * 60 * 60_000;

interface Period {
  start: number;
  end: number;
}

/** The hours that begin in the days around a time: from the day before until after `longestMs`. */
function periodsAround({ days, from, to }: WeeklyHours, at: number): Period[] {
  const date = new Date(at);
  const timeOn = (day: number, time: string) => {
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    // A time that a change of daylight saving time skips is later by its hour; of two equal times
    // it is the first.
    return new Date(date.getFullYear(), date.getMonth(), day, hour, minute);
  };
  const periods: Period[] = [];
  for (let offset = -1; offset <= 9; offset += 1) {
    const day = date.getDate() + offset;
    const start = timeOn(day, from);
    if (!days.includes(timeOn(day, "12:00").getDay() || 7)) continue;
    const end = timeOn(to > from ? day : day + 1, to);
    periods.push({ start: start.getTime(), end: end.getTime() });
  }
  return periods;
}

/** The restriction at a time, in milliseconds since 1970. */
export function restrictionAt(hours: WeeklyHours, at: number): HoursRestriction {
  const periods = periodsAround(hours, at);
  const isInside = (time: number) => periods.some(({ start, end }) => start <= time && time < end);
  const isRestricted = isInside(at) === (hours.applies === "inside");
  const changes = periods
    .flatMap(({ start, end }) => [start, end])
    .filter((time) => time > at && time <= at + longestMs && isInside(time) !== isInside(at));
  return { isRestricted, until: changes.length === 0 ? null : Math.min(...changes) };
}

/** Whether the restriction applies at all times. */
export function isAlwaysRestricted(hours: WeeklyHours, now = Date.now()): boolean {
  const { isRestricted, until } = restrictionAt(hours, now);
  return isRestricted && until === null;
}
