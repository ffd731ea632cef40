/** The Network port: polls the network state of the system, and also checks it after sleep. */
import type { NetworkInterfaceInfo } from "node:os";
import type { PowerMonitor } from "electron";
import type { Network } from "../../backend/ports";

export interface NetworkDeps {
  isOnline: () => boolean;
  /** os.networkInterfaces */
  interfaces: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
  powerMonitor: Pick<PowerMonitor, "on" | "off">;
  /** Polling interval in milliseconds. */
  interval?: number;
}

/** A poll that is later by this many milliseconds shows that the computer was suspended. */
const maxLateMs = 20_000;

/** The main process gets no event when the network state changes; polling is cheap. */
export function createNetwork({
  isOnline,
  interfaces,
  powerMonitor,
  interval = 2000,
}: NetworkDeps): Network {
  function addresses(): Set<string> {
    const all = Object.values(interfaces()).flatMap((list) => list ?? []);
    return new Set(all.filter(({ internal }) => !internal).map(({ address }) => address));
  }

  return {
    isOnline,
    onChange(listener) {
      let wasOnline = isOnline();
      let known = addresses();
      let polledAt = Date.now();
      const timer = setInterval(() => {
        const isNow = isOnline();
        const current = addresses();
        const late = Date.now() - polledAt - interval;
        // Connections from an address that the computer no longer has are dead. Those of other
        // addresses are not: an added one, of a virtual machine for example, must not abort
        // uploads.
        const isLost = [...known].some((address) => !current.has(address));
        const isChanged = isNow !== wasOnline || isLost || late > maxLateMs;
        wasOnline = isNow;
        known = current;
        polledAt = Date.now();
        if (isChanged) listener();
      }, interval);
      timer.unref();
      powerMonitor.on("resume", listener);
      return () => {
        clearInterval(timer);
        powerMonitor.off("resume", listener);
      };
    },
  };
}
