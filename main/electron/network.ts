/** The Network port: what the system says of its network, asked often enough, and on waking from sleep. */
import type { PowerMonitor } from "electron";
import type { Network } from "../backend/ports";

export interface NetworkDeps {
  isOnline: () => boolean;
  powerMonitor: Pick<PowerMonitor, "on" | "off">;
  /** Milliseconds between two looks. */
  interval?: number;
}

/** Main gets no event when the network comes or goes, but asking costs nothing. */
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
