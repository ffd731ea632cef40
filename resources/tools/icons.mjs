/**
 * Renders resources/icons/dubyard.svg to the PNGs beside it, with any Chromium: `node
 * resources/tools/icons.mjs`.
 */
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright";
import { main, root, which } from "./processes.mjs";

const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

await main(async () => {
  const folder = path.join(root, "resources/icons");
  const drawing = fs.readFileSync(path.join(folder, "dubyard.svg"), "utf8");
  const executablePath = which("chromium", "google-chrome");
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ["--no-sandbox"],
  });
  try {
    const page = await browser.newPage();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${drawing}`,
      );
      await page.screenshot({
        path: path.join(folder, `${size}x${size}.png`),
        omitBackground: true,
      });
    }
  } finally {
    await browser.close();
  }
  return 0;
});
