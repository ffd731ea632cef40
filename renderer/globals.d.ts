import type { Bridge } from "../preload/contract";

declare global {
  interface Window {
    /** What the preload exposes: the window's only way out. */
    readonly bridge: Bridge;
  }
}
