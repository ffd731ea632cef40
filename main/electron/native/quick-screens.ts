/**
 * Screens that the system offers on the application's icon: tasks of the taskbar in Windows, the
 * menu of the dock in macOS, and actions of the desktop entry in Linux (electron-builder.yml). Each
 * starts the application, or the running one, with an argument.
 */
import type { App, Menu, MenuItemConstructorOptions } from "electron";
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
  app: Pick<App, "setUserTasks" | "dock">;
  platform: NodeJS.Platform;
  buildMenu: (template: MenuItemConstructorOptions[]) => Menu;
  /** The executable of the application. */
  executable: string;
  /** The user chose a screen in the dock; elsewhere the system starts the application. */
  onChosen: (action: string) => void;
  /** Pauses or resumes the uploads. Only in the dock: tasks of Windows start programs. */
  togglePause: () => void;
}

/** Offers the screens with their names in the language of the application. */
export function offerQuickScreens(deps: QuickScreensDeps, { menu: titles }: NativeStrings): void {
  if (deps.platform === "win32")
    deps.app.setUserTasks(
      names.map((name) => ({
        program: deps.executable,
        arguments: quickScreenArgument(name),
        title: titles[name],
        description: "",
        iconPath: deps.executable,
        iconIndex: 0,
      })),
    );
  else if (deps.platform === "darwin")
    deps.app.dock?.setMenu(
      deps.buildMenu([
        ...names.map((name) => ({
          label: titles[name],
          click: () => deps.onChosen(quickScreens[name]),
        })),
        { type: "separator" },
        { label: titles.pauseUploads, click: deps.togglePause },
      ]),
    );
}
