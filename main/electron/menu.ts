/** The native menu. Entries with an id only tell the window, whose actions have the same ids. */
import { Menu, type MenuItemConstructorOptions } from "electron";

interface Entry {
  label: string;
  action: string;
  accelerator?: string;
}
type Row = Entry | "separator" | { role: NonNullable<MenuItemConstructorOptions["role"]> };

const settings: Row = {
  label: "Settings…",
  action: "app.settings",
  accelerator: "CmdOrCtrl+,",
};

/** The menus and their rows, for a system. */
export function menuTable(isMac: boolean): { label: string; rows: Row[] }[] {
  const file: Row[] = [
    { label: "Add Files…", action: "uploads.add-files", accelerator: "CmdOrCtrl+O" },
    { label: "Add Folder…", action: "uploads.add-folder", accelerator: "CmdOrCtrl+Shift+O" },
    "separator",
    ...(isMac ? [{ role: "close" } as const] : [settings, "separator", { role: "quit" } as const]),
  ] as Row[];
  const macApp: Row[] = [
    { role: "about" },
    "separator",
    settings,
    "separator",
    { role: "services" },
    "separator",
    { role: "hide" },
    { role: "hideOthers" },
    { role: "unhide" },
    "separator",
    { role: "quit" },
  ];
  return [
    ...(isMac ? [{ label: "Dubyard", rows: macApp }] : []),
    { label: "File", rows: file },
    {
      label: "Edit",
      rows: [
        { role: "undo" },
        { role: "redo" },
        "separator",
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
        "separator",
        { label: "Find", action: "app.search", accelerator: "CmdOrCtrl+F" },
      ],
    },
    {
      label: "Go",
      rows: [
        { label: "Media", action: "go.media", accelerator: "CmdOrCtrl+1" },
        { label: "Uploads", action: "go.uploads", accelerator: "CmdOrCtrl+2" },
        { label: "Settings", action: "go.settings", accelerator: "CmdOrCtrl+3" },
        "separator",
        { label: "Command Palette…", action: "app.palette", accelerator: "CmdOrCtrl+K" },
      ],
    },
    {
      label: "View",
      rows: [
        { label: "Refresh Media", action: "media.refresh", accelerator: "CmdOrCtrl+R" },
        { label: "Pause or Resume Uploads", action: "uploads.pause-all" },
        "separator",
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { role: "togglefullscreen" },
      ],
    },
    { label: "Window", rows: [{ role: "minimize" }, { role: "zoom" }] },
    {
      label: "Help",
      rows: [
        { label: "Keyboard Shortcuts", action: "app.shortcuts", accelerator: "CmdOrCtrl+/" },
        ...(isMac ? [] : (["separator", { role: "about" }] as Row[])),
      ],
    },
  ];
}

/** Sets the application's menu. `withDeveloperTools` adds them, during development only. */
export function installMenu(
  onChosen: (action: string) => void,
  { isMac, withDeveloperTools }: { isMac: boolean; withDeveloperTools: boolean },
): void {
  const item = (row: Row): MenuItemConstructorOptions => {
    if (row === "separator") return { type: "separator" };
    if ("role" in row) return row;
    const { label, action, accelerator } = row;
    return {
      id: action,
      label,
      click: () => onChosen(action),
      // The page hears the key itself; the menu only shows it where the system allows that.
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };
  const table = menuTable(isMac).map(({ label, rows }) => ({ label, submenu: rows.map(item) }));
  if (withDeveloperTools)
    table.push({ label: "Develop", submenu: [{ role: "toggleDevTools" }, { role: "reload" }] });
  Menu.setApplicationMenu(Menu.buildFromTemplate(table));
}
