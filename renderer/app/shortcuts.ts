export const isMac = navigator.platform.startsWith("Mac");

/** Whether Ctrl is pressed, or Cmd on a Mac. */
export function isModified(event: KeyboardEvent | MouseEvent): boolean {
  return isMac ? event.metaKey : event.ctrlKey;
}

/** Whether a key press is the shortcut "Mod+Shift+K". */
export function matchesShortcut(event: KeyboardEvent, shortcut: string): boolean {
  const parts = shortcut.split("+");
  const key = parts.pop() ?? "";
  const has = (part: string) => parts.includes(part);
  if (isModified(event) !== has("Mod") || event.altKey !== has("Alt")) return false;
  if ((isMac ? event.ctrlKey : event.metaKey) || event.isComposing) return false;
  // On many keyboards "+" is Shift and "=", and users omit Shift.
  if (key === "Plus") return event.key === "+" || event.key === "=";
  // "?" already includes Shift on most keyboards.
  if (/[a-z]/i.test(key) && event.shiftKey !== has("Shift")) return false;
  // On a Mac, Alt changes the character; on some keyboards digits need Shift.
  if (/^\d$/.test(key) && has("Alt") && event.code === `Digit${key}`) return true;
  return event.key.toLowerCase() === key.toLowerCase();
}

/** Whether the element accepts text input, so that its keys must not trigger shortcuts. */
export function isEditable(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches("input:not([type=radio], [type=checkbox]), textarea, select"))
  );
}
