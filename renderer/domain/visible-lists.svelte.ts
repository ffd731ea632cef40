/* eslint-disable svelte/prefer-svelte-reactivity -- the map exists only during one run */
import { onDestroy } from "svelte";
import type { ResourceList } from "../../preload/model/resources";
import { api } from "../app/api";
import { Sources } from "../app/data-sources.svelte";

/** The lists shown by mounted components; the main process keeps them in sync. */
const shown = new Sources<ResourceList>();

/** Registers the lists that the calling component shows, for its lifetime. */
export function showLists(source: () => readonly ResourceList[]): void {
  onDestroy(shown.add(source));
}

/** Reports the visible lists to the main process on each change. Called by the shell only. */
export function reportVisibleLists(workspaceId: () => string | null): void {
  $effect(() => {
    const id = workspaceId();
    const names = new Map(shown.all.map((list) => [JSON.stringify(list), list]));
    const lists = [...names.values()].slice(0, 50);
    // A failed call needs no message: the lists show their age.
    if (id !== null) void api.lists.show({ workspaceId: id, lists }).catch(() => undefined);
  });
}
