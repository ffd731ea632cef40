/** Pauses of workspaces whose storage rejects every request, with a virtual clock. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOverloadPauses } from "../../../../main/backend/uploads/transfer/overload-pauses";
import { createSlots } from "../../../../main/backend/uploads/transfer/slots";
import { pause } from "../../../../main/common/retry";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const backoffMs = 1_000;

it("begins with the third failure in a row, doubles up to 2 s, and ends with a success", async () => {
  const onEnded = vi.fn();
  const pauses = createOverloadPauses({ backoffMs, onEnded });
  const fail = () => pauses.failed("one");
  fail();
  fail();
  expect(pauses.isPaused("one")).toBe(false);
  for (const milliseconds of [100, 200, 400, 800, 1_600, 2_000, 2_000]) {
    fail();
    // Requests that had begun before the pause do not lengthen it.
    fail();
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(pauses.isPaused("one")).toBe(true);
    expect(pauses.isPaused("two")).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(pauses.isPaused("one")).toBe(false);
  }
  expect(onEnded).toHaveBeenCalledTimes(7);
  fail();
  pauses.succeeded("one");
  expect(pauses.isPaused("one")).toBe(false);
  expect(onEnded).toHaveBeenCalledTimes(8);
  fail();
  fail();
  expect(pauses.isPaused("one")).toBe(false);
  fail();
  expect(pauses.isPaused("one")).toBe(true);
  pauses.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(onEnded).toHaveBeenCalledTimes(8);
});

it("is not begun by single failures among successes", () => {
  const pauses = createOverloadPauses({ backoffMs, onEnded: vi.fn() });
  for (let index = 0; index < 20; index += 1) {
    pauses.failed("one");
    pauses.failed("one");
    pauses.succeeded("one");
  }
  expect(vi.getTimerCount()).toBe(0);
});

it("65 files whose requests are rejected at once take turns slowly; another workspace is served", async () => {
  const pauses = createOverloadPauses({ backoffMs, onEnded: () => slots.serve() });
  const slots = createSlots({
    count: () => 1,
    workspaceOf: (owner) => (owner === 0 ? "healthy" : "overloaded"),
    isSuspended: pauses.isPaused,
  });
  let rejected = 0;
  async function sendRejected(owner: number): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const slot = await slots.acquire(owner, signal);
      rejected += 1;
      pauses.failed("overloaded");
      slot.release();
      await pause(backoffMs, signal);
    }
  }
  let accepted = 0;
  async function sendAccepted(): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const slot = await slots.acquire(0, signal);
      accepted += 1;
      await pause(100, signal);
      slot.release();
    }
  }
  for (let owner = 1; owner <= 65; owner += 1) void sendRejected(owner);
  void sendAccepted();
  await vi.advanceTimersByTimeAsync(60_000);
  rejected = 0;
  accepted = 0;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(rejected).toBeGreaterThan(0);
  expect(rejected).toBeLessThanOrEqual(6);
  expect(accepted).toBeGreaterThan(90);
});
