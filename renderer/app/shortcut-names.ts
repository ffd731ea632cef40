/** The names of keys as they are shown, in the language of the window. */
import { isMac } from "./shortcuts";
import { t } from "./strings";

const names: Record<string, string> = {
  ...t.app.keyNames,
  ...(isMac ? { Mod: "⌘", Shift: "⇧", Alt: "⌥", Delete: "⌫", Home: "↖", End: "↘" } : {}),
  Enter: "↵",
  Backspace: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Plus: "+",
};

/** The key names of a shortcut as they are written on this system. */
export function shortcutCaps(shortcut: string): string[] {
  return shortcut
    .split("+")
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** A shortcut as the attribute `aria-keyshortcuts` has it, whose names of keys are English. */
export const ariaKeys = (shortcut: string | undefined): string | undefined =>
  shortcut?.replace("Mod", isMac ? "Meta" : "Control");

/** The title of a button with its keys, for its tooltip: "Reject (R)". */
export const withKeys = (title: string, shortcut: string | undefined): string =>
  shortcut === undefined ? title : `${title} (${shortcutCaps(shortcut).join("+")})`;
