/** Leaving a screen removes its actions and the lists that main syncs for it. */
import { expect, test } from "vitest";
import type { ResourceList } from "../../preload/model/resources";
import { someUploads } from "./upload-seed";
import { describeWindow } from "./window";

describeWindow("Navigation between screens", (open) => {
  test("reports the lists of each visible screen to main", async () => {
    const { page, backend } = await open({ at: "#/projects" });
    const kinds = () => {
      const shown = backend.lastInput("lists.show") as { lists: ResourceList[] } | undefined;
      return shown?.lists.map(({ kind }) => kind);
    };
    await expect.poll(kinds).toContain("projects");
    for (const [name, kind] of [
      ["Users", "users"],
      ["Voices", "voices"],
      ["Projects", "projects"],
      ["Users", "users"],
    ] as const) {
      await page.getByRole("link", { name, exact: true }).click();
      await expect.poll(kinds).toContain(kind);
    }
    await page.getByRole("link", { name: "Media", exact: true }).click();
    await expect.poll(kinds).toEqual([]);
  });

  test("adds the actions of a screen when it opens and removes them when it closes", async () => {
    const { page } = await open({ at: "#/projects", uploads: someUploads() });
    const countCommands = async (search: string) => {
      await page.keyboard.press("Control+K");
      await page.getByRole("combobox").last().fill(search);
      const count = await page.getByRole("option", { name: search }).count();
      await page.keyboard.press("Escape");
      return count;
    };
    await page.getByRole("link", { name: "Uploads" }).click();
    await expect.poll(() => countCommands("Show or hide details")).toBe(1);
    await page.getByRole("link", { name: "Projects", exact: true }).click();
    await expect.poll(() => countCommands("Show or hide details")).toBe(0);
  });

  test("shows the buttons of each page of a project in the header", async () => {
    const { page } = await open({ at: "#/project/home" });
    const tabs = page.getByRole("navigation", { name: "Pages of the project" });
    for (const [tab, tool] of [
      ["Casting", "Copy from another project…"],
      ["Team", "Add members…"],
      ["Batches", "New batch"],
      ["Team", "Add members…"],
    ] as const) {
      await tabs.getByRole("link", { name: tab }).click();
      await page.getByRole("button", { name: tool }).waitFor();
    }
    expect(await page.getByRole("button", { name: "New batch" }).count()).toBe(0);
  });
});
