/** What is stored about updates besides the list and its file. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { updateModes } from "../../../preload/facts/updates";
import type { SettingsStore } from "../settings/store";

const stored = z.object({
  mode: z.enum(updateModes).default("ask"),
  /** When a check last succeeded, in wall-clock milliseconds. */
  checkedAt: z.number().nullable().default(null),
  skipped: z.string().nullable().default(null),
  /** The version that a check of the user has found. */
  requested: z.string().nullable().default(null),
  /** Time until which the offer is shown less prominently, in wall-clock milliseconds. */
  laterUntil: z.number().default(0),
  /** Random text that decides when this computer takes part in a roll-out. It is not sent. */
  seed: z.string().default(() => randomUUID()),
  /** The highest version of a list that was accepted. */
  highestList: z.number().default(0),
  /** The version whose news the user has seen, or for which there were none. */
  seenVersion: z.string().nullable().default(null),
});
type Stored = z.infer<typeof stored>;

const name = "updates";

export type UpdateSettings = ReturnType<typeof createUpdateSettings>;

export function createUpdateSettings(settings: SettingsStore) {
  let current = stored.catch(() => stored.parse({})).parse(settings.get(name) ?? {});
  return {
    get: (): Readonly<Stored> => current,
    change(change: Partial<Stored>): void {
      current = { ...current, ...change };
      settings.set(name, current);
    },
  };
}
