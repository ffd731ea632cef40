/** Pictures of projects and batches in every state, under test/output. */
import { expect, test } from "vitest";
import { hostedWorkspace } from "./fake-data";
import { someProject } from "./fake-resources";
import { describeWindow } from "./harness";

const longName =
  "The Extraordinarily Long and Winding Road to the Harbour of Saint-Jean-Cap-Ferrat: director’s cut";

describeWindow("pictures of projects", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`the list, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/projects" });
      await page.getByRole("grid").getByText("Trailers").click();
      await screenshot(`projects-${theme}`);
      await page.getByRole("grid").getByText("Trailers").click({ button: "right" });
      await page.getByRole("menu").waitFor();
      await screenshot(`projects-menu-${theme}`);
      await page.getByRole("menuitem", { name: "Delete…" }).click();
      await page.getByRole("dialog").waitFor();
      await screenshot(`projects-delete-${theme}`);
      expect(await page.getByRole("dialog").count()).toBe(1);
    });

    test(`a new one, ${theme}`, async () => {
      const { page, screenshot } = await open({ theme, at: "#/projects", height: 900 });
      await page.getByRole("button", { name: "New project…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: /Media dubbing/ }).check();
      const targets = dialog.getByRole("combobox", { name: "Target languages" });
      await targets.fill("fre");
      await page.keyboard.press("Enter");
      await targets.fill("ger");
      await page.keyboard.press("Enter");
      await screenshot(`project-new-${theme}`);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Enter");
      await dialog.getByText("Needed").first().waitFor();
      await screenshot(`project-new-errors-${theme}`);
      expect(await dialog.getByText("Needed").count()).toBe(2);
    });
  }

  test("narrow, long, empty, offline", async () => {
    const narrow = await open({ width: 900, height: 600, at: "#/projects" });
    await narrow.page.getByRole("grid").getByText("Trailers").waitFor();
    await narrow.page.keyboard.press("Control+f");
    await narrow.page.keyboard.press("Enter");
    await narrow.page.keyboard.press("Control+a");
    await narrow.screenshot("projects-narrow");
    await narrow.page.keyboard.press("Escape");
    await narrow.page.keyboard.press("Control+n");
    await narrow.page.getByRole("dialog").getByLabel("Name").waitFor();
    await narrow.screenshot("project-new-narrow");
    const long = await open({
      width: 900,
      height: 600,
      at: "#/project/home/batches",
      lists: { projects: [someProject({ id: "home", name: longName, status: "archived" })] },
    });
    await long.page.getByText("Ep 4").first().waitFor();
    await long.screenshot("project-narrow-long");
    const none = await open({ at: "#/projects", lists: { projects: [] } });
    await none.page.getByText("No projects yet").waitFor();
    await none.screenshot("projects-empty");
    const gone = await open({ at: "#/project/nowhere/batches" });
    await gone.page.getByText("not there any more").waitFor();
    await gone.screenshot("project-gone");
    const stale = await open({
      at: "#/projects",
      isOnline: false,
      workspaces: [hostedWorkspace({ state: "offline" })],
      lists: { readAt: Date.now() - 7_200_000, problem: { code: "offline", message: "" } },
    });
    await stale.page.getByText("Shown as it was").waitFor();
    await stale.screenshot("projects-stale");
    expect(await stale.page.getByRole("row").count()).toBe(4);
  });
});
