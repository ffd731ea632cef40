/** The projects and batches that were shown last, for the menus of the system. */
import { z } from "zod";
import type { Preferences } from "../ports";

/** Entries of a menu, at most. */
const maxRecent = 8;
const preference = "recent";

const recentItems = z
  .array(z.object({ title: z.string().min(1).max(200), link: z.string().max(8_000) }))
  .catch([]);
/** `link`: of the application's own scheme. */
export type RecentItem = z.infer<typeof recentItems>[number];

/** The newest first. */
export const readRecent = (preferences: Preferences): RecentItem[] =>
  recentItems.parse(preferences.get<unknown>(preference, [])).slice(0, maxRecent);

/** Adds an item, or moves it to the front with its present title. Returns the new list. */
export function addRecent(preferences: Preferences, item: RecentItem): RecentItem[] {
  const others = readRecent(preferences).filter(({ link }) => link !== item.link);
  const next = [item, ...others].slice(0, maxRecent);
  preferences.set(preference, next);
  return next;
}

export const clearRecent = (preferences: Preferences): void => preferences.set(preference, []);
