import type { Topic } from "../../../preload/contract";
import type { Remote } from "../../remote/remote";
import type { ListStore } from "./store";
import type { Extensions } from "../workspaces/extensions";
import type { Lists } from "./lists";

/** Dependencies of the domains of projects and of everything in them. */
export interface ResourceDeps {
  lists: Lists;
  store: ListStore;
  remote: (workspaceId: string) => Remote;
  extensions: Pick<Extensions, "require" | "offers" | "personOf">;
  changed: (topic: Topic) => void;
  now: () => number;
}
