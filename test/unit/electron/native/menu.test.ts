import { expect, test, vi } from "vitest";
import { menuTable } from "../../../../main/electron/native/menu";
import { recentRows } from "../../../../main/electron/native/recent-rows";
import { nativeStringsIn } from "../../../../main/electron/native/strings";

vi.mock("electron", () => ({ Menu: {} }));

const labelsOf = (hasNotices: boolean) =>
  menuTable(false, nativeStringsIn("de"), hasNotices)
    .at(-1)
    ?.rows.flatMap((row) => (row === "separator" ? [] : row.label));

test("the menus of each language have different mnemonics", () => {
  for (const language of ["en", "de"] as const) {
    const labels = menuTable(false, nativeStringsIn(language), true).map(({ label }) => label);
    const letters = labels.map((label) => /&(.)/.exec(label)?.[1]);
    expect(new Set(letters).size).toBe(labels.length);
  }
});

test("full screen is a command of the system, which has its key", () => {
  for (const isMac of [true, false])
    for (const language of ["en", "de"] as const) {
      const rows = menuTable(isMac, nativeStringsIn(language), true).flatMap(({ rows }) => rows);
      const roles = rows.filter(
        (row) => row !== "separator" && "role" in row && row.role === "togglefullscreen",
      );
      expect(roles).toHaveLength(1);
    }
});

test("the licences of contained parts are offered where there is a file of them", () => {
  expect(labelsOf(true)).toContain("Lizenzen");
  expect(labelsOf(false)).not.toContain("Lizenzen");
});

test("what was shown before is offered by its name, and opened by its link", () => {
  const opened: string[] = [];
  const rows = recentRows(
    [
      { title: "Tom & Jerry", link: "dubyard://open/project?projectId=1" },
      { title: "Episode 1 · Pilot", link: "dubyard://open/batch?batchId=2" },
    ],
    (link) => opened.push(link),
  );
  expect(rows.map(({ label }) => label)).toEqual(["Tom && Jerry", "Episode 1 · Pilot"]);
  (rows[1]?.click as (() => void) | undefined)?.();
  expect(opened).toEqual(["dubyard://open/batch?batchId=2"]);
  const file = menuTable(false, nativeStringsIn("en"), false, []).find(
    ({ label }) => label === "&File",
  );
  expect(file?.rows.some((row) => row !== "separator" && row.label === "Open recent")).toBe(true);
});
