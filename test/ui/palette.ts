/** Opens the command palette as a user does, and types a query into it. */
import type { Page } from "playwright";

/** Types after the palette has the focus: earlier keys would go to the screen below it. */
export async function searchPalette(page: Page, query: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator("[role=dialog] [role=combobox]:focus").waitFor();
  await page.keyboard.type(query);
}
