/**
 * Controls a running Dubyard in a story: the application under Electron, or its window in Chromium.
 */
import path from "node:path";
import type { Page } from "playwright";
import type { Bridge } from "../../../preload/contract";

/** Responses of native dialogs; by default they are cancelled. */
export interface DialogResponses {
  /** Files or a folder to open. */
  open?: readonly string[];
  saveAs?: string;
}

export interface AppDriver {
  kind: "Electron" | "Chromium";
  /** The current window; another one after a restart. */
  page: Page;
  /**
   * The profile folder, which is kept across restarts. Certificates in its `authority.pem` are
   * trusted.
   */
  profile: string;
  stubDialogs(responses: DialogResponses): Promise<void>;
  /**
   * Sets the network state that the system reports, also after a restart. It does not affect local
   * workspaces.
   */
  setOnline(isOnline: boolean): Promise<void>;
  /** Quits normally and starts again with the same profile. */
  restart(): Promise<void>;
  /**
   * Kills the processes and starts again with the same profile. In Chromium, whose backend runs in
   * the process of the test, it quits normally.
   */
  kill(): Promise<void>;
  /**
   * Drops files or folders of this computer on the page; null in Chromium, whose files have no
   * paths.
   */
  drop: ((paths: readonly string[]) => Promise<void>) | null;
  /** Makes a call to main; throws its error. */
  call<T>(name: string, input?: unknown): Promise<T>;
}

/** Makes a call through the bridge of a page. */
export async function callThroughBridge<T>(page: Page, name: string, input: unknown): Promise<T> {
  const reply = await page.evaluate(
    ([call, value]) => (window as unknown as { bridge: Bridge }).bridge.call(call, value),
    [name, input] as const,
  );
  if (!reply.ok) throw new Error(`${name}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
}

/** The module that stubs parts of Electron and Node.js for stories. */
export const electronStubs = path.join(import.meta.dirname, "electron-stubs.cjs");

/** The file of trusted certificates of a profile. */
export const authorityOf = (profile: string) => path.join(profile, "authority.pem");
