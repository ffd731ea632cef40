import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import {
  findQuickScreen,
  offerQuickScreens,
  quickScreenArgument,
} from "../../../../main/electron/native/quick-screens";
import { nativeStringsIn } from "../../../../main/electron/native/strings";

const screens = ["overview", "uploads", "media"] as const;
const deps = (platform: NodeJS.Platform) => {
  const setUserTasks = vi.fn((_tasks: { title: string; arguments: string }[]) => true);
  const setMenu = vi.fn((_rows: { label: string; click: () => void }[]) => {});
  const onChosen = vi.fn();
  const togglePause = vi.fn();
  const app = { setUserTasks, dock: { setMenu } } as unknown as Parameters<
    typeof offerQuickScreens
  >[0]["app"];
  type Build = Parameters<typeof offerQuickScreens>[0]["buildMenu"];
  const buildMenu = ((rows: unknown) => rows) as Build;
  return {
    setUserTasks,
    setMenu,
    onChosen,
    togglePause,
    deps: { app, platform, buildMenu, executable: "d.exe", onChosen, togglePause },
  };
};

test("Windows starts the application with an argument for each screen", () => {
  const { setUserTasks, deps: given } = deps("win32");
  offerQuickScreens(given, nativeStringsIn("de"));
  const [tasks] = setUserTasks.mock.calls[0] ?? [];
  expect(tasks?.map(({ title }) => title)).toEqual(["Übersicht", "Uploads", "Medien"]);
  expect(tasks?.map((task) => findQuickScreen(["d.exe", task.arguments]))).toEqual([
    "go.overview",
    "go.uploads",
    "go.media",
  ]);
});

test("the dock of macOS opens the screens in the running application, and pauses uploads", () => {
  const { setMenu, onChosen, togglePause, deps: given } = deps("darwin");
  offerQuickScreens(given, nativeStringsIn("en"));
  setMenu.mock.calls[0]?.[0][1]?.click();
  expect(onChosen).toHaveBeenCalledWith("go.uploads");
  setMenu.mock.calls[0]?.[0].at(-1)?.click();
  expect(togglePause).toHaveBeenCalledOnce();
});

test("the desktop entry of Linux has the same screens", () => {
  const file = path.resolve(import.meta.dirname, "../../../../electron-builder.yml");
  const entry = readFileSync(file, "utf8");
  const named = [...entry.matchAll(/Exec: dubyard (\S+)/g)].map(([, argument]) => argument);
  expect(named).toEqual(screens.map(quickScreenArgument));
  expect(entry).toContain(`Actions: ${screens.join(";")};`);
});
