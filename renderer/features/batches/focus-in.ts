import { tick } from "svelte";

/** Gives the focus to the first control of a field that has taken another form: its own is gone with the one before. */
export async function focusIn(field: HTMLElement | undefined): Promise<void> {
  await tick();
  field?.querySelector<HTMLElement>("input:not([type=file]), button")?.focus();
}
