/** Small parts of the upload engine: slots, bandwidth, signed URLs, delays. */
import { describe, expect, it } from "vitest";
import { backoffDelay, pause } from "../../../../main/common/retry";
import {
  createBandwidth,
  shareBandwidth,
} from "../../../../main/backend/uploads/transfer/bandwidth";
import { createSlots } from "../../../../main/backend/uploads/transfer/slots";
import { createSignedUrls, signAhead } from "../../../../main/backend/uploads/transfer/signed-urls";

const active = new AbortController().signal;
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("upload slots", () => {
  it("are limited, and assigned in the order of the requests", async () => {
    const slots = createSlots(1);
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
    const slots = createSlots(1);
    const slot = await slots.acquire(1, active);
    const stop = new AbortController();
    const waiting = slots.acquire(1, stop.signal);
    stop.abort(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
    slot.release();
    await slots.acquire(1, active);
  });

  it("are assigned to the file with the fewest: a small file waits for one part of a large one", async () => {
    const slots = createSlots(2);
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
    expect(slots.isSaturated()).toBe(true);
    first.release();
    (await small).release();
    await tick();
    expect(order).toEqual(["large 1", "large 2", "small", "large 3"]);
    expect(slots.isSaturated()).toBe(false);
  });

  it("can be increased while requests wait", async () => {
    const slots = createSlots(1);
    await slots.acquire(1, active);
    const waiting = slots.acquire(1, active);
    slots.resize(2);
    await waiting;
  });
});

describe("the bandwidth limit", () => {
  it("does not delay without a limit", async () => {
    const bandwidth = createBandwidth(0, () => 0n);
    await bandwidth.take(10 ** 9, active);
  });
  it("spreads bytes over time, and its delay can be aborted", async () => {
    const bandwidth = createBandwidth(1_000_000, () => 0n);
    await bandwidth.take(250_000, active);
    const stop = new AbortController();
    const waiting = bandwidth.take(1_000_000, stop.signal);
    stop.abort(new Error("aborted"));
    await expect(waiting).rejects.toThrow("aborted");
  });
});

describe("the bandwidth limit of several threads", () => {
  it("is one limit, and changes for all of them", async () => {
    let now = 10n ** 12n;
    const bandwidth = createBandwidth(1_000_000, () => now);
    const other = shareBandwidth(bandwidth.memory, () => now);
    const stop = new AbortController();
    stop.abort(new Error("aborted"));
    await bandwidth.take(100_000, active);
    await other.take(100_000, active);
    // 200 of the 250 KB of a burst are used: the next 100 KB have to wait.
    await expect(other.take(100_000, stop.signal)).rejects.toThrow("aborted");
    now += 10n ** 9n;
    await bandwidth.take(250_000, active);
    other.limit(0);
    await bandwidth.take(10 ** 9, active);
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
