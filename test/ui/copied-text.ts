/**
 * What the window copies. All windows of a browser share its clipboard, and tests run in parallel.
 */
import type { Page } from "playwright";

/**
 * Call it before the window copies. The result reads the last text that this page wrote to the
 * clipboard.
 */
export async function recordCopies(page: Page): Promise<() => Promise<string>> {
  await page.context().grantPermissions(["clipboard-write"]);
  const copied = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const { clipboard } = navigator;
    const writeText = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await writeText(text);
      texts.push(text);
    };
    return texts;
  });
  return () => copied.evaluate((texts) => texts.at(-1) ?? "");
}
