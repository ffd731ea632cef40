/** The state of updates, as the window shows it, computed from facts in one function. */
import type { UpdateFailure, UpdateState } from "../../../preload/contract/updates";
import { runningKinds, type Activity } from "../../../preload/facts/activity";
import type { UpdateMode } from "../../../preload/facts/updates";
import type { Offer } from "./choose-release";

export interface UpdateFacts {
  hasFeed: boolean;
  mode: UpdateMode;
  isChecking: boolean;
  isInstalling: boolean;
  /** Bytes of the running download; null if none is running. */
  bytes: number | null;
  offer: Offer | null;
  /** Whether the file of the offer is complete. */
  isReady: boolean;
  /** Whether the program on disk is newer than the running one. */
  isReplaced: boolean;
  /** Whether the user wants the restart. */
  isRestartWanted: boolean;
  /** When the restart happens unless the user cancels it, in wall-clock milliseconds. */
  restartAt: number | null;
  activity: Activity;
  failure: UpdateFailure | null;
  withdrawn: string | null;
  skipped: string | null;
  /** Time until which the offer is shown less prominently, in wall-clock milliseconds. */
  laterUntil: number;
  now: number;
}

/** The offer in the form of the contract. */
const shownOffer = ({ release, file }: Offer) => ({
  version: release.version,
  date: release.date,
  notes: release.notes,
  isSecurity: release.security,
  size: file?.size ?? null,
  url: file?.url ?? null,
});

export function stateOf(facts: UpdateFacts): UpdateState {
  const { isInstalling, isReady, isReplaced, restartAt, bytes } = facts;
  const offer = facts.offer && shownOffer(facts.offer);
  if (facts.isRestartWanted && !isInstalling && (isReplaced || isReady)) {
    if (restartAt !== null) return { kind: "restarting", at: restartAt };
    const running = runningKinds(facts.activity);
    if (running.length > 0) return { kind: "waiting-for-work", running };
  }
  // Does not depend on the settings: the system may have replaced the program.
  if (isReplaced) return { kind: "restart-needed" };
  if (!facts.hasFeed) return { kind: "off", reason: "no-feed" };
  if (facts.mode === "off") return { kind: "off", reason: "setting" };
  if (isInstalling && offer) return { kind: "installing", offer };
  if (bytes !== null && offer) return { kind: "downloading", offer, bytes };
  if (facts.isChecking) return { kind: "checking" };
  if (facts.failure) return { kind: "failed", failure: facts.failure, offer };
  if (offer && isReady) return { kind: "ready", offer };
  if (offer) return { kind: "offered", offer, isLater: facts.laterUntil > facts.now };
  if (facts.withdrawn !== null) return { kind: "withdrawn", version: facts.withdrawn };
  return { kind: "idle", skipped: facts.skipped };
}
