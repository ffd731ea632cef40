/**
 * The menu that the secondary mouse button or the menu key shows in texts: fields, and text that is
 * selected. Lists have menus of the page's own.
 */
import { Menu, type BrowserWindow, type ContextMenuParams } from "electron";
import type { MenuItemConstructorOptions } from "electron";
import type { NativeStrings } from "./strings";

/** What the menu depends on. */
export type ContextMenuTarget = Pick<
  ContextMenuParams,
  "isEditable" | "editFlags" | "selectionText" | "misspelledWord" | "dictionarySuggestions"
>;

/** The entries for a place in the page; empty where there is nothing to do. */
export function contextMenuRows(
  target: ContextMenuTarget,
  { menu: titles }: NativeStrings,
  replaceMisspelling: (word: string) => void,
): MenuItemConstructorOptions[] {
  const { editFlags } = target;
  const copy: MenuItemConstructorOptions = {
    label: titles.copy,
    role: "copy",
    enabled: editFlags.canCopy,
  };
  if (!target.isEditable) return target.selectionText.trim() === "" ? [] : [copy];
  const suggestions: MenuItemConstructorOptions[] = target.dictionarySuggestions.map((word) => ({
    label: word,
    click: () => replaceMisspelling(word),
  }));
  if (suggestions.length > 0) suggestions.push({ type: "separator" });
  return suggestions.concat([
    { label: titles.undo, role: "undo", enabled: editFlags.canUndo },
    { label: titles.redo, role: "redo", enabled: editFlags.canRedo },
    { type: "separator" },
    { label: titles.cut, role: "cut", enabled: editFlags.canCut },
    copy,
    { label: titles.paste, role: "paste", enabled: editFlags.canPaste },
    { type: "separator" },
    { label: titles.selectAll, role: "selectAll", enabled: editFlags.canSelectAll },
  ]);
}

/** Shows the menu where the page has none of its own. */
export function offerContextMenu(window: BrowserWindow, strings: () => NativeStrings): void {
  const { webContents } = window;
  webContents.on("context-menu", (_event, target) => {
    const rows = contextMenuRows(target, strings(), (word) => webContents.replaceMisspelling(word));
    if (rows.length > 0) Menu.buildFromTemplate(rows).popup({ window });
  });
}
