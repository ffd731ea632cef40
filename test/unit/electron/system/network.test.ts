import { EventEmitter } from "node:events";
import { expect, test, vi } from "vitest";
import { createNetwork } from "../../../../main/electron/system/network";

test("network changes and waking from sleep are reported", () => {
  vi.useFakeTimers();
  try {
    let isOnline = true;
    const powerMonitor = new EventEmitter();
    const network = createNetwork({
      isOnline: () => isOnline,
      powerMonitor: powerMonitor as never,
    });
    const listener = vi.fn();
    const undo = network.onChange(listener);
    vi.advanceTimersByTime(10_000);
    expect(listener).not.toHaveBeenCalled();
    isOnline = false;
    vi.advanceTimersByTime(2000);
    expect(listener).toHaveBeenCalledOnce();
    powerMonitor.emit("resume");
    expect(listener).toHaveBeenCalledTimes(2);
    undo();
    isOnline = true;
    vi.advanceTimersByTime(10_000);
    powerMonitor.emit("resume");
    expect(listener).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
