/**
 * Screenshots of backup, restore and the data folder of a local workspace, and of the banner of one
 * that does not open.
 */
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

  const copyMadeAt = Date.UTC(2026, 0, 31, 12);
  const rows =
    "its table batches has an invalid row (id b): settings is not of its form; there are more";
  for (const [name, problem] of [
    ["invalid-rows", { code: "rows-invalid", message: rows }],
    ["damaged", { code: "database-damaged", message: "", copyMadeAt }],
  ] as const)
    for (const [suffix, options] of [
      ["light", { theme: "light" }],
      ["dark", { theme: "dark" }],
      ["narrow-de", { language: "de", width: 900, height: 600 }],
    ] as const)
      test(`${name}-${suffix}`, async () => {
        const { page, screenshot } = await open({
          workspace: "local",
          overrides: {
            "workspaces.list": async (input, real) =>
              (await real(input)).map((one) => ({ ...one, state: "unreachable", problem })),
          },
          ...options,
        });
        const recover = /^(Open anyway|Trotzdem öffnen|Restore copy .*|Kopie .* wiederherstellen)$/;
        await page.getByRole("button", { name: recover }).first().click();
        await page.getByRole("alertdialog").waitFor();
        await screenshot(`${name}-${suffix}`);
      });
});
