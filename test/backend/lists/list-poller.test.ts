/** The schedule of list syncs, with fake timers. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ResourceList } from "../../../preload/model/resources";
import type { ConnectivityChange } from "../../../main/backend/connectivity/connectivity";
import { createListeners } from "../../../main/common/listeners";
import { AppError } from "../../../main/common/errors";
import { createListPoller } from "../../../main/backend/lists/list-poller";
import { defaultTiming } from "../../../main/backend/timing";
import type { SyncOutcome } from "../../../main/backend/lists/lists";

const workspaceId = "w";
const batchesOf = (projectId: string): ResourceList => ({ kind: "batches", projectId });
const active = batchesOf("active");
const settled = batchesOf("settled");

interface Sync {
  at: number;
  list: ResourceList;
}

/** A poller whose syncs take `takesMs` and end with `outcome`. */
function startPoller() {
  const state = {
    syncs: [] as Sync[],
    outcome: { isChanged: false, error: null } as SyncOutcome,
    takesMs: 0,
    active: 0,
    maxActive: 0,
    isVisible: true,
    isReachable: true,
    background: [] as ResourceList[],
  };
  const readAt = new Map<string, number>();
  const active = new Set<string>();
  const connectivityChanges = createListeners<[ConnectivityChange]>();
  const synced = createListeners<[string, ResourceList, SyncOutcome]>();
  const written = createListeners<[string, ResourceList]>();
  let visibilityChanged: () => void = () => undefined;
  const nameOf = (list: ResourceList) => JSON.stringify(list);
  const poller = createListPoller({
    lists: {
      async refresh(_workspaceId, list) {
        state.syncs.push({ at: Date.now(), list });
        active.add(nameOf(list));
        state.active += 1;
        state.maxActive = Math.max(state.maxActive, state.active);
        readAt.set(nameOf(list), Date.now());
        if (state.takesMs > 0) await new Promise((resolve) => setTimeout(resolve, state.takesMs));
        active.delete(nameOf(list));
        state.active -= 1;
        synced.notify(workspaceId, list, state.outcome);
        if (state.outcome.error) throw state.outcome.error;
      },
      age: (_workspaceId, list) => Date.now() - (readAt.get(nameOf(list)) ?? -Infinity),
      isReading: (_workspaceId, list) => active.has(nameOf(list)),
      isChanging: (_workspaceId, list) =>
        nameOf(list) !== nameOf(settled) && list.kind === "batches",
      onSynced: synced.add,
      onWritten: written.add,
    },
    connectivity: { isReachable: () => state.isReachable, onChange: connectivityChanges.add },
    background: () => state.background.map((list) => ({ workspaceId, list })),
    visibility: {
      isVisible: () => state.isVisible,
      onChange(listener) {
        visibilityChanged = listener;
        return () => undefined;
      },
    },
    now: Date.now,
    timing: defaultTiming,
    random: () => 0.5,
  });
  poller.start();
  /** Advances the clock; returns the times of the syncs since then, in seconds. */
  async function advance(seconds: number, of?: ResourceList): Promise<number[]> {
    const from = Date.now();
    const before = state.syncs.length;
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    return state.syncs
      .slice(before)
      .filter(({ list }) => of === undefined || nameOf(list) === nameOf(of))
      .map(({ at }) => Math.round((at - from) / 100) / 10);
  }
  return {
    state,
    poller,
    connectivityChanges,
    synced: synced.notify,
    written: written.notify,
    advance,
    see(isVisible: boolean) {
      state.isVisible = isVisible;
      visibilityChanged();
    },
  };
}

let test: ReturnType<typeof startPoller>;
const show = (lists: ResourceList[]) => void test.poller.handlers.show({ workspaceId, lists });
beforeEach(() => {
  vi.useFakeTimers({ now: 1e12 });
  test = startPoller();
});
afterEach(() => {
  test.poller.stop();
  vi.useRealTimers();
});

describe("a list on screen", () => {
  it("is synced at once, then after a growing interval while nothing changes", async () => {
    show([active]);
    expect(test.state.syncs).toHaveLength(1);
    expect(await advance(60)).toEqual([4.8, 12.5, 24.8, 44.4]);
    const steps = await advance(300);
    expect(steps.slice(1).map((at, index) => Math.round(at - steps[index]!))).toEqual([
      50, 60, 60, 60,
    ]);
  });

  it("is synced soon after a change and after a write", async () => {
    show([active]);
    await advance(120);
    test.state.outcome = { isChanged: true, error: null };
    await advance(60);
    expect(await advance(30)).toHaveLength(10);
    test.state.outcome = { isChanged: false, error: null };
    await advance(300);
    test.written(workspaceId, active);
    test.synced(workspaceId, active, test.state.outcome);
    expect(await advance(6)).toEqual([4.8]);
  });

  it("is synced when a list that it depends on has changed", async () => {
    const characters: ResourceList = { kind: "characters", projectId: "settled" };
    show([characters]);
    const times = () => test.state.syncs.filter(({ list }) => list === characters).length;
    await advance(2);
    test.synced(workspaceId, settled, { isChanged: false, error: null });
    test.synced(workspaceId, active, { isChanged: true, error: null });
    await advance(10);
    expect(times()).toBe(1);
    test.synced(workspaceId, settled, { isChanged: true, error: null });
    expect(times()).toBe(2);
    // Frequent changes of a batch do not cause a sync each time.
    test.synced(workspaceId, settled, { isChanged: true, error: null });
    test.synced(workspaceId, settled, { isChanged: true, error: null });
    expect(await advance(30, characters)).toEqual([10]);
  });

  it("without work in progress is synced once a minute, and a catalogue rarely", async () => {
    const models: ResourceList = { kind: "models" };
    show([settled, models]);
    expect(await advance(200, settled)).toEqual([60, 120, 180]);
    expect(await advance(390, models)).toHaveLength(1);
  });

  it("is synced when it is shown again and outdated, not before", async () => {
    show([settled]);
    await advance(5);
    show([active]);
    show([settled]);
    expect(test.state.syncs).toHaveLength(2);
    await advance(6);
    show([settled]);
    expect(test.state.syncs.filter(({ list }) => list === settled)).toHaveLength(2);
    expect(await advance(59, active)).toEqual([]);
  });

  it("is not synced while the window is hidden, and is synced at once when it is visible", async () => {
    show([active]);
    test.see(false);
    expect(await advance(600)).toEqual([]);
    test.see(true);
    expect(await advance(0.1)).toHaveLength(0);
    expect(test.state.syncs).toHaveLength(2);
  });

  it("is not synced while the service is unreachable, and is synced when it is reachable", async () => {
    test.state.isReachable = false;
    show([active]);
    expect(await advance(600)).toEqual([]);
    expect(test.state.syncs).toEqual([]);
    test.state.isReachable = true;
    test.connectivityChanges.notify({ kind: "online", workspaceId });
    expect(test.state.syncs).toHaveLength(1);
    // Changes during the outage cause a sync, regardless of the age of the last one.
    await advance(4);
    test.connectivityChanges.notify({ kind: "online", workspaceId });
    expect(test.state.syncs).toHaveLength(2);
  });

  it("is synced after growing delays while syncs fail", async () => {
    test.state.outcome = { isChanged: false, error: new AppError("service-error", "boom") };
    show([active]);
    expect(await advance(60)).toEqual([4.8, 12.5, 24.8, 44.4]);
  });

  it("waits, like all others, for the Retry-After time of the service", async () => {
    const error = new AppError("rate-limited", "slowly", { retryAfterMs: 90_000 });
    test.state.outcome = { isChanged: false, error };
    show([active, settled]);
    test.state.outcome = { isChanged: false, error: null };
    expect(await advance(89)).toEqual([]);
    expect((await advance(60)).length).toBeGreaterThan(1);
  });

  it("shares two slots with the other lists of its workspace", async () => {
    test.state.takesMs = 1000;
    const many = Array.from({ length: 7 }, (_, index) => batchesOf(`p${index}`));
    show(many);
    await advance(4);
    expect(new Set(test.state.syncs.map(({ list }) => list)).size).toBe(7);
    await advance(60);
    expect(test.state.maxActive).toBe(2);
  });
});

describe("a list with work in progress", () => {
  it("is synced once a minute, visible or not, until the work is complete", async () => {
    test.state.background = [active];
    test.see(false);
    expect(test.state.syncs).toHaveLength(1);
    expect(await advance(310)).toEqual([60, 120, 180, 240, 300]);
    test.state.background = [];
    await advance(60);
    expect(await advance(900)).toEqual([]);
  });

  it("on screen is synced while the window is hidden, and more often when it is visible", async () => {
    test.state.background = [active];
    show([active, settled]);
    await advance(60);
    test.see(false);
    await advance(60);
    expect(await advance(310, active)).toHaveLength(5);
    // Lists that are only on screen wait until the window is visible.
    expect(await advance(310, settled)).toEqual([]);
    test.see(true);
    expect(await advance(13, active)).toEqual([3, 7.8]);
  });

  it("leaves a slot for lists on screen", () => {
    test.state.takesMs = 10_000;
    test.state.background = [batchesOf("a"), batchesOf("b"), batchesOf("c")];
    test.poller.wake();
    expect(test.state.syncs).toHaveLength(1);
    show([settled]);
    expect(test.state.syncs.map(({ list }) => list)).toContain(settled);
  });
});

const advance = (...args: Parameters<typeof test.advance>) => test.advance(...args);
