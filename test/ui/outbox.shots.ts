/** Screenshots of the outbox, local scripts and script stores. */
import { expect, test } from "vitest";
import { someEntries, someEntry } from "./fake-outbox-data";
import { describeWindow } from "./harness";

const long =
  "Die unwahrscheinliche Pilgerreise des Kapitäns, erster Teil, in der ungekürzten Fassung";
const path = "/home/sam/scripts/S02E04.xlsx";

describeWindow("Outbox", (open) => {
  for (const language of ["en", "de"] as const)
    for (const theme of ["light", "dark"] as const) {
      test(`outbox, ${language}, ${theme}`, async () => {
        const entries = [...someEntries(), someEntry({ id: 9, name: long, projectName: long })];
        const { page, backend, screenshot } = await open({
          theme,
          language,
          at: "#/outbox",
          outbox: { entries },
        });
        await page.getByText("Undertow").click();
        await screenshot(`outbox-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`outbox-narrow-${language}-${theme}`);
        backend.outbox.entries = [];
        backend.changed("outbox");
        await page.locator("main .empty").waitFor();
        await screenshot(`outbox-empty-${language}-${theme}`);
        expect(await page.getByRole("row").count()).toBe(0);
      });

      test(`local script, ${language}, ${theme}`, async () => {
        const counts = { errors: 1, warnings: 1 };
        const cell = { row: 214, column: "Text_FR-FR", cell: "D214" };
        const { page, backend, screenshot } = await open({
          theme,
          language,
          at: "#/new-batch/trailers",
          outbox: {
            store: { kind: "bucket", bucket: null, hasSecret: true, urlLifetime: 604_800 },
            reports: {
              [path]: {
                counts,
                sourceAudio: { local: 38, missing: 2, gallery: 0, urls: 0 },
                problems: [
                  { ...cell, severity: "error", code: "cell-error", message: "Ends in #REF!." },
                  { ...cell, severity: "warning", code: "text-missing", message: "No text here." },
                ],
              },
            },
          },
        });
        await screenshot(`script-none-${language}-${theme}`);
        await page.locator("[data-field=scriptPath] button").first().click();
        await page.getByText("D214").first().waitFor();
        await page.locator("details").first().locator("summary").click();
        await page.getByRole("cell").first().waitFor();
        await screenshot(`script-${language}-${theme}`);
        await page.setViewportSize({ width: 900, height: 600 });
        await screenshot(`script-narrow-${language}-${theme}`);
        expect(backend.calledNames()).toContain("scripts.check");
      });

      test(`script store, ${language}, ${theme}`, async () => {
        const { page, screenshot } = await open({
          theme,
          language,
          at: "#/settings",
          outbox: {
            store: { kind: "bucket", bucket: null, hasSecret: false, urlLifetime: 604_800 },
          },
        });
        const section = page.locator("[data-section=script-store]");
        await section.locator("li").first().waitFor();
        await section.scrollIntoViewIfNeeded();
        await section.evaluate((element) => element.scrollIntoView({ block: "start" }));
        await screenshot(`script-store-${language}-${theme}`);
        expect(await section.getByRole("textbox").count()).toBeGreaterThan(4);
      });
    }
});
