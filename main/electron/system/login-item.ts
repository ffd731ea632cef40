/**
 * Opening at login: off until the user wants it. The application starts without a window then, so
 * that watch folders and uploads go on.
 *
 * Windows and macOS have a setting for it. On Linux a file in the folder for autostart does it
 * (freedesktop.org, Desktop Application Autostart Specification).
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { App } from "electron";
import type { LoginItem } from "../../backend/ports";
import { makeFoldersNow } from "../../common/make-folders";

/** The argument of a start that opens no window. */
export const hiddenArgument = "--hidden";

export interface LoginItemDeps {
  app: Pick<App, "isPackaged" | "getLoginItemSettings" | "setLoginItemSettings">;
  platform: NodeJS.Platform;
  /** The executable of the application. */
  executable: string;
  /** The AppImage that is running; null if it is none. */
  appImage: string | null;
  env: Partial<Record<string, string>>;
  /** The home folder of the user. */
  home: string;
}

/** Null where the application cannot be opened at login: from its source code, and in a sandbox. */
export function createLoginItem(deps: LoginItemDeps): LoginItem | null {
  const { app, platform, env } = deps;
  if (!app.isPackaged || env["FLATPAK_ID"] !== undefined) return null;
  if (platform === "linux") {
    const config = env["XDG_CONFIG_HOME"] ?? "";
    const folder = path.isAbsolute(config) ? config : path.join(deps.home, ".config");
    const file = path.join(folder, "autostart", "org.dubyard.Dubyard.desktop");
    // An AppImage runs from a folder that exists only meanwhile.
    return autostartFile(file, deps.appImage ?? deps.executable);
  }
  const options = { args: [hiddenArgument] };
  return {
    isOn() {
      const { openAtLogin, executableWillLaunchAtLogin } = app.getLoginItemSettings(options);
      // The Task Manager of Windows switches an entry off instead of deleting it.
      return openAtLogin && (platform !== "win32" || executableWillLaunchAtLogin);
    },
    set: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args: options.args }),
  };
}

function autostartFile(file: string, executable: string): LoginItem {
  return {
    isOn() {
      try {
        // A desktop may switch an entry off instead of deleting it.
        return !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/m.test(
          readFileSync(file, "utf8"),
        );
      } catch {
        return false;
      }
    },
    set(isOn) {
      if (isOn) {
        makeFoldersNow(path.dirname(file));
        writeFileSync(file, desktopEntry(executable));
      } else rmSync(file, { force: true });
    },
  };
}

const desktopEntry = (executable: string) =>
  [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Dubyard",
    `Exec=${quoteForExec(executable)} ${hiddenArgument}`,
    "Icon=dubyard",
    "Terminal=false",
    "",
  ].join("\n");

/**
 * An argument of the key Exec: quoted, and a percent sign is no field code (Desktop Entry
 * Specification, "The Exec key"). The value is a string, in which a backslash is doubled.
 */
const quoteForExec = (text: string) =>
  `"${text.replace(/["`$\\]/g, "\\$&")}"`.replaceAll("\\", "\\\\").replaceAll("%", "%%");

/** Whether the system started the application at login: it opens no window then. */
export const isHiddenStart = (
  argv: readonly string[],
  platform: NodeJS.Platform,
  app: Pick<App, "getLoginItemSettings">,
): boolean =>
  argv.includes(hiddenArgument) ||
  (platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin);
