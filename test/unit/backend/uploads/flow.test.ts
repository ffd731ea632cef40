/** The small parts of the engine: slots, bandwidth, progress, signed URLs, waiting. */
import { describe, expect, it } from "vitest";
import { backoffDelay, pause } from "../../../../main/common/retry";
import { createBandwidth } from "../../../../main/backend/uploads/transfer/bandwidth";
import { createSlots } from "../../../../main/backend/uploads/transfer/slots";
import {
  createSpeed,
  secondsLeft,
  shownBytes,
  type FileProgress,
} from "../../../../main/backend/uploads/progress";
import { createSignedUrls } from "../../../../main/backend/uploads/transfer/signed-urls";

const going = new AbortController().signal;
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("lanes", () => {
  it("hand out no more than there are, first come first served", async () => {
    const slots = createSlots(1);
    const order: string[] = [];
    const first = await slots.acquire(going);
    const second = slots.acquire(going).then((slot) => {
      order.push("second");
      return slot;
    });
    const third = slots.acquire(going).then((slot) => {
      order.push("third");
      return slot;
    });
    await tick();
    expect(order).toEqual([]);
    first.release();
    first.release();
    (await second).release();
    await third;
    expect(order).toEqual(["second", "third"]);
  });

  it("do not keep one for a request that was called off", async () => {
    const slots = createSlots(1);
    const slot = await slots.acquire(going);
    const stop = new AbortController();
    const waiting = slots.acquire(stop.signal);
    stop.abort(new Error("off"));
    await expect(waiting).rejects.toThrow("off");
    slot.release();
    await slots.acquire(going);
  });

  it("grow while requests wait", async () => {
    const slots = createSlots(1);
    await slots.acquire(going);
    const waiting = slots.acquire(going);
    slots.resize(2);
    await waiting;
  });
});

describe("bandwidth", () => {
  it("lets everything through without a limit", async () => {
    const bandwidth = createBandwidth(0, () => 0);
    await bandwidth.take(10 ** 9, going);
  });
  it("spreads bytes over time, and its wait can be called off", async () => {
    const bandwidth = createBandwidth(1_000_000, () => 0);
    await bandwidth.take(250_000, going);
    const stop = new AbortController();
    const waiting = bandwidth.take(1_000_000, stop.signal);
    stop.abort(new Error("off"));
    await expect(waiting).rejects.toThrow("off");
  });
});

describe("progress", () => {
  it("tells the speed of the last seconds from the first interval on", () => {
    const speed = createSpeed();
    speed.add(1000);
    speed.tick(500);
    expect(speed.value()).toBeCloseTo(2000);
    for (let index = 0; index < 100; index += 1) {
      speed.add(100);
      speed.tick(1000);
    }
    expect(speed.value()).toBeCloseTo(100, 0);
    expect(secondsLeft(1000, 100)).toBe(10);
    expect(secondsLeft(1000, 0)).toBeNull();
  });

  it("never goes back, and is never whole before the last byte is confirmed", () => {
    const file: FileProgress = {
      workspaceId: "w",
      size: 100,
      speed: createSpeed(),
      inFlight: 60,
      shown: 0,
    };
    expect(shownBytes(file, 0)).toBe(60);
    file.inFlight = 0;
    expect(shownBytes(file, 0)).toBe(60);
    file.inFlight = 80;
    expect(shownBytes(file, 20)).toBe(99);
    expect(shownBytes(file, 100)).toBe(100);
  });
});

describe("waiting", () => {
  it("grows to a minute, with jitter", () => {
    expect(backoffDelay(1, 1000, () => 1)).toBe(1000);
    expect(backoffDelay(3, 1000, () => 1)).toBe(4000);
    expect(backoffDelay(3, 1000, () => 0)).toBe(800);
    expect(backoffDelay(50, 1000, () => 1)).toBe(60_000);
  });
  it("can be called off, also before it begins", async () => {
    const stop = new AbortController();
    const waiting = pause(60_000, stop.signal);
    stop.abort(new Error("off"));
    await expect(waiting).rejects.toThrow("off");
    await expect(pause(1, stop.signal)).rejects.toThrow("off");
  });
});

describe("signed URLs", () => {
  function signer(now: () => number, maxAgeMs = 1000) {
    const asked: number[] = [];
    const urls = createSignedUrls({
      media: {
        presignPart: (_file, { partNumber }) => {
          asked.push(partNumber);
          const uploadUrl = `http://127.0.0.1/${partNumber}-${asked.length}`;
          return Promise.resolve({ uploadId: "u", uploadUrl });
        },
      },
      file: { fileName: "a.mov", contentType: "video/mov" },
      uploadId: "u",
      ahead: 2,
      maxAgeMs,
      now,
      signal: going,
    });
    return { urls, asked };
  }

  it("are asked for a little ahead, and used once", async () => {
    const { urls, asked } = signer(() => 0);
    await urls.take(2, [3, 4, 5, 6]);
    expect(asked).toEqual([2, 3, 4]);
    await urls.take(3, [4, 5, 6]);
    expect(asked).toEqual([2, 3, 4, 5]);
    await urls.take(3, []);
    expect(asked).toEqual([2, 3, 4, 5, 3]);
  });

  it("are asked for again when they have grown old, or the clock went back", async () => {
    let now = 10_000;
    const { urls, asked } = signer(() => now);
    await urls.take(2, [3, 4]);
    now = 11_500;
    await urls.take(3, []);
    now = 5_000;
    await urls.take(4, []);
    expect(asked).toEqual([2, 3, 4, 3, 4]);
  });
});
