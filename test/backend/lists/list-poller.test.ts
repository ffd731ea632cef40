/** When lists are read again, by a clock of the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResourceList } from "../../../preload/model/resources";
import { AppError } from "../../../main/common/errors";
import { createFollowing } from "../../../main/backend/lists/list-poller";
import { defaultTiming } from "../../../main/backend/timing";
import type { ReadOutcome } from "../../../main/backend/lists/lists";

const workspaceId = "w";
const batchesOf = (projectId: string): ResourceList => ({ kind: "batches", projectId });
const active = batchesOf("active");
const settled = batchesOf("settled");

interface Reading {
  at: number;
  list: ResourceList;
}

/** A following whose readings take `takesMs` and end as `outcome` says. */
function follow() {
  const state = {
    readings: [] as Reading[],
    outcome: { isChanged: false, error: null } as ReadOutcome,
    takesMs: 0,
    underWay: 0,
    mostUnderWay: 0,
    isSeen: true,
    isReachable: true,
    waitedFor: [] as ResourceList[],
  };
  const readAt = new Map<string, number>();
  const under = new Set<string>();
  let visibilityChanged: () => void = () => undefined;
  const nameOf = (list: ResourceList) => JSON.stringify(list);
  const following = createFollowing({
    lists: {
      async refresh(_workspaceId, list) {
        state.readings.push({ at: Date.now(), list });
        under.add(nameOf(list));
        state.underWay += 1;
        state.mostUnderWay = Math.max(state.mostUnderWay, state.underWay);
        readAt.set(nameOf(list), Date.now());
        if (state.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, state.takesMs));
        under.delete(nameOf(list));
        state.underWay -= 1;
        following.wasRead(workspaceId, list, state.outcome);
        if (state.outcome.error) throw state.outcome.error;
      },
      age: (_workspaceId, list) => Date.now() - (readAt.get(nameOf(list)) ?? -Infinity),
      isReading: (_workspaceId, list) => under.has(nameOf(list)),
    },
    isReachable: () => state.isReachable,
    isUnderWay: (_workspaceId, list) => nameOf(list) !== nameOf(settled) && list.kind === "batches",
    waitedFor: () => state.waitedFor.map((list) => ({ workspaceId, list })),
    visibility: {
      isSeen: () => state.isSeen,
      onChange(listener) {
        visibilityChanged = listener;
        return () => undefined;
      },
    },
    now: Date.now,
    timing: defaultTiming,
    random: () => 0.5,
  });
  following.start();
  /** Lets time pass; gives the moments of readings since then, in seconds from now. */
  async function pass(seconds: number, of?: ResourceList): Promise<number[]> {
    const from = Date.now();
    const before = state.readings.length;
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return state.readings
      .slice(before)
      .filter(({ list }) => of === undefined || nameOf(list) === nameOf(of))
      .map(({ at }) => Math.round((at - from) / 100) / 10);
  }
  return {
    state,
    following,
    pass,
    see(isSeen: boolean) {
      state.isSeen = isSeen;
      visibilityChanged();
    },
  };
}

let test: ReturnType<typeof follow>;
beforeEach(() => {
  vi.useFakeTimers({ now: 1e12 });
  test = follow();
});
afterEach(() => {
  test.following.stop();
  vi.useRealTimers();
});

describe("a list on screen", () => {
  it("is read at once, soon again, and ever less often while nothing changes", async () => {
    test.following.show(workspaceId, [active]);
    expect(test.state.readings).toHaveLength(1);
    expect(await pass(60)).toEqual([4.8, 12.5, 24.8, 44.4]);
    const steps = await pass(300);
    expect(steps.slice(1).map((at, index) => Math.round(at - steps[index]!))).toEqual([
      50, 60, 60, 60,
    ]);
  });

  it("is read soon again after a change, and after a write", async () => {
    test.following.show(workspaceId, [active]);
    await pass(120);
    test.state.outcome = { isChanged: true, error: null };
    await pass(60);
    expect(await pass(30)).toHaveLength(10);
    test.state.outcome = { isChanged: false, error: null };
    await pass(300);
    test.following.wrote(workspaceId, active);
    test.following.wasRead(workspaceId, active, test.state.outcome);
    expect(await pass(6)).toEqual([4.8]);
  });

  it("is read again when a list that it hangs on has changed", async () => {
    const characters: ResourceList = { kind: "characters", projectId: "settled" };
    test.following.show(workspaceId, [characters]);
    const times = () => test.state.readings.filter(({ list }) => list === characters).length;
    await pass(2);
    test.following.wasRead(workspaceId, settled, { isChanged: false, error: null });
    test.following.wasRead(workspaceId, active, { isChanged: true, error: null });
    await pass(10);
    expect(times()).toBe(1);
    test.following.wasRead(workspaceId, settled, { isChanged: true, error: null });
    expect(times()).toBe(2);
    // A batch that moves on and on does not have them read each time.
    test.following.wasRead(workspaceId, settled, { isChanged: true, error: null });
    test.following.wasRead(workspaceId, settled, { isChanged: true, error: null });
    expect(await pass(30, characters)).toEqual([10]);
  });

  it("in which nothing is under way is read once a minute, a catalogue hardly ever", async () => {
    const models: ResourceList = { kind: "models" };
    test.following.show(workspaceId, [settled, models]);
    expect(await pass(200, settled)).toEqual([60, 120, 180]);
    expect(await pass(390, models)).toHaveLength(1);
  });

  it("is read again when it is shown again and old, not before", async () => {
    test.following.show(workspaceId, [settled]);
    await pass(5);
    test.following.show(workspaceId, [active]);
    test.following.show(workspaceId, [settled]);
    expect(test.state.readings).toHaveLength(2);
    await pass(6);
    test.following.show(workspaceId, [settled]);
    expect(test.state.readings.filter(({ list }) => list === settled)).toHaveLength(2);
    expect(await pass(59, active)).toEqual([]);
  });

  it("is let alone while nobody sees it, and read at once when somebody does", async () => {
    test.following.show(workspaceId, [active]);
    test.see(false);
    expect(await pass(600)).toEqual([]);
    test.see(true);
    expect(await pass(0.1)).toHaveLength(0);
    expect(test.state.readings).toHaveLength(2);
  });

  it("is let alone while there is no way to the service, and read when the way opens", async () => {
    test.state.isReachable = false;
    test.following.show(workspaceId, [active]);
    expect(await pass(600)).toEqual([]);
    expect(test.state.readings).toEqual([]);
    test.state.isReachable = true;
    test.following.wake(workspaceId);
    expect(test.state.readings).toHaveLength(1);
    // What changed while there was none is wanted now, however young the last reading is.
    await pass(4);
    test.following.wake(workspaceId);
    expect(test.state.readings).toHaveLength(2);
  });

  it("is read ever less often while that fails", async () => {
    test.state.outcome = { isChanged: false, error: new AppError("service-error", "boom") };
    test.following.show(workspaceId, [active]);
    expect(await pass(60)).toEqual([4.8, 12.5, 24.8, 44.4]);
  });

  it("waits with all others for as long as the service says", async () => {
    const error = new AppError("rate-limited", "slowly", { retryAfterMs: 90_000 });
    test.state.outcome = { isChanged: false, error };
    test.following.show(workspaceId, [active, settled]);
    test.state.outcome = { isChanged: false, error: null };
    expect(await pass(89)).toEqual([]);
    expect((await pass(60)).length).toBeGreaterThan(1);
  });

  it("shares two places with the others of its workspace", async () => {
    test.state.takesMs = 1000;
    const many = Array.from({ length: 7 }, (_, index) => batchesOf(`p${index}`));
    test.following.show(workspaceId, many);
    await pass(4);
    expect(new Set(test.state.readings.map(({ list }) => list)).size).toBe(7);
    await pass(60);
    expect(test.state.mostUnderWay).toBe(2);
  });
});

describe("what is waited for", () => {
  it("is read once a minute, seen or not, until nobody waits any more", async () => {
    test.state.waitedFor = [active];
    test.see(false);
    expect(test.state.readings).toHaveLength(1);
    expect(await pass(310)).toEqual([60, 120, 180, 240, 300]);
    test.state.waitedFor = [];
    await pass(60);
    expect(await pass(900)).toEqual([]);
  });

  it("is read on while it is on screen and nobody sees the window, and often again when somebody does", async () => {
    test.state.waitedFor = [active];
    test.following.show(workspaceId, [active, settled]);
    await pass(60);
    test.see(false);
    await pass(60);
    expect(await pass(310, active)).toHaveLength(5);
    // What is only on screen waits until it is seen.
    expect(await pass(310, settled)).toEqual([]);
    test.see(true);
    expect(await pass(13, active)).toEqual([3, 7.8]);
  });

  it("leaves a place for what is on screen", () => {
    test.state.takesMs = 10_000;
    test.state.waitedFor = [batchesOf("a"), batchesOf("b"), batchesOf("c")];
    test.following.wake();
    expect(test.state.readings).toHaveLength(1);
    test.following.show(workspaceId, [settled]);
    expect(test.state.readings.map(({ list }) => list)).toContain(settled);
  });
});

const pass = (...given: Parameters<typeof test.pass>) => test.pass(...given);
