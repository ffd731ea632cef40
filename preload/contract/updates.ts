/** Updates of the application. */
import { z } from "zod";
import { activityKinds } from "../facts/activity";
import { installKinds, updateModes, updateRefusals } from "../facts/updates";
import { problem } from "../model";
import { call, nothing } from "./call";

const notes = z.object({ en: z.string(), de: z.string() });

/** A release that this computer may install. */
const offer = z.object({
  version: z.string(),
  /** "2026-11-28". */
  date: z.string(),
  /** Plain text; a line that begins with "- " is an item of a list. */
  notes,
  isSecurity: z.boolean(),
  /** Bytes of the file; null if the system installs it. */
  size: z.number().nullable(),
  /** The address of the file, for the user to open; null if the system installs it. */
  url: z.string().nullable(),
});

const failure = z.union([
  z.object({ refusal: z.enum(updateRefusals) }),
  /** A failure of the network or the disk. */
  z.object({ problem }),
]);
export type UpdateFailure = z.infer<typeof failure>;

const state = z.discriminatedUnion("kind", [
  /** "no-feed": this build has no address of releases, as builds for development and tests. */
  z.object({ kind: z.literal("off"), reason: z.enum(["no-feed", "setting"]) }),
  z.object({ kind: z.literal("idle"), skipped: z.string().nullable() }),
  z.object({ kind: z.literal("checking") }),
  /** `isLater`: the user wants to be reminded later. */
  z.object({ kind: z.literal("offered"), offer, isLater: z.boolean() }),
  z.object({ kind: z.literal("downloading"), offer, bytes: z.number() }),
  /** The file is complete. */
  z.object({ kind: z.literal("ready"), offer }),
  z.object({ kind: z.literal("installing"), offer }),
  /** The new version is installed, but another one is running. */
  z.object({ kind: z.literal("restart-needed") }),
  /** Continues when none of this work is running. */
  z.object({ kind: z.literal("waiting-for-work"), running: z.array(z.enum(activityKinds)) }),
  /** Work has ended; `at` in milliseconds since 1970, unless the user cancels it. */
  z.object({ kind: z.literal("restarting"), at: z.number() }),
  z.object({ kind: z.literal("failed"), failure, offer: offer.nullable() }),
  /** A version that was offered before must not be installed. */
  z.object({ kind: z.literal("withdrawn"), version: z.string() }),
]);
export type UpdateState = z.infer<typeof state>;

const updateStatus = z.object({
  mode: z.enum(updateModes),
  /** Set by the administrator of the computer; the user cannot change it. */
  isModeForced: z.boolean(),
  kind: z.enum(installKinds),
  /** Whether the application replaces its own file; otherwise the system, or the user, does. */
  installsItself: z.boolean(),
  /** When a check last succeeded, in milliseconds since 1970; null for never. */
  checkedAt: z.number().nullable(),
  state,
  /** What is new in this version, until the user has read it; null for nothing. */
  news: z.object({ version: z.string(), notes }).nullable(),
});
export type UpdateStatus = z.infer<typeof updateStatus>;
const ofVersion = z.object({ version: z.string().max(50) });

export const updates = {
  status: call(nothing, updateStatus),
  setMode: call(z.object({ mode: z.enum(updateModes) }), nothing),
  /** Checks now; resolves when the check has ended, whatever its result. */
  check: call(nothing, nothing),
  /**
   * Downloads the offered version, if it is this one; resolves when the download has begun. A file
   * that is complete is ready again after its installation failed.
   */
  download: call(ofVersion, nothing),
  /** Stops a download, or a restart that waits. */
  cancel: call(nothing, nothing),
  /** Does not offer this version again, until the user checks. */
  skip: call(ofVersion, nothing),
  /** Does not point to the offered version for a day. */
  later: call(nothing, nothing),
  /** Installs the file that is ready, and restarts, as soon as no work is running. */
  restart: call(nothing, nothing),
  /** The user has read what is new. */
  newsSeen: call(nothing, nothing),
};
