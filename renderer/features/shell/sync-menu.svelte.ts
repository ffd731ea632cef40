import { actions } from "../../app/actions.svelte";
import { api } from "../../app/api";

/**
 * Sends the ids of the enabled actions to the main process whenever they change, for the native
 * menu.
 */
export function syncMenu(): void {
  const offered = $derived(
    actions.all.flatMap(({ id, reason }) => (reason === undefined ? [id] : [])).join("\n"),
  );
  $effect(() => {
    const ids = offered.split("\n").filter((id) => id.length <= 100);
    void api.app.offerActions({ actions: ids.slice(0, 1000) }).catch(() => undefined);
  });
}
