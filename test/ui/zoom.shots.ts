/** Screenshots of every screen with a text size of 200 % in a window of 1280 by 800. */
import { expect, test } from "vitest";
import { describeWindow } from "./window";
import { everyScreen, zoomedScreens } from "./zoomed-screens";

describeWindow("Text size of 200 %", (open) => {
  for (const language of ["en", "de"] as const)
    test(`every screen, ${language}`, async () => {
      const { page, screenshot } = await open({
        language,
        theme: language === "de" ? "dark" : "light",
        width: 640,
        height: 400,
        ...everyScreen,
      });
      for (const [name, hash] of Object.entries(zoomedScreens)) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.locator("h1").first().waitFor({ state: "attached" });
        await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
        await screenshot(`zoom-${name}-${language}`);
      }
      expect(await page.locator("h1").count()).toBe(1);
    });
});
