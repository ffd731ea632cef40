import type X from "@lucide/svelte/icons/x";

/** An icon of the set, as a component. */
export type Icon = typeof X;
