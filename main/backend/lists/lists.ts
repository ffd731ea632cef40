/**
 * Lists of a service, kept on disk: what a view asks is answered from the database at once; a reading of the service
 * brings it up to date and says what changed.
 */
import { createListItems, type ListItems, type ListItemsDeps } from "./list-cache";
import { createListReadings, type ListReadings, type ListReadingsDeps } from "./list-sync";

export type { ReadOutcome } from "./list-sync";

export type ListsDeps = Omit<ListItemsDeps, "onTouched"> & Omit<ListReadingsDeps, "items">;
export type Lists = ListItems & ListReadings;

export function createLists(deps: ListsDeps): Lists {
  const items = createListItems({ ...deps, onTouched: (key, id) => readings.touch(key, id) });
  const readings = createListReadings({ ...deps, items });
  return { ...items, ...readings };
}
