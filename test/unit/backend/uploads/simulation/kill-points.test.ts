/**
 * The process is killed at every point of an upload: before and after each request has its effect
 * at the service, and before each write to the database. Every run ends with the file at the
 * service, once.
 */
import { describe, expect, it } from "vitest";
import { long } from "../../../../long";
import type { Script } from "./script";
import { simulate, type RunFacts } from "./simulation";

const mebibyte = 1024 ** 2;
const slots = 4;

async function run(size: number, killAt: number, isPowerFailure: boolean) {
  const script: Script = {
    seed: 1,
    sizes: [size],
    faultRate: 0,
    steps: [{ afterMs: 120_000, action: { kind: "limit", maxConnections: slots } }],
  };
  let facts: RunFacts = { requests: [], stepTimes: [], killedAt: null, firstDoneAt: null };
  const onEnd = (ended: RunFacts) => (facts = ended);
  return { violations: await simulate(script, { killAt, isPowerFailure, onEnd }), ...facts };
}

/** Resolves with the number of points of the upload. */
async function killAtEachPoint(size: number, parts: number, isPowerFailure = false) {
  for (let killAt = 1; ; killAt += 1) {
    const { violations, requests, killedAt } = await run(size, killAt, isPowerFailure);
    expect(violations, `point ${killAt}`).toEqual([]);
    if (killedAt === null) return killAt - 1;
    const executed = (kind: string) =>
      requests.filter((request) => request.kind === kind && request.isExecuted).length;
    // An upload whose id was not stored yet is replaced: it has no part.
    expect(executed("begin"), `point ${killAt}`).toBeLessThanOrEqual(parts === 1 ? 0 : 2);
    const repeated = isPowerFailure ? parts : Math.min(slots, parts);
    expect(executed("put"), `point ${killAt}`).toBeLessThanOrEqual(parts + repeated);
    expect(executed("complete"), `point ${killAt}`).toBe(parts === 1 ? 0 : 1);
    // Continues without the user, and without a delay.
    const next = requests.find(({ at }) => at > killedAt);
    if (next) expect(next.at - killedAt, `point ${killAt}`).toBeLessThan(2_000);
  }
}

describe("a kill at any point costs at most one part per request, and leaves one object", () => {
  it("of a file of one part", async () => {
    expect(await killAtEachPoint(100_000, 1)).toBeGreaterThan(5);
  });
  it("of a file of three parts", async () => {
    expect(await killAtEachPoint(40 * mebibyte, 3)).toBeGreaterThan(20);
  });
  it("of a file of 64 parts", { ...long, timeout: 600_000 }, async () => {
    expect(await killAtEachPoint(64 * 16 * mebibyte, 64)).toBeGreaterThan(400);
  });
});

it("after a power failure at any point, only parts are sent again, and one object remains", async () => {
  expect(await killAtEachPoint(40 * mebibyte, 3, true)).toBeGreaterThan(20);
});
