import { api } from "./api";
import type { Route } from "./routes";

/**
 * Reports to the menus of the system which project or batch is shown. `what` returns null until its
 * name is known. Call during the initialization of a component.
 */
export function noteRecent(
  what: () => { workspaceId: string; title: string; route: Route } | null,
): void {
  let noted = "";
  $effect(() => {
    const item = what();
    if (!item || item.title === "") return;
    const key = JSON.stringify(item);
    if (key === noted) return;
    noted = key;
    const title = item.title.slice(0, 200);
    void api.app.noteRecent({ ...item, title }).catch(() => undefined);
  });
}
