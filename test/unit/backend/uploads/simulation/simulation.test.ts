/**
 * The upload queue in random scripts: faults of the service, changed files, actions of the user,
 * and processes that end at any time. A failure prints its script after unnecessary steps were
 * removed; `DUBYARD_SEED=n` runs one seed.
 */
import { expect, it } from "vitest";
import { long } from "../../../../long";
import { createScript, type Script } from "./script";
import { simulate } from "./simulation";

const onlySeed = process.env["DUBYARD_SEED"];

/** Removes steps that are not needed for the failure. */
async function shorten(script: Script): Promise<Script> {
  let shortest = script;
  for (let at = shortest.steps.length - 1; at >= 0; at -= 1) {
    const steps = shortest.steps.filter((_, index) => index !== at);
    if ((await simulate({ ...shortest, steps })).length > 0) shortest = { ...shortest, steps };
  }
  return shortest;
}

async function runSeeds(from: number, to: number): Promise<void> {
  for (let seed = from; seed < to; seed += 1) {
    const script = createScript(seed);
    if ((await simulate(script)).length === 0) continue;
    const shortest = await shorten(script);
    expect(await simulate(shortest), JSON.stringify(shortest, null, 1)).toEqual([]);
  }
}

if (onlySeed !== undefined)
  it("runs one seed", () => runSeeds(Number(onlySeed), Number(onlySeed) + 1));
it.each([12_971, 19_384, 28_981, 46_059, 46_691, 87_055])("script %i, which once failed", (seed) =>
  runSeeds(seed, seed + 1),
);
it("100 scripts end with every file sent or explained", { timeout: 300_000 }, () =>
  runSeeds(0, 100),
);
it("100,000 scripts", { ...long, timeout: 3_600_000 }, () => runSeeds(100, 100_100));
