/** Screenshots of backup, restore and the data folder of a local workspace. */
import { expect, test } from "vitest";
import { describeWindow } from "./window";

describeWindow("Maintenance of local workspaces", (open) => {
  for (const [name, options] of [
    ["maintenance-light", { theme: "light" }],
    ["maintenance-narrow-de-dark", { theme: "dark", language: "de", width: 640, height: 480 }],
  ] as const)
    test(name, async () => {
      const { page, screenshot } = await open({ at: "#/settings", workspace: "local", ...options });
      const row = page.locator("[data-section=maintenance] li").first();
      await row.scrollIntoViewIfNeeded();
      await screenshot(name);
      expect(await row.getByRole("button").count()).toBeGreaterThan(1);
    });
});
