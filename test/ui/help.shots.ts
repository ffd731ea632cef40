/**
 * The pictures of the user guide, and screenshots of the guide itself.
 * resources/tools/help-pictures.mjs copies them.
 */
import type { Page } from "playwright";
import { test } from "vitest";
import { deliveryOf, withDeliveries } from "./delivery-material";
import { someEntries } from "./outbox-seed";
import { manyPacks, withPacks } from "./pack-material";
import { reviewLines, withReview } from "./review-material";
import { addRequest, seedTables } from "./bulk-seed";
import { someUploads } from "./upload-seed";
import { describeWindow, type OpenOptions } from "./window";

interface Picture extends OpenOptions {
  /** Brings the page into the state that is shown. */
  show?: (page: Page) => Promise<unknown>;
}

const section = (name: string) => (page: Page) =>
  page.locator(`[data-section=${name}]`).evaluate((element) => {
    element.scrollIntoView({ block: "start" });
  });

const pictures: Readonly<Record<string, Picture>> = {
  overview: {
    at: "#/overview",
    show: (page) => page.getByRole("link", { name: /Ep 6/ }).waitFor(),
  },
  uploads: { at: "#/uploads", show: (page) => page.getByText("S02E06_conform.mkv").waitFor() },
  "new-batch": { at: "#/new-batch/home" },
  bulk: {
    at: "#/bulk/home/1",
    seedApplication(application) {
      seedTables(application);
      addRequest(application, { id: "r1", name: "Season 1" });
    },
  },
  casting: { at: "#/project/home/casting" },
  batch: { at: "#/batch/home/ep3" },
  packs: {
    at: "#/settings",
    workspace: "local",
    overrides: withPacks(manyPacks),
    show: section("engine"),
  },
  review: {
    at: "#/review/home/ep3?language=fr-fr",
    workspace: "local",
    overrides: withReview(reviewLines()),
    show: (page) => page.getByRole("grid").getByText("Text of line 4").click(),
  },
  delivery: {
    at: "#/delivery/home/ep3",
    workspace: "local",
    overrides: withDeliveries(() => [deliveryOf()]),
  },
  outbox: { at: "#/outbox", entries: someEntries() },
  network: { at: "#/settings", show: section("network") },
  shortcuts: { at: "#/overview", show: (page) => page.keyboard.press("?") },
};

describeWindow("The user guide", (open) => {
  for (const language of ["en", "de"] as const) {
    for (const [name, { show, ...options }] of Object.entries(pictures))
      test(`picture of ${name}, ${language}`, async () => {
        const { page, screenshot } = await open({
          language,
          width: 1100,
          height: 680,
          uploads: someUploads(),
          ...options,
        });
        await page.locator("main h1").first().waitFor();
        await show?.(page);
        await page.waitForLoadState("networkidle");
        await screenshot(`guide-${name}-${language}`);
      });

    test(`the guide in a small dark window, ${language}`, async () => {
      const small = { language, theme: "dark", width: 640, height: 480 } as const;
      const { page, screenshot } = await open({ ...small, at: "#/help/uploads" });
      await page.locator("article img").first().waitFor();
      await screenshot(`help-narrow-${language}`);
      await page.keyboard.press("Control+f");
      await page.keyboard.type("zebra");
      await page.getByText("zebra").first().waitFor();
      await screenshot(`help-none-narrow-${language}`);
    });
    test(`the guide, ${language}`, async () => {
      const { page, screenshot } = await open({ language, at: "#/help/uploads" });
      await page.locator("article img").first().waitFor();
      await screenshot(`help-${language}`);
      await page.locator("input").first().fill("manifest");
      await page.locator("mark").first().waitFor();
      await screenshot(`help-search-${language}`);
    });
  }
});
