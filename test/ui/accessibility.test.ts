import { expect, test } from "vitest";
import { axeViolations } from "./axe";
import { hostedWorkspace } from "./fake-data";
import { describeWindow } from "./harness";

describeWindow("axe finds nothing", (open) => {
  for (const theme of ["light", "dark"] as const) {
    test(`on the screens, ${theme}`, async () => {
      const { page } = await open({ theme, at: "#/uploads" });
      await page.getByRole("grid", { name: "Uploads" }).waitFor();
      await page.getByText("S02E06_conform.mkv").dblclick();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Control+3");
      await page.getByRole("grid").getByText("season-2").click();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Control+,");
      await page.getByLabel("Part size").waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });

    test(`on dialogs and menus, ${theme}`, async () => {
      const refused = hostedWorkspace({ state: "token-refused" });
      const { page, drag } = await open({ theme, at: "#/uploads", workspaces: [refused] });
      await drag(["season-2"]);
      await page.getByText("take_000.wav").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Replace credentials…" }).click();
      await page.getByLabel("Client ID").waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByRole("button", { name: "Workspace: Northlight Studio" }).click();
      await page.getByRole("menuitem", { name: "Remove…" }).waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await page.getByRole("menuitem", { name: "Remove…" }).click();
      await page.getByRole("alertdialog").waitFor();
      expect(await axeViolations(page)).toEqual([]);
    });

    test(`at the first run and with nothing, ${theme}`, async () => {
      const first = await open({ theme, workspaces: [], isVaultPersistent: false });
      await first.page.getByText("/home/sam/Dubyard").waitFor();
      expect(await axeViolations(first.page)).toEqual([]);
      await first.page.getByRole("button", { name: "Connect…" }).click();
      await first.page.getByRole("button", { name: "Connect", exact: true }).click();
      await first.page.getByText("Enter the base url.").waitFor();
      expect(await axeViolations(first.page)).toEqual([]);
      const empty = await open({ theme, at: "#/uploads", uploads: [], gallery: [] });
      await empty.page.getByText("Nothing to upload yet").waitFor();
      expect(await axeViolations(empty.page)).toEqual([]);
    });
  }
});
