/** The native menu. Entries with an action only send it to the page, whose actions have the same ids. */
import { Menu, type MenuItemConstructorOptions } from "electron";
import type { Words } from "./native-strings";

/** One entry: an action of the page, a role of the system, or a function of main. */
export type Row =
  | "separator"
  | { label: string; action: string; accelerator?: string }
  | { label: string; role: NonNullable<MenuItemConstructorOptions["role"]> }
  | { label: string; command: "show-logs" };

/** The menus and their entries, for a system and a language. */
export function menuTable(
  isMac: boolean,
  { menu: words }: Words,
): { label: string; rows: Row[] }[] {
  const settings: Row = {
    label: words.settings,
    action: "go.settings",
    accelerator: "CmdOrCtrl+,",
  };
  const about: Row = { label: words.about, role: "about" };
  const quit: Row = { label: words.quit, role: "quit" };
  const macApp: Row[] = [
    about,
    "separator",
    settings,
    "separator",
    { label: words.services, role: "services" },
    "separator",
    { label: words.hide, role: "hide" },
    { label: words.hideOthers, role: "hideOthers" },
    { label: words.showAll, role: "unhide" },
    "separator",
    quit,
  ];
  const macFileEnd: Row[] = [{ label: words.closeWindow, role: "close" }];
  const fileEnd: Row[] = [settings, "separator", quit];
  const helpEnd: Row[] = ["separator", about];
  return [
    ...(isMac ? [{ label: "Dubyard", rows: macApp }] : []),
    {
      label: words.file,
      rows: [
        { label: words.newProject, action: "projects.create" },
        { label: words.newBatch, action: "batches.create" },
        "separator",
        { label: words.addFiles, action: "uploads.add-files", accelerator: "CmdOrCtrl+O" },
        { label: words.addFolder, action: "uploads.add-folder", accelerator: "CmdOrCtrl+Shift+O" },
        "separator",
        ...(isMac ? macFileEnd : fileEnd),
      ],
    },
    {
      label: words.edit,
      rows: [
        { label: words.undo, role: "undo" },
        { label: words.redo, role: "redo" },
        "separator",
        { label: words.cut, role: "cut" },
        { label: words.copy, role: "copy" },
        { label: words.paste, role: "paste" },
        { label: words.selectAll, role: "selectAll" },
        "separator",
        { label: words.copyLink, action: "app.copy-link", accelerator: "CmdOrCtrl+Shift+L" },
        { label: words.find, action: "app.search", accelerator: "CmdOrCtrl+F" },
      ],
    },
    {
      label: words.view,
      rows: [
        { label: words.overview, action: "go.overview", accelerator: "CmdOrCtrl+1" },
        { label: words.projects, action: "go.projects", accelerator: "CmdOrCtrl+2" },
        { label: words.media, action: "go.media", accelerator: "CmdOrCtrl+3" },
        { label: words.uploads, action: "go.uploads", accelerator: "CmdOrCtrl+4" },
        { label: words.outbox, action: "go.outbox", accelerator: "CmdOrCtrl+7" },
        { label: words.voices, action: "go.voices", accelerator: "CmdOrCtrl+5" },
        { label: words.users, action: "go.users", accelerator: "CmdOrCtrl+6" },
        "separator",
        { label: words.palette, action: "app.palette", accelerator: "CmdOrCtrl+K" },
        { label: words.refresh, action: "app.refresh", accelerator: "CmdOrCtrl+R" },
        {
          label: words.pauseUploads,
          action: "uploads.pause-all",
          accelerator: "CmdOrCtrl+Shift+P",
        },
        "separator",
        // The text size of the application instead of Electron's zoom roles: the setting takes precedence and is
        // persistent.
        { label: words.largerText, action: "app.text-larger", accelerator: "CmdOrCtrl+Plus" },
        { label: words.smallerText, action: "app.text-smaller", accelerator: "CmdOrCtrl+-" },
        { label: words.usualText, action: "app.text-reset", accelerator: "CmdOrCtrl+0" },
        "separator",
        { label: words.fullScreen, role: "togglefullscreen" },
      ],
    },
    {
      label: words.window,
      rows: [
        { label: words.minimise, role: "minimize" },
        { label: words.zoom, role: "zoom" },
      ],
    },
    {
      label: words.help,
      rows: [
        { label: words.shortcuts, action: "app.shortcuts" },
        "separator",
        { label: words.showLogs, command: "show-logs" },
        { label: words.copyReport, action: "app.copy-report" },
        ...(isMac ? [] : helpEnd),
      ],
    },
  ];
}

export interface MenuDeps {
  isMac: boolean;
  /** Only during development. */
  withDeveloperTools: boolean;
  /** The user chose an entry with an action of the page. */
  onChosen: (action: string) => void;
  showLogs: () => void;
}

/** Creates the menu of the application. */
export function createMenu(deps: MenuDeps) {
  /** The actions that the page offers; null until the page reports them: until then all entries are enabled. */
  let offered: ReadonlySet<string> | null = null;
  const isOffered = (action: string) => offered === null || offered.has(action);

  const item = (row: Row): MenuItemConstructorOptions => {
    if (row === "separator") return { type: "separator" };
    if ("role" in row) return row;
    if ("command" in row)
      return { id: row.command, label: row.label, click: () => deps.showLogs() };
    const { label, action, accelerator } = row;
    return {
      id: action,
      label,
      enabled: isOffered(action),
      click: () => deps.onChosen(action),
      // The page handles the key itself; the menu only displays it, on systems that support this.
      ...(accelerator ? { accelerator, registerAccelerator: false } : {}),
    };
  };
  return {
    /** Sets the menu; another call replaces it. */
    install(words: Words): void {
      const table: MenuItemConstructorOptions[] = menuTable(deps.isMac, words).map(
        ({ label, rows }) => ({ label, submenu: rows.map(item) }),
      );
      if (deps.withDeveloperTools)
        table.push({
          label: words.menu.develop,
          submenu: [
            { label: words.menu.developerTools, role: "toggleDevTools" },
            { label: words.menu.reload, role: "reload" },
          ],
        });
      Menu.setApplicationMenu(Menu.buildFromTemplate(table));
    },
    /** Enables the entries whose actions are listed and disables other entries with an action. */
    offer(actions: readonly string[]): void {
      offered = new Set(actions);
      for (const { submenu } of Menu.getApplicationMenu()?.items ?? [])
        for (const entry of submenu?.items ?? [])
          if (entry.id.includes(".")) entry.enabled = isOffered(entry.id);
    },
  };
}
