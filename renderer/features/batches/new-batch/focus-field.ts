/** Focuses a field of a form by its name. */
export function focusField(form: HTMLElement | undefined, field: string): void {
  const find = (name: string) => form?.querySelector(`[data-field="${name}"]`);
  const group = find(field) ?? find(field.replace(/\[.*/s, ""));
  group?.querySelector<HTMLElement>("input:not([type=file]), select, button")?.focus();
}
