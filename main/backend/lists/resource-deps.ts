import type { Topic } from "../../../preload/contract";
import type { Remote } from "../../remote/remote";
import type { ItemOrder } from "./list-query";
import type { ListStore } from "./store";
import type { Extensions } from "../workspaces/extensions";
import type { Lists } from "./lists";

/** What the services of projects and all that is in them stand on. */
export interface ResourceDeps {
  lists: Lists;
  store: ListStore;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "offers">;
  changed: (topic: Topic) => void;
  now: () => number;
}

/** Words of sorts and what they sort by, where the two differ. */
const orders: Readonly<Record<string, ItemOrder>> = {
  name: "name",
  updated: "updated",
  created: "created",
  word: "name",
  progress: "amount",
  status: "other",
  voice: "other",
  language: "other",
  role: "other",
  email: "other",
};

/** "-name" is by name, the last first. */
export function sortOf(sort: string): { order: ItemOrder; isDescending: boolean } {
  const isDescending = sort.startsWith("-");
  return { order: orders[sort.slice(isDescending ? 1 : 0)] ?? "name", isDescending };
}
