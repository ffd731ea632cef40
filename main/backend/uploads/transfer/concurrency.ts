/**
 * How many PUT requests of a workspace are open at a time, over all its files. The number grows
 * while that makes its uploads faster, and is halved when its service is overloaded or requests
 * stall. Near services are as fast with few requests as with many; the time of requests to distant
 * ones is mostly latency, so many are needed. Each workspace has its own number: a service that is
 * overloaded must not slow down the uploads to another one.
 */

/** How the number changes; times are in milliseconds. */
export const concurrencyRules = {
  first: 4,
  /** The rate of this time is compared with that of the time before. */
  intervalMs: 500,
  /** The number is doubled while the rate grows by this factor. */
  growth: 1.1,
  /**
   * After that a few more are tried at this interval, and kept if the rate grows by this factor.
   */
  probeAfterMs: 8_000,
  probeGrowth: 1.05,
  /** Failures within this time are one overload. */
  overloadMs: 1_000,
  /** The number is doubled again after this time without an overload. */
  recoverAfterMs: 5_000,
} as const;

/** The numbers of all workspaces. */
export type Concurrencies = ReturnType<typeof createConcurrencies>;

/** `maximum`: that of each workspace. */
export function createConcurrencies(maximum: number) {
  let limit = maximum;
  const ofWorkspace = new Map<string, Concurrency>();
  return {
    of(workspaceId: string): Concurrency {
      const known = ofWorkspace.get(workspaceId);
      if (known) return known;
      const added = createConcurrency(limit);
      ofWorkspace.set(workspaceId, added);
      return added;
    },
    /** Call it regularly while files are active. */
    tick(isSaturated: (workspaceId: string) => boolean): void {
      for (const [workspaceId, concurrency] of ofWorkspace)
        concurrency.tick(isSaturated(workspaceId));
    },
    /** The maximum of each workspace. */
    maximum: () => limit,
    /** Sets the maximum of each workspace. */
    limit(next: number): void {
      limit = next;
      for (const concurrency of ofWorkspace.values()) concurrency.limit(next);
    },
  };
}

export type Concurrency = ReturnType<typeof createConcurrency>;

/** `now`: milliseconds of a clock that does not jump. */
export function createConcurrency(maximum: number, now: () => number = () => performance.now()) {
  const rules = concurrencyRules;
  let limit = maximum;
  let count = Math.min(rules.first, limit);
  let mode: "growing" | "probing" | "steady" | "recovering" = "growing";
  /**
   * The number before the last change, and its rate in bytes per second: the new one must be
   * faster.
   */
  let before: { count: number; rate: number } | null = null;
  /** When a steady or recovering number is changed next. */
  let changeAt = 0;
  let lastOverload = -Infinity;
  let bytes = 0;
  let startedAt = now();

  function startInterval(): void {
    bytes = 0;
    startedAt = now();
  }
  function raise(to: number, rate: number): void {
    before = { count, rate };
    count = Math.min(to, limit);
    if (count === before.count) settle();
  }
  function settle(): void {
    before = null;
    mode = "steady";
    changeAt = now() + rules.probeAfterMs;
  }
  const isFaster = (rate: number, factor: number) => !before || rate >= before.rate * factor;
  function fallBack(): void {
    count = before?.count ?? count;
    settle();
  }

  return {
    count: () => count,
    /** Bytes were accepted by the system. Negative numbers are ignored. */
    moved(accepted: number): void {
      if (accepted > 0) bytes += accepted;
    },
    /**
     * Call it regularly while files are active. `isSaturated`: requests wait for others; otherwise
     * the rate says nothing about the number.
     */
    tick(isSaturated: boolean): void {
      if (!isSaturated) {
        startInterval();
        return;
      }
      const elapsed = now() - startedAt;
      if (elapsed < rules.intervalMs) return;
      const rate = (bytes / elapsed) * 1000;
      startInterval();
      if (mode === "recovering" && now() >= changeAt) mode = "growing";
      if (mode === "growing") {
        if (isFaster(rate, rules.growth)) raise(count * 2, rate);
        else fallBack();
      } else if (mode === "probing") {
        if (isFaster(rate, rules.probeGrowth)) settle();
        else fallBack();
      } else if (mode === "steady" && now() >= changeAt) {
        mode = "probing";
        raise(count + Math.max(1, Math.floor(count / 4)), rate);
      }
    },
    /** A request failed because the service is overloaded or does not respond. */
    overloaded(): void {
      if (now() - lastOverload < rules.overloadMs) return;
      lastOverload = now();
      count = Math.max(1, Math.floor(count / 2));
      before = null;
      mode = "recovering";
      changeAt = now() + rules.recoverAfterMs;
      startInterval();
    },
    /** Whether there was an overload so recently that the number does not grow. */
    isOverloaded: () => now() - lastOverload < rules.recoverAfterMs,
    /** Sets the maximum. A number that was limited by the former one may grow at once. */
    limit(next: number): void {
      if (next > limit && mode === "steady") mode = "growing";
      limit = next;
      count = Math.min(count, limit);
      before = null;
      startInterval();
    },
  };
}
