/** Second requests for late parts, against a storage whose responses the test decides. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../main/common/errors";
import { createHedging } from "../../../../main/backend/uploads/transfer/hedging";
import type { PutRequest, PutResult } from "../../../../main/backend/uploads/transfer/put-range";
import { createSlots } from "../../../../main/backend/uploads/transfer/slots";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lateMs = 500;
const size = 100;
const stored = (match: PutResult["match"] = "md5"): PutResult => ({
  etag: '"e"',
  md5: "e",
  match,
  found: null,
});

interface OpenPut {
  request: PutRequest;
  respond: (result: PutResult) => void;
  fail: (error: Error) => void;
}

function setUp(options: { isAtEnd?: boolean; isOverloaded?: boolean; slots?: number } = {}) {
  const { isAtEnd = true, isOverloaded = false } = options;
  const puts: OpenPut[] = [];
  const slots = createSlots({
    count: () => options.slots ?? 4,
    isOverloaded: () => isOverloaded,
  });
  const controller = new AbortController();
  let overloads = 0;
  let urls = 0;
  const hedged = createHedging({
    put: {
      send: (request) =>
        new Promise((respond, fail) => {
          puts.push({ request, respond, fail });
          request.signal.addEventListener("abort", () => fail(request.signal.reason as Error));
        }),
      expectOpaqueEtags: () => undefined,
    },
    slots,
    owner: 1,
    lateMs,
    isAtEnd: () => isAtEnd,
    onOverload: () => (overloads += 1),
  });
  /** Sends a part, whose slot the caller would have. */
  function send(contentMd5?: string) {
    const sent: number[] = [];
    const put = hedged(() => Promise.resolve(`fresh ${(urls += 1)}`));
    const result = slots.acquire(1, controller.signal).then(async (slot) => {
      try {
        return await put.send({
          url: "first",
          contentType: "",
          sourcePath: "",
          range: { offset: 0, size },
          signal: controller.signal,
          contentMd5,
          onSent: (bytes) => void sent.push(bytes),
        });
      } finally {
        slot.release();
      }
    });
    result.catch(() => undefined);
    return { result, sent };
  }
  /** Sends parts whose responses arrive after this time. */
  async function sendBefore(milliseconds: number, result = stored()): Promise<void> {
    for (let part = 0; part < 3; part += 1) {
      const { result: done } = send();
      await vi.advanceTimersByTimeAsync(milliseconds);
      puts.pop()?.respond(result);
      await done;
    }
  }
  return { puts, slots, send, sendBefore, controller, overloads: () => overloads };
}

describe("a late part", () => {
  it("gets one second request with a fresh URL; its success aborts the first, and each byte is counted once", async () => {
    const { puts, send, sendBefore, overloads } = setUp();
    await sendBefore(10);
    const { result, sent } = send();
    await vi.advanceTimersByTimeAsync(10);
    puts[0]!.request.onSent(60);
    await vi.advanceTimersByTimeAsync(lateMs - 1);
    expect(puts).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(lateMs);
    expect(puts.map(({ request }) => request.url)).toEqual(["first", "fresh 1"]);
    puts[1]!.request.onSent(50);
    puts[1]!.request.onSent(50);
    puts[0]!.request.onSent(10);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(puts).toHaveLength(2);
    puts[1]!.respond(stored());
    await expect(result).resolves.toEqual(stored());
    expect(puts[0]!.request.signal.aborted).toBe(true);
    expect(sent).toEqual([60, 40]);
    expect(overloads()).toBe(0);
  });

  it("is complete with the first response, if that is the first success; failures of the second are ignored", async () => {
    for (const settle of [
      ({ respond }: OpenPut) => respond(stored("differs")),
      ({ respond }: OpenPut) => respond(stored("opaque")),
      ({ fail }: OpenPut) => fail(new AppError("url-refused", "")),
      ({ fail }: OpenPut) => fail(new AppError("unreachable", "")),
      () => undefined,
    ]) {
      const { puts, slots, send, sendBefore } = setUp();
      await sendBefore(10);
      const { result } = send();
      await vi.advanceTimersByTimeAsync(2 * lateMs);
      settle(puts[1]!);
      await vi.advanceTimersByTimeAsync(1);
      puts[0]!.respond(stored());
      await expect(result).resolves.toEqual(stored());
      expect(slots.isServing(1)).toBe(false);
    }
  });

  it("fails with the failure of the first request if both fail, and with the reason of its signal", async () => {
    const { puts, send, sendBefore, overloads, controller } = setUp();
    await sendBefore(10);
    const { result } = send();
    await vi.advanceTimersByTimeAsync(2 * lateMs);
    puts[0]!.fail(new AppError("timeout", "the first"));
    await vi.advanceTimersByTimeAsync(1);
    puts[1]!.fail(new AppError("service-error", "the second"));
    await expect(result).rejects.toThrow("the first");
    expect(overloads()).toBe(1);
    const { result: aborted } = send();
    await vi.advanceTimersByTimeAsync(2 * lateMs);
    expect(puts).toHaveLength(4);
    controller.abort(new Error("paused"));
    await expect(aborted).rejects.toThrow("paused");
  });

  it("fails at once if the service requests a pause in response to the second request", async () => {
    const { puts, slots, send, sendBefore } = setUp();
    await sendBefore(10);
    const { result } = send();
    await vi.advanceTimersByTimeAsync(2 * lateMs);
    puts[1]!.fail(new AppError("rate-limited", "slow down", { retryAfterMs: 20_000 }));
    await expect(result).rejects.toMatchObject({ code: "rate-limited", retryAfterMs: 20_000 });
    expect(puts[0]!.request.signal.aborted).toBe(true);
    expect(slots.isServing(1)).toBe(false);
  });
});

describe("a part gets no second request", () => {
  it.each<[string, Parameters<typeof setUp>[0], number, PutResult["match"]]>([
    ["before the end of the file", { isAtEnd: false }, 10, "md5"],
    ["while all slots are in use", { slots: 1 }, 10, "md5"],
    ["after an overload", { isOverloaded: true }, 10, "md5"],
    ["if the storage is slow for all parts", {}, 8_000, "md5"],
    ["if the ETags of the storage are not MD5", {}, 10, "opaque"],
  ])("%s", async (_name, options, usualMs, match) => {
    const { puts, send, sendBefore } = setUp(options);
    await sendBefore(usualMs, stored(match));
    const { result } = send();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(1);
    puts[0]!.respond(stored(match));
    await result;
  });

  it("while another part of the file has one", async () => {
    const { puts, send, sendBefore } = setUp();
    await sendBefore(10);
    const { result } = send();
    const { result: other } = send();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(3);
    puts[2]!.respond(stored());
    await vi.advanceTimersByTimeAsync(lateMs);
    expect(puts).toHaveLength(4);
    puts[3]!.respond(stored());
    await Promise.all([result, other]);
  });

  it("if it is sent with a Content-MD5", async () => {
    const { puts, send, sendBefore } = setUp();
    await sendBefore(10);
    const { result } = send("0".repeat(32));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(puts).toHaveLength(1);
    puts[0]!.respond(stored());
    await result;
  });
});
