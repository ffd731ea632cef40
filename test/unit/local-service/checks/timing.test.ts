/** Checks of the times of lines. */
import { expect, test } from "vitest";
import { createTimingChecks, type TimedLine } from "../../../../main/local-service/checks/timing";
import { seeded } from "../../../helpers/random";

/** Line n starts after n × 4 s, in a slot of 2 s. */
const line = (number: number, change: Partial<TimedLine> = {}): TimedLine => ({
  number,
  character: "Anna",
  text: "Buenos días",
  startMs: number * 4000,
  endMs: number * 4000 + 2000,
  take: { durationMs: 1900, speed: 1, offsetMs: 0 },
  ...change,
});
const take = (durationMs: number, speed = 1, offsetMs = 0) => ({
  take: { durationMs, speed, offsetMs },
});
function run(lines: readonly TimedLine[], languageId = "es-es") {
  const checks = createTimingChecks({ languageId });
  return [...lines.flatMap((one) => checks.add(one)), ...checks.finish()];
}
const found = (lines: readonly TimedLine[], languageId?: string) =>
  run(lines, languageId).map(({ line: number, name, severity, rule }) =>
    [number, name, severity, rule].join(" "),
  );

test("lines without a fault have no findings", () => {
  expect(found([line(0), line(1), line(2), line(3, { take: null })])).toEqual([]);
});

test.each([
  [2875, []],
  [2876, ["1 too-long note factorNote"]],
  [3375, ["1 too-long note factorNote"]],
  [3376, ["1 too-long warning factorWarning"]],
  [4000, ["1 too-long warning factorWarning"]],
  [4001, ["1 too-long error factorError"]],
])("a take of %i ms in a room of 2,500 ms", (durationMs, expected) => {
  expect(found([line(1, take(durationMs))])).toEqual(expected);
});

test("the room ends 80 ms before the next line, and its slot is the least", () => {
  const next = (startMs: number) => line(2, { startMs, endMs: startMs + 2000, character: "Ben" });
  const value = (startMs: number) => run([line(1, take(4600)), next(startMs)])[0]?.value;
  expect(value(6280)).toBeCloseTo(4600 / 2200);
  expect(value(6080)).toBeCloseTo(4600 / 2000);
  expect(value(5000)).toBeCloseTo(4600 / 2000);
});

test("the room is the gap that takes may use, where it is larger", () => {
  const valueWith = (fitGapMs: number) => {
    const checks = createTimingChecks({ languageId: "es-es", fitGapMs });
    return [...checks.add(line(1, take(4600))), ...checks.finish()][0]?.value;
  };
  expect(valueWith(0)).toBeCloseTo(4600 / 2500);
  expect(valueWith(1_000)).toBeCloseTo(4600 / 3000);
});

test("an accelerated take is judged by its natural length", () => {
  expect(run([line(1, take(2000, 1.5))])[0]).toMatchObject({ value: 1.2, severity: "note" });
});

test("a line is faster than both neighbours of its character", () => {
  const lines = (speed: number) => [
    line(0),
    line(1, { character: "Ben", ...take(1000, 0.5) }),
    line(2, take(1500, speed)),
    line(3),
  ];
  expect(found(lines(1.25))).toEqual([]);
  expect(found(lines(1.26))).toEqual(["2 uneven-pace note paceDifference"]);
});

test("a line or its take lies outside of the picture", () => {
  const found = (one: TimedLine) => {
    const checks = createTimingChecks({
      languageId: "es-es",
      picture: { frameRate: 25, lengthMs: 10_000 },
    });
    return [...checks.add(one), ...checks.finish()].flatMap(({ name, severity, value }) =>
      name === "outside-picture" ? [`${severity} ${value}`] : [],
    );
  };
  const slot = { startMs: 9_000, endMs: 10_000 };
  expect(found(line(1, { ...slot, ...take(1_000) }))).toEqual([]);
  expect(found(line(1, { ...slot, ...take(1_042) }))).toEqual([]);
  expect(found(line(1, { ...slot, ...take(1_043) }))).toEqual(["error 43"]);
  // The slot may end later than a take that is heard.
  expect(found(line(1, { startMs: 9_000, endMs: 12_000, ...take(1_000) }))).toEqual([]);
  expect(found(line(1, { startMs: 9_000, endMs: 12_000, take: null }))).toEqual(["error 2000"]);
  expect(found(line(1, { startMs: 3_600_000, endMs: 3_601_000 }))).toEqual(["error 3591900"]);
  expect(found(line(0, { startMs: 0, endMs: 2_000, ...take(1_000, 1, -100) }))).toEqual([
    "error 100",
  ]);
});

test("the last frame is held for a take that begins within the picture", () => {
  const found = (one: TimedLine, canHold = true) => {
    const picture = { frameRate: 25, lengthMs: 10_000, canHold };
    const checks = createTimingChecks({ languageId: "es-es", picture, holdsLastFrame: true });
    return [...checks.add(one), ...checks.finish()].flatMap(({ name, severity, value }) =>
      name === "outside-picture" ? [`${severity} ${value}`] : [],
    );
  };
  const slot = { startMs: 9_000, endMs: 10_000 };
  expect(found(line(1, { ...slot, ...take(3_000) }))).toEqual(["note 2000"]);
  expect(found(line(1, { ...slot, ...take(3_000) }), false)).toEqual(["error 2000"]);
  const after = { startMs: 10_000, endMs: 11_000 };
  expect(found(line(1, { ...after, ...take(1_000) }))).toEqual(["error 1000"]);
  expect(found(line(0, { startMs: 0, endMs: 2_000, ...take(1_000, 1, -100) }))).toEqual([
    "error 100",
  ]);
});

// About 0.05 s.
test("no sound is outside of the picture without a finding, at any times", () => {
  const random = seeded(28);
  const frameMs = 42;
  for (let round = 0; round < 2_000; round += 1) {
    const lengthMs = Math.round(random() * 20_000);
    const lines = Array.from({ length: 1 + Math.floor(random() * 5) }, (_none, index) => {
      const startMs = Math.round(random() * 24_000);
      const endMs = startMs + 1 + Math.round(random() * 5_000);
      const moved = random() < 0.3 ? Math.round((random() - 0.5) * 4_000) : 0;
      const made = take(random() * 6_000, 1, moved);
      return line(index, { startMs, endMs, ...(random() < 0.85 ? made : { take: null }) });
    }).sort((a, b) => a.startMs - b.startMs);
    const checks = createTimingChecks({
      languageId: "es-es",
      picture: { lengthMs, frameRate: 24 },
    });
    const findings = [...lines.flatMap((one) => checks.add(one)), ...checks.finish()];
    const named = findings.filter(({ name }) => name === "outside-picture");
    const outside = lines.filter(({ startMs, endMs, take: made }) => {
      const from = startMs + (made?.offsetMs ?? 0);
      const to = made ? from + made.durationMs : endMs;
      return from < -frameMs || to > lengthMs + frameMs;
    });
    expect(new Set(named.map((one) => one.line))).toEqual(
      new Set(outside.map((one) => one.number)),
    );
  }
});

test("two takes of one character overlap", () => {
  expect(found([line(0), line(1, take(1900, 1, -2100))])).toEqual([]);
  expect(found([line(0), line(1, take(1900, 1, -2101))])).toEqual(["1 overlap error overlapMs"]);
  expect(found([line(0), line(1, { character: "Ben", ...take(1900, 1, -2101) })])).toEqual([]);
  expect(found([line(1), line(2, take(900, 1, -9000))])).toEqual([]);
});

test("lines out of order are rejected", () => {
  expect(() => run([line(2), line(1)])).toThrow("line 1 starts before line 2");
});

test("10,000 lines are checked in one pass", () => {
  expect(found(Array.from({ length: 10_000 }, (_none, number) => line(number)))).toEqual([]);
});
