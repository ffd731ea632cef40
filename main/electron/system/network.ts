/** The Network port: polls the network state of the system, and also checks it after sleep. */
import type { PowerMonitor } from "electron";
import type { Network } from "../../backend/ports";

export interface NetworkDeps {
  isOnline: () => boolean;
  powerMonitor: Pick<PowerMonitor, "on" | "off">;
  /** Polling interval in milliseconds. */
  interval?: number;
}

/** The main process gets no event when the network state changes; polling is cheap. */
export function createNetwork({ isOnline, powerMonitor, interval = 2000 }: NetworkDeps): Network {
  return {
    isOnline,
    onChange(listener) {
      let wasOnline = isOnline();
      const timer = setInterval(() => {
        const isNow = isOnline();
        if (isNow === wasOnline) return;
        wasOnline = isNow;
        listener();
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
