/**
 * Times of the virtual clock: until the queue continues after an outage, and of late parts; see
 * test/SCENARIOS.md.
 */
import { describe, expect, it } from "vitest";
import { maxBackoffMs } from "../../../../../main/common/retry";
import type { Action, Script } from "./script";
import { simulate, type RunFacts } from "./simulation";

const mebibyte = 1024 ** 2;
const minute = 60_000;

/**
 * Runs an outage in the middle of a large file. Resolves with the requests, in milliseconds after
 * its end.
 */
async function runOutage(
  begin: Action["kind"],
  milliseconds: number,
  end: Action["kind"] | null,
  seed = 1,
) {
  const step = (afterMs: number, kind: Action["kind"]) => ({ afterMs, action: { kind } as Action });
  const script: Script = {
    seed,
    sizes: [400 * mebibyte, 100_000],
    faultRate: 0,
    steps: [
      step(1_000, begin),
      ...(end === null ? [] : [step(milliseconds, end)]),
      step(3 * minute, "limit"),
    ],
  };
  script.steps.at(-1)!.action = { kind: "limit", maxConnections: 4 };
  let facts: RunFacts | undefined;
  expect(await simulate(script, { onEnd: (ended) => (facts = ended) })).toEqual([]);
  const { requests, stepTimes } = facts!;
  const beganAt = stepTimes[0]!;
  const endedAt = end === null ? beganAt + milliseconds : stepTimes[1]!;
  const after = requests.filter(({ at }) => at >= endedAt);
  return {
    /** The number of requests during the outage. */
    during: requests.filter(({ at }) => at > beganAt && at < endedAt).length,
    /** When the first request that succeeded was sent. */
    continuedMs: Math.min(...after.filter((one) => one.isExecuted).map(({ at }) => at - endedAt)),
    /** When the first PUT that succeeded was sent. */
    sentMs: Math.min(
      ...after
        .filter(({ kind, isExecuted }) => kind === "put" && isExecuted)
        .map(({ at }) => at - endedAt),
    ),
    parts: new Set(
      requests
        .filter(({ kind, isExecuted }) => kind === "put" && isExecuted)
        .map(({ part }) => part),
    ).size,
    puts: requests.filter(({ kind, isExecuted }) => kind === "put" && isExecuted).length,
  };
}

it("small files are sent by several requests again after an overload that left one request", async () => {
  const script: Script = {
    seed: 1,
    sizes: Array.from({ length: 500 }, () => 100_000),
    faultRate: 0,
    steps: [
      { afterMs: 1_000, action: { kind: "overload" } },
      { afterMs: 10_000, action: { kind: "outage-ends" } },
      { afterMs: 20_000, action: { kind: "limit", maxConnections: 4 } },
    ],
  };
  let facts: RunFacts | undefined;
  expect(await simulate(script, { onEnd: (ended) => (facts = ended) })).toEqual([]);
  const endedAt = facts!.stepTimes[1]!;
  const sentIn = (from: number, to: number) =>
    facts!.requests.filter(
      ({ kind, isExecuted, at }) =>
        kind === "put" && isExecuted && at >= endedAt + from && at < endedAt + to,
    ).length;
  expect(sentIn(0, 4_000)).toBeGreaterThan(0);
  expect(sentIn(12_000, 16_000)).toBeGreaterThan(2 * sentIn(0, 4_000));
});

describe("the queue continues", () => {
  it("within 3 seconds after a network that the system reported as lost for 10 minutes", async () => {
    const { during, continuedMs, parts, puts } = await runOutage(
      "cable-out",
      10 * minute,
      "cable-in",
    );
    expect(continuedMs).toBeLessThan(3_000);
    // Nothing is sent meanwhile, except what was about to begin.
    expect(during).toBeLessThanOrEqual(16);
    expect(parts).toBe(25);
    expect(puts).toBe(26);
  });

  it("within one step of the backoff after no packet arrived for 4 minutes", async () => {
    const { during, continuedMs } = await runOutage("black-hole", 4 * minute, "outage-ends");
    // A request that began before the end fails after the stall time of a minute, then one step
    // follows.
    expect(continuedMs).toBeLessThan(2 * minute);
    expect(during).toBeLessThan(10 * 16);
  });

  it.each([1, 2, 3, 4, 5])(
    "at most 5 seconds after another address dropped all packets of former connections (seed %i)",
    async (seed) => {
      // The system reports the change 2 seconds later.
      const reportedMs = 2_000;
      const { sentMs } = await runOutage("black-hole", reportedMs, "address-changed", seed);
      expect(reportedMs + sentMs).toBeLessThan(5_000);
    },
  );

  it.each([1, 2, 3, 4, 5])(
    "within one step of the backoff after no name was resolved for 30 seconds (seed %i)",
    async (seed) => {
      const { during, sentMs } = await runOutage("names-lost", 30_000, "outage-ends", seed);
      expect(sentMs).toBeLessThanOrEqual(maxBackoffMs);
      expect(during).toBeGreaterThan(0);
      expect(during).toBeLessThan(10 * 16);
    },
  );

  it("within 3 seconds after 8 hours of sleep, with new URLs", async () => {
    const { continuedMs } = await runOutage("sleep", 8 * 60 * minute, null);
    expect(continuedMs).toBeLessThan(3_000);
  });
});

describe("the response to", () => {
  const size = 400 * mebibyte;
  const parts = 25;

  /** Sends a file. The first response to these parts is 5 seconds late. */
  async function sendLate(seed: number, lateParts: number[]) {
    const wait = { afterMs: 2 * minute, action: { kind: "limit", maxConnections: 4 } } as const;
    const script: Script = { seed, sizes: [size], faultRate: 0, lateParts, steps: [wait] };
    let facts: RunFacts | undefined;
    expect(await simulate(script, { onEnd: (ended) => (facts = ended) })).toEqual([]);
    const { requests, firstDoneAt } = facts!;
    const puts = requests.filter(({ kind }) => kind === "put").map(({ part }) => part);
    const repeated = puts.filter((part, at) => puts.indexOf(part) !== at);
    return { doneMs: firstDoneAt!, repeated };
  }

  it.each([1, 2, 3, 4, 5])(
    "one of the last parts that is late costs a second at most: the part is sent twice (seed %i)",
    async (seed) => {
      const { doneMs, repeated } = await sendLate(seed, []);
      expect(repeated).toEqual([]);
      for (const part of [parts - 2, parts]) {
        const late = await sendLate(seed, [part]);
        expect(late.repeated).toEqual([part]);
        expect(late.doneMs - doneMs).toBeLessThanOrEqual(1_000);
      }
    },
  );

  it("all parts that is late causes no second request: the storage is slow", async () => {
    const all = Array.from({ length: parts }, (_, at) => at + 1);
    expect((await sendLate(1, all)).repeated).toEqual([]);
  });
});
