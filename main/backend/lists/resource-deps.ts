import type { Topic } from "../../../preload/contract";
import type { Remote } from "../../remote/remote";
import type { ItemOrder } from "./list-query";
import type { ListStore } from "./store";
import type { Extensions } from "../workspaces/extensions";
import type { Lists } from "./lists";

/** Dependencies of the domains of projects and of everything in them. */
export interface ResourceDeps {
  lists: Lists;
  store: ListStore;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "offers">;
  changed: (topic: Topic) => void;
  now: () => number;
}

/** Sort names of the contract, and the columns that they sort by. */
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

/** "-name" sorts by name, descending. */
export function sortOf(sort: string): { order: ItemOrder; isDescending: boolean } {
  const isDescending = sort.startsWith("-");
  return { order: orders[sort.slice(isDescending ? 1 : 0)] ?? "name", isDescending };
}
