/**
 * Random times of scripts against random lengths of pictures: no sound of a take is lost without an
 * error on its line, and no line without a loss has this error.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkRules } from "../../../../preload/facts/checks";
import { createTimingChecks, type TimedLine } from "../../../../main/local-service/checks/timing";
import { placeTakes } from "../../../../main/local-service/engine/sound/placed-takes";
import { seeded } from "../../../helpers/random";
import { createSoundFiles, type SoundFiles } from "../../../helpers/sound-files";

const samplesPerMs = 48;
/** Each sample of a take is 1, so that a sum counts the samples that are heard. */
const lengthsMs = [20, 43, 250, 1_000];

let files: SoundFiles;
const takeFiles = new Map<number, string>();
beforeAll(async () => {
  files = await createSoundFiles();
  for (const ms of lengthsMs)
    takeFiles.set(ms, files.write(`${ms}.wav`, 1, new Int16Array(ms * samplesPerMs).fill(1)));
});
afterAll(() => files.remove());

interface Placed {
  line: TimedLine;
  startMs: number;
  durationMs: number;
}

/** Times before, within, across and after a picture of `pictureMs`; some count from 01:00:00:00. */
function randomLines(random: () => number, pictureMs: number): Placed[] {
  const below = (limit: number) => Math.floor(random() * limit);
  const countsFromHour = random() < 0.2;
  const placed = Array.from({ length: 1 + below(8) }, (): Placed => {
    const nearEnd = pictureMs - 1_200 + below(1_400);
    const at = Math.max(0, random() < 0.5 ? nearEnd : below(2 * pictureMs));
    const slotStart = at + (countsFromHour ? 3_600_000 : 0);
    const durationMs = lengthsMs[below(lengthsMs.length)] ?? 20;
    const offsetMs = random() < 0.3 ? below(3_000) - 1_500 : 0;
    const line: TimedLine = {
      number: 0,
      character: `${below(3)}`,
      text: "Buenos días",
      startMs: slotStart,
      endMs: slotStart + below(3_000),
      take: { durationMs, speed: 1, offsetMs },
    };
    return { line, startMs: slotStart + offsetMs, durationMs };
  });
  placed.sort((a, b) => a.line.startMs - b.line.startMs);
  for (const [index, { line }] of placed.entries()) line.number = index + 1;
  return placed;
}

/** The numbers of the lines with the error, and the milliseconds that it names. */
function errorsOf(placed: readonly Placed[], lengthMs: number): Map<number, number> {
  const checks = createTimingChecks({
    languageId: "es-es",
    picture: { frameRate: 25, lengthMs },
  });
  const findings = [...placed.flatMap(({ line }) => checks.add(line)), ...checks.finish()];
  return new Map(
    findings.flatMap(({ name, severity, line, value }) =>
      name === "outside-picture" && severity === "error" ? [[line, value ?? 0]] : [],
    ),
  );
}

/** Milliseconds of takes that are heard in a picture of this length. */
function heardMs(placed: readonly Placed[], lengthMs: number): number {
  const takes = placeTakes(
    placed.map(({ startMs, durationMs }) => ({
      file: takeFiles.get(durationMs) ?? "",
      start: startMs * samplesPerMs,
    })),
  );
  const length = lengthMs * samplesPerMs;
  const blockLength = 48_000;
  let sum = 0;
  for (let start = 0; start < length; start += blockLength) {
    const end = Math.min(start + blockLength, length);
    const sums = new Float32Array(end - start);
    takes.add(sums, 1, { start, end });
    sum += sums.reduce((total, value) => total + value, 0);
  }
  return sum / samplesPerMs;
}

const tolerance = checkRules.pastEndMs.limit + checkRules.beforeStartMs.limit;

describe("the sound of takes that is not heard in the picture", () => {
  it.each(Array.from({ length: 60 }, (_none, index) => index))("has errors: seed %i", (seed) => {
    const random = seeded(seed);
    const pictureMs = 1 + Math.floor(random() * 6_000);
    const placed = randomLines(random, pictureMs);
    const errors = errorsOf(placed, pictureMs);
    let lostMs = 0;
    for (const one of placed) {
      const lost = one.durationMs - heardMs([one], pictureMs);
      lostMs += lost;
      if (!errors.has(one.line.number)) expect(lost).toBeLessThanOrEqual(tolerance);
      else expect(lost, `line ${one.line.number}`).toBeGreaterThan(0);
    }
    // All takes together: their sum loses what they lose one by one.
    const spokenMs = placed.reduce((sum, { durationMs }) => sum + durationMs, 0);
    expect(heardMs(placed, pictureMs)).toBe(spokenMs - lostMs);
  });

  it("is that of all takes, if the script counts from 01:00:00:00", () => {
    const placed = randomLines(seeded(7), 5_000).map((one) => ({
      ...one,
      startMs: one.startMs + 3_600_000,
      line: { ...one.line, startMs: one.line.startMs + 3_600_000 },
    }));
    expect(heardMs(placed, 5_000)).toBe(0);
    expect(errorsOf(placed, 5_000).size).toBe(placed.length);
  });
});
