/** The number of parallel requests, against a simulated link and a virtual clock. */
import { describe, expect, it } from "vitest";
import {
  concurrencyRules,
  createConcurrencies,
  createConcurrency,
} from "../../../../main/backend/uploads/transfer/concurrency";

/**
 * A link on which each request gets `perRequest` bytes per second, and all together at most
 * `total`.
 */
function simulate(link: { perRequest: number; total: number }, maximum = 32) {
  let time = 0;
  const concurrency = createConcurrency(maximum, () => time);
  const counts: number[] = [];
  return {
    concurrency,
    counts,
    run(seconds: number, isSaturated = true): void {
      for (const end = time + seconds * 1000; time < end;) {
        time += 250;
        const rate = Math.min(concurrency.count() * link.perRequest, link.total);
        concurrency.moved(rate / 4);
        concurrency.tick(isSaturated);
        counts.push(concurrency.count());
      }
    },
  };
}

describe("the number of parallel requests", () => {
  it("doubles within seconds while each request adds speed: a distant service", () => {
    const { concurrency, run } = simulate({ perRequest: 1_000_000, total: Infinity });
    expect(concurrency.count()).toBe(concurrencyRules.first);
    run(3);
    expect(concurrency.count()).toBe(32);
  });

  it("stays where more requests are not faster, and tries a few more at long intervals", () => {
    const { counts, run } = simulate({ perRequest: 25_000_000, total: 100_000_000 });
    run(60);
    // One comparison with 8 at the start, then comparisons with 5.
    expect(Math.max(...counts.slice(0, 10))).toBe(8);
    expect(new Set(counts.slice(10))).toEqual(new Set([4, 5]));
    const higher = counts.filter((count) => count > 4).length;
    expect(higher / counts.length).toBeLessThan(0.15);
  });

  it("reaches the limit of the link, also if it grows later", () => {
    const link = { perRequest: 10_000_000, total: 60_000_000 };
    const { concurrency, run } = simulate(link);
    run(10);
    expect(concurrency.count()).toBe(8);
    link.total = 200_000_000;
    run(120);
    expect(concurrency.count()).toBeGreaterThanOrEqual(16);
  });

  it("is halved by each overload down to 1, and recovers within 30 seconds after the last one", () => {
    const { concurrency, run } = simulate({ perRequest: 1_000_000, total: Infinity });
    run(5);
    for (let second = 0; second < 60; second += 1) {
      // Requests that fail together are one overload.
      concurrency.overloaded();
      concurrency.overloaded();
      run(1);
    }
    expect(concurrency.count()).toBe(1);
    expect(concurrency.isOverloaded()).toBe(true);
    run(30);
    expect(concurrency.isOverloaded()).toBe(false);
    expect(concurrency.count()).toBeGreaterThanOrEqual(26);
  });

  it("does not change while no request waits: the speed says nothing about the number", () => {
    const { concurrency, run } = simulate({ perRequest: 1_000_000, total: Infinity });
    run(60, false);
    expect(concurrency.count()).toBe(concurrencyRules.first);
  });

  it("never exceeds the maximum, which can be changed", () => {
    const { concurrency, counts, run } = simulate({ perRequest: 1_000_000, total: Infinity }, 6);
    run(30);
    expect(Math.max(...counts)).toBe(6);
    concurrency.limit(2);
    expect(concurrency.count()).toBe(2);
    concurrency.limit(32);
    run(10);
    expect(concurrency.count()).toBe(32);
  });

  it("is that of one workspace: the overload of its service leaves the others as they are", () => {
    const concurrencies = createConcurrencies(32);
    concurrencies.of("overloaded").overloaded();
    expect(concurrencies.of("overloaded").count()).toBe(concurrencyRules.first / 2);
    expect(concurrencies.of("healthy").count()).toBe(concurrencyRules.first);
    expect(concurrencies.of("healthy").isOverloaded()).toBe(false);
    concurrencies.limit(1);
    expect(concurrencies.of("healthy").count()).toBe(1);
    expect(concurrencies.of("later").count()).toBe(1);
  });
});
