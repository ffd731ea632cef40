/** The speed of work: events per second in the last minute. */

const windowMs = 60_000;

export interface Rate {
  /** Counts an event now. */
  add(): void;
  /** Starts again, after a pause. */
  reset(): void;
  /** Null before the second event. */
  perSecond(): number | null;
}

export function createRate(now: () => number): Rate {
  let times: number[] = [];
  return {
    add() {
      const time = now();
      times.push(time);
      const from = times.findIndex((one) => one > time - windowMs);
      if (from > 0) times = times.slice(from);
    },
    reset() {
      times = [];
    },
    perSecond() {
      const [first] = times;
      const last = times.at(-1);
      if (first === undefined || last === undefined || last <= first) return null;
      return ((times.length - 1) * 1000) / (last - first);
    },
  };
}
