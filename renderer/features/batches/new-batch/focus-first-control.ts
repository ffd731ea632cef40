import { tick } from "svelte";

/**
 * Focuses the first control of a field whose content was replaced: the control that had the focus
 * no longer exists.
 */
export async function focusFirstControl(field: HTMLElement | undefined): Promise<void> {
  await tick();
  field?.querySelector<HTMLElement>("input:not([type=file]), button")?.focus();
}
