/* eslint-disable svelte/prefer-svelte-reactivity -- the map lives for one run */
import { onDestroy } from "svelte";
import type { ResourceList } from "../../preload/model/resources";
import { api } from "../app/api";
import { Sources } from "../app/data-sources.svelte";

/** What the screens' parts show of the service, together: main reads again what is named here. */
const shown = new Sources<ResourceList>();

/** Says that this component shows these lists, for as long as it lives. */
export function showLists(source: () => readonly ResourceList[]): void {
  onDestroy(shown.add(source));
}

/** Tells main which lists are on screen, whenever that changes. The shell's to call. */
export function tellShownLists(workspaceId: () => string | null): void {
  $effect(() => {
    const id = workspaceId();
    const names = new Map(shown.all.map((list) => [JSON.stringify(list), list]));
    const lists = [...names.values()].slice(0, 50);
    // Main answers late or not at all: the lists are then as old as they say.
    if (id !== null) void api.lists.show({ workspaceId: id, lists }).catch(() => undefined);
  });
}
