import { expect, test, vi } from "vitest";
import { menuTable } from "../../../../main/electron/native/menu";
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

test("the licences of contained parts are offered where there is a file of them", () => {
  expect(labelsOf(true)).toContain("Lizenzen");
  expect(labelsOf(false)).not.toContain("Lizenzen");
});
