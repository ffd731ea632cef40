/** Pictures of the overview, the settings and the sidebar in both languages, to be looked at. */
import { expect, test } from "vitest";
import { describeWindow } from "./harness";

describeWindow("pictures of places", (open) => {
  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const)
      test(`overview, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({ theme, language, at: "#/overview" });
        await page.getByRole("link", { name: /Ep 6/ }).waitFor();
        await screenshot(`overview-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`overview-narrow-${language}-${theme}`);
        expect(await page.getByRole("listitem").count()).toBeGreaterThan(5);
      });

  test("overview with nothing yet", async () => {
    const { page, screenshot } = await open({
      at: "#/overview",
      uploads: [],
      lists: { projects: [], batches: [] },
    });
    await page.getByText("Begin with a project").waitFor();
    await screenshot("overview-first");
  });
});
