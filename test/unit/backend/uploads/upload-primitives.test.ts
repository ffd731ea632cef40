/** Small parts of the upload engine: slots, bandwidth, signed URLs, delays. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { backoffDelay, pause } from "../../../../main/common/retry";
import {
  createBandwidth,
  shareBandwidth,
  type Bandwidth,
} from "../../../../main/backend/uploads/transfer/bandwidth";
import { createSlots } from "../../../../main/backend/uploads/transfer/slots";
import { createSignedUrls, signAhead } from "../../../../main/backend/uploads/transfer/signed-urls";

const active = new AbortController().signal;
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("upload slots", () => {
  it("are limited, and assigned in the order of the requests", async () => {
    const slots = createSlots({ count: () => 1 });
    const order: string[] = [];
    const first = await slots.acquire(1, active);
    const second = slots.acquire(1, active).then((slot) => {
      order.push("second");
      return slot;
    });
    const third = slots.acquire(1, active).then((slot) => {
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

  it("are not assigned to an aborted request", async () => {
    const slots = createSlots({ count: () => 1 });
    const slot = await slots.acquire(1, active);
    const stop = new AbortController();
    const waiting = slots.acquire(1, stop.signal);
    stop.abort(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
    slot.release();
    await slots.acquire(1, active);
  });

  it("are assigned to the file with the fewest: a small file waits for one part of a large one", async () => {
    const slots = createSlots({ count: () => 2 });
    const order: string[] = [];
    const wait = (owner: number, name: string) =>
      slots.acquire(owner, active).then((slot) => {
        order.push(name);
        return slot;
      });
    const first = await wait(1, "large 1");
    await wait(1, "large 2");
    void wait(1, "large 3");
    const small = wait(2, "small");
    await tick();
    expect(slots.isSaturated("")).toBe(true);
    first.release();
    (await small).release();
    await tick();
    expect(order).toEqual(["large 1", "large 2", "small", "large 3"]);
    expect(slots.isSaturated("")).toBe(false);
  });

  it("can be increased while requests wait", async () => {
    let count = 1;
    const slots = createSlots({ count: () => count });
    await slots.acquire(1, active);
    const waiting = slots.acquire(1, active);
    count = 2;
    slots.serve();
    await waiting;
  });

  it("are as many for each workspace as it may have, whatever another one may have", async () => {
    const slots = createSlots({
      count: () => 4,
      countOf: (workspace) => (workspace === "1" ? 1 : 3),
      workspaceOf: String,
    });
    const order: string[] = [];
    const wait = (owner: number, name: string) =>
      slots.acquire(owner, active).then((slot) => {
        order.push(name);
        return slot;
      });
    const first = await wait(1, "first");
    void wait(1, "second");
    await tick();
    expect(slots.acquireSpare(1)).toBeNull();
    for (const name of ["a", "b", "c", "d"]) void wait(2, name);
    await tick();
    expect(order).toEqual(["first", "a", "b", "c"]);
    expect(slots.isSaturated("1")).toBe(true);
    first.release();
    await tick();
    expect(order).toEqual(["first", "a", "b", "c", "second"]);
    expect(slots.isSaturated("1")).toBe(false);
    expect(slots.isSaturated("2")).toBe(true);
  });

  it("are spare only if no other request needs them", async () => {
    let isSuspended = false;
    let isOverloaded = false;
    const slots = createSlots({
      count: () => 2,
      isSuspended: () => isSuspended,
      isOverloaded: () => isOverloaded,
    });
    const first = await slots.acquire(1, active);
    const spare = slots.acquireSpare(1);
    expect(spare).not.toBeNull();
    expect(slots.acquireSpare(1)).toBeNull();
    const waiting = slots.acquire(2, active);
    spare?.release();
    const other = await waiting;
    expect(slots.acquireSpare(1)).toBeNull();
    other.release();
    isSuspended = true;
    expect(slots.acquireSpare(1)).toBeNull();
    isSuspended = false;
    isOverloaded = true;
    expect(slots.acquireSpare(1)).toBeNull();
    isOverloaded = false;
    slots.acquireSpare(1)?.release();
    first.release();
    expect(slots.isServing(1)).toBe(false);
  });
});

describe("the bandwidth limit", () => {
  const nanoseconds = () => BigInt(Math.round(performance.now() * 1e6));
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }),
  );
  afterEach(() => void vi.useRealTimers());

  it("does not delay without a limit", async () => {
    const bandwidth = createBandwidth(0, nanoseconds);
    expect(await bandwidth.take(10 ** 9, active)).toBe(10 ** 9);
  });

  it("can be aborted while it delays", async () => {
    const bandwidth = createBandwidth(1_000_000, nanoseconds);
    const stop = new AbortController();
    const waiting = bandwidth.take(1_000_000, stop.signal);
    stop.abort(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
  });

  /**
   * Requests of several threads that send without a pause; returns the bytes sent before each 100
   * ms.
   */
  function send(bandwidth: Bandwidth, requests: number) {
    const stop = new AbortController();
    let sent = 0;
    const request = async (thread: Bandwidth) => {
      for (let round = 0; ; round += 1) {
        const bytes = await thread.take(256 * 1024, stop.signal);
        sent += bytes;
        // The system accepts the bytes later, by a different time for each request.
        await pause(1 + ((round * 7) % 20), stop.signal);
      }
    };
    for (let index = 0; index < requests; index += 1)
      request(shareBandwidth(bandwidth.memory, nanoseconds)).catch(() => undefined);
    return {
      /** The bytes of the next seconds, in intervals of 100 ms. */
      async next(seconds: number): Promise<number[]> {
        const intervals: number[] = [];
        for (let index = 0; index < seconds * 10; index += 1) {
          const before = sent;
          await vi.advanceTimersByTimeAsync(100);
          intervals.push(sent - before);
        }
        return intervals;
      },
      stop: () => stop.abort(new Error("aborted")),
    };
  }
  const sum = (intervals: readonly number[]) =>
    intervals.reduce((total, bytes) => total + bytes, 0);

  it("is met within 5 % in each 10 seconds, by the requests of all threads, also after each change", async () => {
    const bandwidth = createBandwidth(20_000, nanoseconds);
    const sender = send(bandwidth, 8);
    for (const rate of [20_000, 512_000, 1_000_000, 40_000_000, 100_000, 3_000_000]) {
      bandwidth.limit(rate);
      const intervals = await sender.next(11);
      for (let start = 0; start + 100 <= intervals.length; start += 1) {
        const share = sum(intervals.slice(start, start + 100)) / (10 * rate);
        expect(share, `${rate} bytes per second from ${start}`).toBeGreaterThan(0.95);
        expect(share, `${rate} bytes per second from ${start}`).toBeLessThan(1.05);
      }
    }
    sender.stop();
  });

  it("applies within 100 ms to requests that wait: a higher one, and none", async () => {
    const bandwidth = createBandwidth(20_000, nanoseconds);
    const sender = send(bandwidth, 32);
    await sender.next(2);
    bandwidth.limit(10_000_000);
    expect(sum(await sender.next(1))).toBeGreaterThan(8_000_000);
    bandwidth.limit(20_000);
    await sender.next(2);
    const taken = bandwidth.take(10 ** 9, active);
    bandwidth.limit(0);
    await vi.advanceTimersByTimeAsync(100);
    expect(await taken).toBe(10 ** 9);
    sender.stop();
  });

  it("allows no more than 250 ms at once after a pause", async () => {
    const bandwidth = createBandwidth(1_000_000, nanoseconds);
    await vi.advanceTimersByTimeAsync(60_000);
    const sender = send(bandwidth, 8);
    expect(sum(await sender.next(1))).toBeLessThan(1_300_000);
    sender.stop();
  });
});

describe("the retry delay", () => {
  it("grows to a minute, with jitter", () => {
    expect(backoffDelay(1, 1000, () => 1)).toBe(1000);
    expect(backoffDelay(3, 1000, () => 1)).toBe(4000);
    expect(backoffDelay(3, 1000, () => 0)).toBe(800);
    expect(backoffDelay(50, 1000, () => 1)).toBe(60_000);
  });
  it("can be aborted, also before it begins", async () => {
    const stop = new AbortController();
    const waiting = pause(60_000, stop.signal);
    stop.abort(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
    await expect(pause(1, stop.signal)).rejects.toThrow("aborted");
  });
});

describe("signed URLs", () => {
  function signer(now: () => number, maxAgeMs = 1000) {
    const requested: number[] = [];
    const urls = createSignedUrls({
      media: {
        presignPart: (_file, { partNumber }) => {
          requested.push(partNumber);
          const uploadUrl = `http://127.0.0.1/${partNumber}-${requested.length}`;
          return Promise.resolve({ uploadId: "u", uploadUrl });
        },
      },
      file: { fileName: "a.mov", contentType: "video/mov" },
      uploadId: "u",
      ahead: 2,
      maxAgeMs,
      now,
      signal: active,
    });
    return { urls, requested };
  }

  it("are requested in advance, and used once", async () => {
    const { urls, requested } = signer(() => 0);
    await urls.take(2, [3, 4, 5, 6]);
    expect(requested).toEqual([2, 3, 4]);
    await urls.take(3, [4, 5, 6]);
    expect(requested).toEqual([2, 3, 4, 5]);
    await urls.take(3, []);
    expect(requested).toEqual([2, 3, 4, 5, 3]);
  });

  it("are requested again when they expired or the clock was set back", async () => {
    let now = 10_000;
    const { urls, requested } = signer(() => now);
    await urls.take(2, [3, 4]);
    now = 11_500;
    await urls.take(3, []);
    now = 5_000;
    await urls.take(4, []);
    expect(requested).toEqual([2, 3, 4, 3, 4]);
  });
});

describe("a URL that is requested ahead", () => {
  /** Counts the requests; the clock is `time`. */
  function requests() {
    const state = { count: 0, time: 0, isFailing: false };
    const sign = () => {
      state.count += 1;
      return state.isFailing
        ? Promise.reject(new Error("unreachable"))
        : Promise.resolve(`url ${state.count}`);
    };
    return { state, ahead: () => signAhead(sign, { maxAgeMs: 1_000, now: () => state.time }) };
  }

  it("is used once; the next use requests another", async () => {
    const { state, ahead } = requests();
    const take = ahead();
    expect(state.count).toBe(1);
    expect([await take(), await take()]).toEqual(["url 1", "url 2"]);
  });

  it.each([
    ["too old", 1_000],
    ["of unknown age because the clock was set back", -1],
  ])("is not used when it is %s", async (_name, time) => {
    const { state, ahead } = requests();
    const take = ahead();
    state.time = time;
    expect(await take()).toBe("url 2");
  });

  it("reports a failed request where it is used", async () => {
    const { state, ahead } = requests();
    state.isFailing = true;
    const take = ahead();
    await tick();
    await expect(take()).rejects.toThrow("unreachable");
    state.isFailing = false;
    expect(await take()).toBe("url 2");
  });
});
