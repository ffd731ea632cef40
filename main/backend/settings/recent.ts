/** The projects and batches that were shown last, for the menus of the system. */
import { z } from "zod";
import type { ResourceList } from "../../../preload/model/resources";
import type { Route } from "../../../preload/routes";
import type { Preferences } from "../ports";

/** Entries of a menu, at most. */
const maxRecent = 8;
const preference = "recent";

/** An item of the menus; `link`: of the application's own scheme. */
export interface RecentItem {
  title: string;
  link: string;
}

/** The link of a hosted workspace has its service only, which several workspaces may use. */
const recentItems = z
  .array(
    z.object({
      title: z.string().min(1).max(200),
      link: z.string().max(8_000),
      workspaceId: z.string(),
      /** "" in lists of earlier versions. */
      projectId: z.string().default(""),
      /** "" for a project. */
      batchId: z.string().default(""),
    }),
  )
  .catch([]);
type StoredItem = z.infer<typeof recentItems>[number];

/** The newest first. */
export const readRecent = (preferences: Preferences): StoredItem[] =>
  recentItems.parse(preferences.get<unknown>(preference, [])).slice(0, maxRecent);

/** Adds an item, or moves it to the front with its present title. Returns the new list. */
export function addRecent(preferences: Preferences, item: StoredItem): StoredItem[] {
  const others = readRecent(preferences).filter(({ link }) => link !== item.link);
  const next = [item, ...others].slice(0, maxRecent);
  preferences.set(preference, next);
  return next;
}

/** The project and the batch that a route shows. */
export const subjectOf = (shown: Route): Pick<StoredItem, "projectId" | "batchId"> => ({
  projectId: "projectId" in shown ? shown.projectId : "",
  batchId: "batchId" in shown ? shown.batchId : "",
});

/** Removes the items of a workspace. Returns the new list. */
export function removeRecentOf(preferences: Preferences, workspaceId: string): StoredItem[] {
  const next = readRecent(preferences).filter((item) => item.workspaceId !== workspaceId);
  preferences.set(preference, next);
  return next;
}

/**
 * Removes the items that a list of the service, which was read just now, does not contain. Returns
 * the new list; null if nothing was removed.
 */
export function removeMissingRecent(
  preferences: Preferences,
  {
    workspaceId,
    list,
    has,
  }: { workspaceId: string; list: ResourceList; has: (id: string) => boolean },
): StoredItem[] | null {
  const isMissing = ({ projectId, batchId, ...item }: StoredItem) => {
    if (item.workspaceId !== workspaceId || projectId === "") return false;
    if (list.kind === "projects") return !has(projectId);
    return (
      list.kind === "batches" && list.projectId === projectId && batchId !== "" && !has(batchId)
    );
  };
  const all = readRecent(preferences);
  const next = all.filter((item) => !isMissing(item));
  if (next.length === all.length) return null;
  preferences.set(preference, next);
  return next;
}

export const clearRecent = (preferences: Preferences): void => preferences.set(preference, []);
