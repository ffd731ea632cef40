import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { describeWindow, type Window } from "./window";
import { long } from "../long";

type Field = ReturnType<Window["page"]["getByRole"]>;

/**
 * The accessible name of the option that `aria-activedescendant` refers to; null if there is none.
 */
const activeOption = (field: Field) =>
  field.evaluate(
    (element) =>
      document
        .getElementById(element.getAttribute("aria-activedescendant") ?? "")
        ?.textContent.trim() ?? null,
  );
const isFocused = (field: Field) => field.evaluate((element) => element === document.activeElement);
const attribute = (field: Field, name: string) => field.getAttribute(name);

describeWindow("Combobox", (open) => {
  const newProject = async () => {
    const { page } = await open({ at: "#/projects" });
    await page.getByRole("button", { name: "New project…" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New project" });
    await dialog.waitFor();
    return { page, dialog };
  };

  test("selects one value by keyboard and shows it", async () => {
    const { page, dialog } = await newProject();
    const field = dialog.getByRole("combobox", { name: "Source language" });
    await field.focus();
    expect(await attribute(field, "aria-expanded")).toBe("false");
    await page.keyboard.press("ArrowDown");
    const list = dialog.getByRole("listbox", { name: "Source language" });
    await list.getByRole("option").first().waitFor();
    expect(await attribute(field, "aria-expanded")).toBe("true");
    expect(await attribute(field, "aria-controls")).toBe(await list.getAttribute("id"));
    await field.fill("");
    await page.keyboard.type("jap");
    await expect.poll(() => list.getByRole("option").count()).toBe(1);
    await expect.poll(() => activeOption(field)).toMatch(/^Japanese/);
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await list.waitFor({ state: "detached" });
    await expect.poll(() => field.inputValue()).toMatch(/^Japanese/);
    // Enter selected the option and did not submit the form: no empty field is marked.
    expect(await dialog.getByText("Required").count()).toBe(0);
    await page.keyboard.press("Backspace");
    await expect.poll(() => field.inputValue()).toBe("");
    expect(await isFocused(field)).toBe(true);
  });

  test("moves through the options with the arrow keys, from the last to the first", async () => {
    const { page, dialog } = await newProject();
    const field = dialog.getByRole("combobox", { name: "Source language" });
    await field.click();
    const options = dialog.getByRole("listbox", { name: "Source language" }).getByRole("option");
    const titles = (await options.allTextContents()).map((title) => title.trim());
    await expect.poll(() => activeOption(field)).toBe(titles[0]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeOption(field)).toBe(titles[1]);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await expect.poll(() => activeOption(field)).toBe(titles.at(-1));
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeOption(field)).toBe(titles[0]);
  });

  test("closes its list with Escape before the dialog, and with Tab without a selection", async () => {
    const { page, dialog } = await newProject();
    const field = dialog.getByRole("combobox", { name: "Source language" });
    const list = dialog.getByRole("listbox", { name: "Source language" });
    await field.click();
    await list.waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.type("ger");
    await list.waitFor();
    await page.keyboard.press("Tab");
    await list.waitFor({ state: "detached" });
    expect(await field.inputValue()).toBe("");
  });

  test("selects several values and removes the last one with Backspace", long, async () => {
    const { page, dialog } = await newProject();
    const field = dialog.getByRole("combobox", { name: "Target languages" });
    const list = dialog.getByRole("listbox", { name: "Target languages" });
    await field.focus();
    for (const text of ["jap", "spa"]) {
      await page.keyboard.type(text);
      await expect.poll(() => activeOption(field)).toMatch(new RegExp(`^${text}`, "i"));
      await page.keyboard.press("Enter");
      await expect.poll(() => field.inputValue()).toBe("");
    }
    expect(await attribute(list, "aria-multiselectable")).toBe("true");
    await expect.poll(() => list.getByRole("option", { selected: true }).count()).toBe(2);
    await dialog.getByRole("button", { name: /^Remove: Japanese/ }).waitFor();
    const second = dialog.getByRole("button", { name: /^Remove: Spanish/ });
    await second.waitFor();
    await page.keyboard.press("Backspace");
    await second.waitFor({ state: "detached" });
    expect(await dialog.getByRole("button", { name: /^Remove:/ }).count()).toBe(1);
    // Enter on a selected option deselects it.
    await page.keyboard.type("jap");
    await expect.poll(() => activeOption(field)).toMatch(/^Japanese/);
    await page.keyboard.press("Enter");
    await expect.poll(() => dialog.getByRole("button", { name: /^Remove:/ }).count()).toBe(0);
  });
});
