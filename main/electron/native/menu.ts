/**
 * The native menu. Entries with an action only send it to the page, whose actions have the same
 * ids.
 */
import { Menu, type MenuItemConstructorOptions } from "electron";
import type { RecentItem } from "../../backend/settings/recent";
import { recentRows } from "./recent-rows";
import type { NativeStrings } from "./strings";

/** One entry: an action of the page, a role of the system, or a function of main. */
export type Row =
  | "separator"
  | { label: string; action: string; accelerator?: string }
  | { label: string; role: NonNullable<MenuItemConstructorOptions["role"]> }
  | { label: string; command: Command }
  | { label: string; recent: readonly RecentItem[] };

/** Functions of main that entries call. */
type Command = "show-logs" | "show-notices";

/** The menus and their entries, for a system and a language. */
export function menuTable(
  isMac: boolean,
  { menu: strings }: NativeStrings,
  hasNotices: boolean,
  recent: readonly RecentItem[] = [],
): { label: string; rows: Row[] }[] {
  const settings: Row = {
    label: strings.settings,
    action: "go.settings",
    accelerator: "CmdOrCtrl+,",
  };
  const about: Row = { label: strings.about, role: "about" };
  const quit: Row = { label: strings.quit, role: "quit" };
  const macApp: Row[] = [
    about,
    "separator",
    settings,
    "separator",
    { label: strings.services, role: "services" },
    "separator",
    { label: strings.hide, role: "hide" },
    { label: strings.hideOthers, role: "hideOthers" },
    { label: strings.showAll, role: "unhide" },
    "separator",
    quit,
  ];
  const macFileEnd: Row[] = [{ label: strings.closeWindow, role: "close" }];
  const fileEnd: Row[] = [settings, "separator", quit];
  const helpEnd: Row[] = ["separator", about];
  const notices: Row[] = hasNotices
    ? [{ label: strings.showNotices, command: "show-notices" }]
    : [];
  return [
    ...(isMac ? [{ label: "Dubyard", rows: macApp }] : []),
    {
      label: strings.file,
      rows: [
        { label: strings.newProject, action: "projects.create" },
        { label: strings.newBatch, action: "batches.create" },
        "separator",
        { label: strings.addFiles, action: "uploads.add-files", accelerator: "CmdOrCtrl+O" },
        {
          label: strings.addFolder,
          action: "uploads.add-folder",
          accelerator: "CmdOrCtrl+Shift+O",
        },
        { label: strings.addWatchFolder, action: "watch-folders.add" },
        "separator",
        { label: strings.openRecent, recent },
        "separator",
        ...(isMac ? macFileEnd : fileEnd),
      ],
    },
    {
      label: strings.edit,
      rows: [
        { label: strings.undo, role: "undo" },
        { label: strings.redo, role: "redo" },
        "separator",
        { label: strings.cut, role: "cut" },
        { label: strings.copy, role: "copy" },
        { label: strings.paste, role: "paste" },
        { label: strings.selectAll, role: "selectAll" },
        "separator",
        { label: strings.copyLink, action: "app.copy-link", accelerator: "CmdOrCtrl+Shift+L" },
        { label: strings.find, action: "app.search", accelerator: "CmdOrCtrl+F" },
      ],
    },
    {
      label: strings.view,
      rows: [
        { label: strings.overview, action: "go.overview", accelerator: "CmdOrCtrl+1" },
        { label: strings.projects, action: "go.projects", accelerator: "CmdOrCtrl+2" },
        { label: strings.media, action: "go.media", accelerator: "CmdOrCtrl+3" },
        { label: strings.uploads, action: "go.uploads", accelerator: "CmdOrCtrl+4" },
        {
          label: strings.watchFolders,
          action: "go.watch-folders",
          accelerator: "CmdOrCtrl+8",
        },
        { label: strings.outbox, action: "go.outbox", accelerator: "CmdOrCtrl+5" },
        { label: strings.voices, action: "go.voices", accelerator: "CmdOrCtrl+6" },
        { label: strings.users, action: "go.users", accelerator: "CmdOrCtrl+7" },
        "separator",
        { label: strings.palette, action: "app.palette", accelerator: "CmdOrCtrl+K" },
        { label: strings.refresh, action: "app.refresh", accelerator: "CmdOrCtrl+R" },
        {
          label: strings.pauseUploads,
          action: "uploads.pause-all",
          accelerator: "CmdOrCtrl+Shift+P",
        },
        "separator",
        // The text size of the application instead of Electron's zoom roles: the setting takes
        // precedence and is persistent.
        { label: strings.largerText, action: "app.text-larger", accelerator: "CmdOrCtrl+Plus" },
        { label: strings.smallerText, action: "app.text-smaller", accelerator: "CmdOrCtrl+-" },
        { label: strings.defaultText, action: "app.text-reset", accelerator: "CmdOrCtrl+0" },
        "separator",
        { label: strings.fullScreen, role: "togglefullscreen" },
      ],
    },
    {
      label: strings.window,
      rows: [
        { label: strings.minimise, role: "minimize" },
        { label: strings.zoom, role: "zoom" },
      ],
    },
    {
      label: strings.help,
      rows: [
        { label: strings.guide, action: "app.help", accelerator: "F1" },
        { label: strings.shortcuts, action: "app.shortcuts" },
        { label: strings.checkUpdates, action: "app.check-updates" },
        "separator",
        { label: strings.showLogs, command: "show-logs" },
        { label: strings.showReport, action: "app.show-report" },
        ...notices,
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
  /** The user chose a project or batch that was shown before. */
  onRecent: (link: string) => void;
  clearRecent: () => void;
  showLogs: () => void;
  /** Shows the licences of contained parts; null where there is no file of them. */
  showNotices: (() => void) | null;
}

/** Creates the menu of the application. */
export function createMenu(deps: MenuDeps) {
  /**
   * The actions that the page offers; null until the page reports them: until then all entries are
   * enabled.
   */
  let offered: ReadonlySet<string> | null = null;
  const isOffered = (action: string) => offered === null || offered.has(action);

  const commands: Record<Command, (() => void) | null> = {
    "show-logs": deps.showLogs,
    "show-notices": deps.showNotices,
  };
  let recent: readonly RecentItem[] = [];
  let installed: NativeStrings | null = null;
  const item = (row: Row): MenuItemConstructorOptions => {
    if (row === "separator") return { type: "separator" };
    if ("recent" in row)
      return {
        label: row.label,
        enabled: row.recent.length > 0,
        submenu: [
          ...recentRows(row.recent, deps.onRecent),
          { type: "separator" },
          { label: installed?.menu.clearRecent ?? "", click: deps.clearRecent },
        ],
      };
    if ("role" in row) return row;
    if ("command" in row)
      return { id: row.command, label: row.label, click: () => commands[row.command]?.() };
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
  function install(strings: NativeStrings): void {
    installed = strings;
    const table: MenuItemConstructorOptions[] = menuTable(
      deps.isMac,
      strings,
      deps.showNotices !== null,
      recent,
    ).map(({ label, rows }) => ({ label, submenu: rows.map(item) }));
    if (deps.withDeveloperTools)
      table.push({
        label: strings.menu.develop,
        submenu: [
          { label: strings.menu.developerTools, role: "toggleDevTools" },
          { label: strings.menu.reload, role: "reload" },
        ],
      });
    Menu.setApplicationMenu(Menu.buildFromTemplate(table));
  }
  return {
    /** Sets the menu; another call replaces it. */
    install,
    /** Replaces the projects and batches that were shown last, the newest first. */
    offerRecent(items: readonly RecentItem[]): void {
      recent = items;
      if (installed) install(installed);
    },
    /** Enables the entries whose actions are listed and disables other entries with an action. */
    offer(actions: readonly string[]): void {
      offered = new Set(actions);
      for (const { submenu } of Menu.getApplicationMenu()?.items ?? [])
        for (const entry of submenu?.items ?? []) {
          // Separators and entries with a role have no id, although the type has one.
          const { id } = entry as { id?: string };
          if (id?.includes(".")) entry.enabled = isOffered(id);
        }
    },
  };
}
