/**
 * Screens that the system offers on the application's icon: tasks of the taskbar in Windows, the
 * menu of the dock in macOS, and actions of the desktop entry in Linux (electron-builder.yml). Each
 * starts the application, or the running one, with an argument.
 */
import type { App, JumpListItem, Menu, MenuItemConstructorOptions } from "electron";
import type { RecentItem } from "../../backend/settings/recent";
import { recentRows } from "./recent-rows";
import type { NativeStrings } from "./strings";

/** The screens, with the action of the page that opens each. */
const quickScreens = {
  overview: "go.overview",
  uploads: "go.uploads",
  media: "go.media",
} as const;
type QuickScreen = keyof typeof quickScreens;

const option = "--show=";
const names = Object.keys(quickScreens) as QuickScreen[];

/** The action of the page that the arguments of a program ask for, or null. */
export function findQuickScreen(argv: readonly string[]): string | null {
  const given = argv.find((one) => one.startsWith(option))?.slice(option.length);
  const name = names.find((one) => one === given);
  return name === undefined ? null : quickScreens[name];
}

/** The arguments that open a screen. */
export const quickScreenArgument = (name: QuickScreen): string => `${option}${name}`;

export interface QuickScreensDeps {
  app: Pick<App, "setJumpList" | "dock">;
  platform: NodeJS.Platform;
  buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  /** The executable of the application. */
  executable: string;
  /** Projects and batches that were shown before, the newest first. */
  recent: readonly RecentItem[];
  /** The user chose one of them in the dock; Windows starts the application with its link. */
  onRecent: (link: string) => void;
  /** The user chose a screen in the dock; elsewhere the system starts the application. */
  onChosen: (action: string) => void;
  /** Pauses or resumes the uploads. Only in the dock: tasks of Windows start programs. */
  togglePause: () => void;
}

/** Offers the screens with their names in the language of the application. */
export function offerQuickScreens(deps: QuickScreensDeps, { menu: titles }: NativeStrings): void {
  const { recent, executable } = deps;
  if (deps.platform === "win32") {
    const task = (title: string, args: string): JumpListItem => ({
      type: "task",
      program: executable,
      args,
      title,
      description: "",
      iconPath: executable,
      iconIndex: 0,
    });
    const screens = names.map((name) => task(titles[name], quickScreenArgument(name)));
    const before = recent.map(({ title, link }) => task(title, `"${link}"`));
    deps.app.setJumpList([
      ...(before.length > 0
        ? [{ type: "custom" as const, name: titles.openRecent, items: before }]
        : []),
      { type: "tasks", items: screens },
    ]);
  } else if (deps.platform === "darwin")
    deps.app.dock?.setMenu(
      deps.buildMenu([
        ...recentRows(recent, deps.onRecent),
        ...(recent.length > 0 ? [{ type: "separator" as const }] : []),
        ...names.map((name) => ({
          label: titles[name],
          click: () => deps.onChosen(quickScreens[name]),
        })),
        { type: "separator" },
        { label: titles.pauseUploads, click: deps.togglePause },
      ]),
    );
}
