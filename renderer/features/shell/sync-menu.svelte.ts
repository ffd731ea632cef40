import { actions } from "../../app/actions.svelte";
import { api } from "../../app/api";

/** Tells main what can be done now, for the native menu, whenever that changes. */
export function tellMenu(): void {
  const offered = $derived(
    actions.all.flatMap(({ id, reason }) => (reason === undefined ? [id] : [])).join("\n"),
  );
  $effect(() => {
    const ids = offered.split("\n").filter((id) => id.length <= 100);
    void api.app.offerActions({ actions: ids.slice(0, 1000) }).catch(() => undefined);
  });
}
