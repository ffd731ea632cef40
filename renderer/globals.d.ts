import type { Bridge } from "../preload/contract";

declare global {
  interface Window {
    /** The bridge of the preload script: the only connection of the window to the main process. */
    readonly bridge: Bridge;
  }
}
