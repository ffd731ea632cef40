import { EventEmitter } from "node:events";
import type { NetworkInterfaceInfo } from "node:os";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createNetwork } from "../../../../main/electron/system/network";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const state = { isOnline: true, addresses: ["192.168.0.2", "fe80::1"] };
  const powerMonitor = new EventEmitter();
  const network = createNetwork({
    isOnline: () => state.isOnline,
    interfaces: () => ({
      lo: [{ address: "127.0.0.1", internal: true } as NetworkInterfaceInfo],
      en0: state.addresses.map((address) => ({ address, internal: false }) as NetworkInterfaceInfo),
    }),
    powerMonitor: powerMonitor as never,
  });
  const listener = vi.fn();
  return { state, powerMonitor, listener, end: network.onChange(listener) };
}

test("network changes and waking from sleep are reported", () => {
  const { state, powerMonitor, listener, end } = open();
  vi.advanceTimersByTime(10_000);
  expect(listener).not.toHaveBeenCalled();
  state.isOnline = false;
  vi.advanceTimersByTime(2000);
  expect(listener).toHaveBeenCalledOnce();
  powerMonitor.emit("resume");
  expect(listener).toHaveBeenCalledTimes(2);
  end();
  state.isOnline = true;
  vi.advanceTimersByTime(10_000);
  powerMonitor.emit("resume");
  expect(listener).toHaveBeenCalledTimes(2);
});

test("a removed address is a change, an added one is not", () => {
  const { state, listener, end } = open();
  state.addresses = ["192.168.0.2", "fe80::1", "172.17.0.1"];
  vi.advanceTimersByTime(2000);
  expect(listener).not.toHaveBeenCalled();
  state.addresses = ["10.0.0.7", "fe80::1", "172.17.0.1"];
  vi.advanceTimersByTime(4000);
  expect(listener).toHaveBeenCalledOnce();
  end();
});

test("a poll that is late by minutes is a change: the computer was suspended", () => {
  const { listener, end } = open();
  vi.setSystemTime(Date.now() + 10 * 60_000);
  vi.advanceTimersByTime(4000);
  expect(listener).toHaveBeenCalledOnce();
  end();
});
