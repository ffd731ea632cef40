/**
 * Pauses the making of takes in local workspaces while the computer runs on battery power, if the
 * setting is on.
 */
import { toProblem } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Remote } from "../../remote/remote";
import type { Power, Preferences } from "../ports";
import { readInferenceSettings } from "../settings/app";
import type { Extensions } from "../workspaces/extensions";

export interface BatteryPausesDeps {
  /** Ids of the local workspaces. */
  localWorkspaces: () => readonly string[];
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "offers" | "onOnline">;
  power: Power;
  preferences: Preferences;
  log: Log;
}

export interface BatteryPauses {
  start(): void;
  stop(): void;
  /** The setting has changed. */
  update(): void;
}

/** A service keeps the state until it ends, so it is sent again after each start of a service. */
export function createBatteryPauses(deps: BatteryPausesDeps): BatteryPauses {
  const { localWorkspaces, remote, extensions, power, preferences, log } = deps;
  let isPaused = false;
  let unsubscribe: () => void = () => undefined;

  async function send(workspaceId: string): Promise<void> {
    if (!extensions.offers(workspaceId, "dubs")) return;
    try {
      await remote(workspaceId).extensions.dubs.pause(isPaused);
    } catch (error) {
      log.info(`dubs: not paused ${workspaceId}`, toProblem(error).code);
    }
  }

  function update(): void {
    const { pausesOnBattery } = readInferenceSettings(preferences);
    const isNow = pausesOnBattery && power.isOnBattery();
    if (isNow === isPaused) return;
    isPaused = isNow;
    for (const workspaceId of localWorkspaces()) void send(workspaceId);
  }

  return {
    start() {
      const endPower = power.onChange(update);
      const endOnline = extensions.onOnline((workspaceId) => {
        if (isPaused && localWorkspaces().includes(workspaceId)) void send(workspaceId);
      });
      unsubscribe = () => {
        endPower();
        endOnline();
      };
      update();
    },
    stop: () => unsubscribe(),
    update,
  };
}
