import { describe, expect, it, vi } from "vitest";
import { createBatteryPauses } from "../../../../main/backend/dubs/battery-pauses";
import { createListeners } from "../../../../main/common/listeners";
import { silentLog } from "../../../../main/common/log";
import type { Remote } from "../../../../main/remote/remote";

function setUp(settings: unknown = {}) {
  const values = new Map<string, unknown>([["inference", settings]]);
  const power = createListeners<[]>();
  const online = createListeners<[string]>();
  let isOnBattery = false;
  const pauseDubs = vi.fn((_id: string, _isPaused: boolean) => Promise.resolve());
  const pauses = createBatteryPauses({
    localWorkspaces: () => ["a", "old"],
    remote: (id) =>
      ({
        extensions: { dubs: { pause: (isPaused: boolean) => pauseDubs(id, isPaused) } },
      }) as unknown as Remote,
    extensions: { offers: (id) => id !== "old", onOnline: online.add },
    power: { isOnBattery: () => isOnBattery, onChange: power.add },
    preferences: {
      get: (key, fallback) => (values.get(key) as typeof fallback | undefined) ?? fallback,
      set: (key, value) => void values.set(key, value),
    },
    log: silentLog,
  });
  pauses.start();
  return {
    pauses,
    pauseDubs,
    online,
    values,
    setBattery(next: boolean) {
      isOnBattery = next;
      power.notify();
    },
  };
}

describe("on battery power", () => {
  it("local workspaces that make takes are paused, also after a restart of their service", () => {
    const { pauseDubs, setBattery, online } = setUp();
    online.notify("a");
    expect(pauseDubs).not.toHaveBeenCalled();
    setBattery(true);
    expect(pauseDubs.mock.calls).toEqual([["a", true]]);
    online.notify("a");
    online.notify("hosted");
    expect(pauseDubs.mock.calls).toEqual([
      ["a", true],
      ["a", true],
    ]);
    setBattery(false);
    expect(pauseDubs.mock.lastCall).toEqual(["a", false]);
  });

  it("nothing is paused if the setting is off; a change applies at once", () => {
    const { pauses, pauseDubs, setBattery, values } = setUp({ pausesOnBattery: false });
    setBattery(true);
    expect(pauseDubs).not.toHaveBeenCalled();
    values.set("inference", { pausesOnBattery: true });
    pauses.update();
    expect(pauseDubs.mock.calls).toEqual([["a", true]]);
  });
});
