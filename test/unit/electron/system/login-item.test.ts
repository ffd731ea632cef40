import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  createLoginItem,
  isHiddenStart,
  type LoginItemDeps,
} from "../../../../main/electron/system/login-item";

let home: string;
beforeEach(() => void (home = mkdtempSync(path.join(os.tmpdir(), "dubyard-test-"))));
afterEach(() => rmSync(home, { recursive: true }));

function appOf(openAtLogin = false, wasOpenedAtLogin = false, isEnabled = openAtLogin) {
  const settings = { openAtLogin, wasOpenedAtLogin, executableWillLaunchAtLogin: isEnabled };
  return {
    isPackaged: true,
    getLoginItemSettings: vi.fn(() => settings as Electron.LoginItemSettings),
    setLoginItemSettings: vi.fn(),
  };
}
const create = (deps: Partial<LoginItemDeps> = {}) =>
  createLoginItem({
    app: appOf(),
    platform: "linux",
    executable: "/opt/Dubyard/dubyard",
    appImage: null,
    env: {},
    home,
    ...deps,
  });
const entry = (config = ".config") =>
  path.join(home, config, "autostart/org.dubyard.Dubyard.desktop");

it("on Linux, a file in the folder for autostart starts the application without a window", () => {
  const item = create();
  expect(item?.isOn()).toBe(false);
  item?.set(true);
  expect(item?.isOn()).toBe(true);
  const lines = readFileSync(entry(), "utf8").split("\n");
  expect(lines[0]).toBe("[Desktop Entry]");
  expect(lines).toContain("Type=Application");
  expect(lines).toContain('Exec="/opt/Dubyard/dubyard" --hidden');
  item?.set(false);
  item?.set(false);
  expect(item?.isOn()).toBe(false);
});

it("an entry that the desktop has switched off is off", () => {
  const item = create();
  for (const line of ["Hidden=true", "X-GNOME-Autostart-enabled=false"]) {
    item?.set(true);
    writeFileSync(entry(), `${readFileSync(entry(), "utf8")}${line}\n`);
    expect(item?.isOn(), line).toBe(false);
  }
});

it("special characters of the path keep their meaning, and an AppImage is started by its own path", () => {
  create({ executable: '/opt/100 % "new" $x/a\\b' })?.set(true);
  expect(readFileSync(entry(), "utf8")).toContain(
    String.raw`Exec="/opt/100 %% \\"new\\" \\$x/a\\\\b" --hidden`,
  );
  create({ appImage: "/home/a/Dubyard.AppImage" })?.set(true);
  expect(readFileSync(entry(), "utf8")).toContain('Exec="/home/a/Dubyard.AppImage" --hidden');
  // The variable of another AppImage that has started this program.
  create({ env: { APPIMAGE: "/home/a/Terminal.AppImage" } })?.set(true);
  expect(readFileSync(entry(), "utf8")).toContain('Exec="/opt/Dubyard/dubyard" --hidden');
});

it("the folder for autostart is that of the environment, if it is absolute", () => {
  create({ env: { XDG_CONFIG_HOME: path.join(home, "config") } })?.set(true);
  expect(readFileSync(entry("config"), "utf8")).toContain("Exec=");
  create({ env: { XDG_CONFIG_HOME: "relative" } })?.set(true);
  expect(readFileSync(entry(), "utf8")).toContain("Exec=");
});

it.each(["win32", "darwin"] as const)(
  "on %s the system stores it, with the argument",
  (platform) => {
    const app = appOf(true);
    const item = create({ app, platform });
    expect(item?.isOn()).toBe(true);
    item?.set(false);
    expect(app.setLoginItemSettings).toHaveBeenCalledWith({
      openAtLogin: false,
      args: ["--hidden"],
    });
    expect(app.getLoginItemSettings).toHaveBeenCalledWith({ args: ["--hidden"] });
  },
);

it("an entry that the Task Manager of Windows has switched off is off", () => {
  const app = appOf(true, false, false);
  expect(create({ app, platform: "win32" })?.isOn()).toBe(false);
  // macOS does not have this property.
  expect(create({ app, platform: "darwin" })?.isOn()).toBe(true);
});

it("it is not offered from the source code, and not in a sandbox", () => {
  expect(create({ app: { ...appOf(), isPackaged: false } })).toBeNull();
  expect(create({ env: { FLATPAK_ID: "org.dubyard.Dubyard" } })).toBeNull();
});

it("the argument, or the system of macOS, says that no window opens", () => {
  expect(isHiddenStart(["dubyard", "--hidden"], "linux", appOf())).toBe(true);
  expect(isHiddenStart(["dubyard"], "linux", appOf(true, true))).toBe(false);
  expect(isHiddenStart(["Dubyard"], "darwin", appOf(true, true))).toBe(true);
  expect(isHiddenStart(["Dubyard"], "darwin", appOf(true, false))).toBe(false);
});
