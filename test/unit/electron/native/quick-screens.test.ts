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
  const setJumpList = vi.fn((_list: { items: { title: string; args: string }[] }[]) => "ok");
  const setMenu = vi.fn((_rows: { label: string; click: () => void }[]) => {});
  const onChosen = vi.fn();
  const togglePause = vi.fn();
  const onRecent = vi.fn();
  const recent = [{ title: "Episode 1", link: "dubyard://open/batch?batchId=1" }];
  const app = { setJumpList, dock: { setMenu } } as unknown as Parameters<
    typeof offerQuickScreens
  >[0]["app"];
  type Build = Parameters<typeof offerQuickScreens>[0]["buildMenu"];
  const buildMenu = ((rows: unknown) => rows) as Build;
  return {
    setJumpList,
    onRecent,
    setMenu,
    onChosen,
    togglePause,
    deps: {
      app,
      platform,
      buildMenu,
      executable: "d.exe",
      recent,
      onRecent,
      onChosen,
      togglePause,
    },
  };
};

test("Windows starts the application with an argument for each screen, and with links", () => {
  const { setJumpList, deps: given } = deps("win32");
  offerQuickScreens(given, nativeStringsIn("de"));
  const [before, screens] = setJumpList.mock.calls[0]?.[0] ?? [];
  expect(before?.items).toMatchObject([
    { title: "Episode 1", args: '"dubyard://open/batch?batchId=1"' },
  ]);
  const tasks = screens?.items;
  expect(tasks?.map(({ title }) => title)).toEqual(["Übersicht", "Uploads", "Medien"]);
  expect(tasks?.map((task) => findQuickScreen(["d.exe", task.args]))).toEqual([
    "go.overview",
    "go.uploads",
    "go.media",
  ]);
});

test("the dock of macOS opens the screens in the running application, and pauses uploads", () => {
  const { setMenu, onChosen, onRecent, togglePause, deps: given } = deps("darwin");
  offerQuickScreens(given, nativeStringsIn("en"));
  const menu = setMenu.mock.calls[0]?.[0] ?? [];
  menu[0]?.click();
  expect(onRecent).toHaveBeenCalledWith("dubyard://open/batch?batchId=1");
  menu.find(({ label }) => label === "Uploads")?.click();
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
