/** The scheduling of takes in time with a picture, with a clock of the test. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { createSoundClock } from "../../../../renderer/features/review/playback/clock";
import {
  SoundScheduler,
  type PlacedSound,
} from "../../../../renderer/features/review/playback/scheduler";
import { SoundBuffers } from "../../../../renderer/features/review/playback/sound-buffers";

/** A sound device whose time the test sets, in seconds. */
function createDevice() {
  const started: { key: string; when: number; offset: number; isStopped: boolean }[] = [];
  const decoded = new Set(["a", "b"]);
  const device = { time: 100, started, decoded };
  const scheduler = new SoundScheduler<string>({
    now: () => device.time,
    bufferOf: (key) => (decoded.has(key) ? key : undefined),
    start(key, when, offset) {
      const one = { key, when, offset, isStopped: false };
      started.push(one);
      return () => (one.isStopped = true);
    },
  });
  return { ...device, device, scheduler };
}
const a: PlacedSound = { key: "a", startMs: 5_000, durationMs: 1_000 };
const b: PlacedSound = { key: "b", startMs: 6_500, durationMs: 500 };
const heard = (started: readonly { key: string; isStopped: boolean }[]) =>
  started.filter(({ isStopped }) => !isStopped).map(({ key }) => key);

describe("takes", () => {
  test("are scheduled two seconds ahead, once", () => {
    const { device, scheduler, started } = createDevice();
    scheduler.update(2_900, true, [a, b]);
    expect(started).toEqual([]);
    for (let at = 3_100; at < 4_400; at += 40) {
      device.time = 100 + (at - 3_100) / 1000;
      scheduler.update(at, true, [a, b]);
    }
    expect(started).toMatchObject([{ key: "a", offset: 0 }]);
    expect(started[0]?.when).toBeCloseTo(101.9, 6);
  });

  test("begin in the middle after a seek", () => {
    const { scheduler, started } = createDevice();
    scheduler.update(5_250, true, [a]);
    expect(started).toMatchObject([{ key: "a", when: 100, offset: 0.25 }]);
  });

  test("are started again where they belong if they are off by more than 40 ms, not by less", () => {
    const { device, scheduler, started } = createDevice();
    scheduler.update(5_000, true, [a]);
    device.time = 100.5;
    scheduler.update(5_461, true, [a]);
    expect(started.length).toBe(1);
    scheduler.update(5_459, true, [a]);
    expect(started.map(({ isStopped }) => isStopped)).toEqual([true, false]);
    expect(started[1]?.offset).toBeCloseTo(0.459, 6);
    // The corrected start is the new reference.
    device.time = 100.6;
    scheduler.update(5_559, true, [a]);
    expect(started.length).toBe(2);
  });

  test("stop while the picture waits for data, and go on where it does", () => {
    const { device, scheduler, started } = createDevice();
    scheduler.update(5_000, true, [a]);
    device.time = 100.2;
    scheduler.update(5_200, false, [a]);
    expect([heard(started), scheduler.count]).toEqual([[], 0]);
    device.time = 103;
    scheduler.update(5_200, true, [a]);
    expect(started[1]).toMatchObject({ key: "a", when: 103 });
    expect(started[1]?.offset).toBeCloseTo(0.2, 6);
  });

  test("follow a placement that changes, and stop when they are removed", () => {
    const { scheduler, started } = createDevice();
    scheduler.update(4_000, true, [a, { ...b, startMs: 5_500 }]);
    scheduler.update(4_000, true, [{ ...a, startMs: 5_300 }]);
    expect(heard(started)).toEqual(["a"]);
    expect(started.at(-1)?.when).toBeCloseTo(101.3, 6);
    scheduler.stop();
    expect(heard(started)).toEqual([]);
  });

  test("start late if they are decoded late", () => {
    const { device, decoded, scheduler, started } = createDevice();
    const late = { ...a, key: "late" };
    scheduler.update(5_000, true, [late]);
    decoded.add("late");
    device.time = 100.3;
    scheduler.update(5_300, true, [late]);
    expect(started).toHaveLength(1);
    expect(started[0]?.offset).toBeCloseTo(0.3, 6);
  });
});

test("the clock of the sound device stands still until it is started, and can be moved while it runs", async () => {
  let seconds = 10;
  const clock = createSoundClock(() => seconds);
  clock.seek(500);
  seconds = 12;
  expect([clock.positionMs(), clock.isRunning()]).toEqual([500, false]);
  await clock.start();
  seconds = 12.25;
  expect([clock.positionMs(), clock.isRunning()]).toEqual([750, true]);
  clock.seek(2_000);
  seconds = 12.5;
  expect(clock.positionMs()).toBe(2_250);
  clock.stop();
  seconds = 20;
  expect([clock.positionMs(), clock.isRunning()]).toEqual([2_250, false]);
});

describe("decoded sounds", () => {
  afterEach(() => vi.unstubAllGlobals());
  const bufferOf = (length: number) => ({ length, numberOfChannels: 1 }) as unknown as AudioBuffer;
  function createBuffers(maxBytes: number) {
    const requests: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      requests.push(url);
      return Promise.resolve(new Response(url, { status: url.startsWith("missing") ? 404 : 200 }));
    });
    const decode = (bytes: ArrayBuffer) =>
      Promise.resolve(bufferOf(Number(new TextDecoder().decode(bytes).slice(1))));
    return { buffers: new SoundBuffers(decode, maxBytes), requests };
  }

  test("are read once, and removed by their last use when the memory is full", async () => {
    const { buffers, requests } = createBuffers(1_000);
    await Promise.all([buffers.get("a100"), buffers.get("a100"), buffers.get("b100")]);
    expect(requests).toEqual(["a100", "b100"]);
    expect(buffers.peek("a100")).toMatchObject({ length: 100 });
    await buffers.get("c100");
    expect(["a100", "b100", "c100"].map((url) => buffers.peek(url) !== undefined)).toEqual([
      true,
      false,
      true,
    ]);
    // One that is larger than the memory is there until the next one.
    await buffers.get("d900");
    expect(buffers.peek("d900")).toBeDefined();
    await buffers.get("e1");
    expect(buffers.peek("d900")).toBeUndefined();
  });

  test("that cannot be read are requested again", async () => {
    const { buffers, requests } = createBuffers(1_000);
    await expect(buffers.get("missing")).rejects.toThrow("404");
    buffers.prefetch(["missing"]);
    await expect(buffers.get("missing")).rejects.toThrow("404");
    await expect(buffers.get("missing")).rejects.toThrow("404");
    expect(requests.length).toBeGreaterThan(1);
  });
});
