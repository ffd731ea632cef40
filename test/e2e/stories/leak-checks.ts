/** Where words stand that must stand nowhere. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";

/** Files of a folder in which one of these words stands: in the log, in the database, anywhere. */
export function filesContaining(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return words.some((word) => bytes.includes(word));
    });
}

/** None of these words is in the page as it is now, nor in its fields. */
export async function expectNotOnPage(page: Page, words: readonly string[]): Promise<void> {
  const values = await page
    .locator("input, textarea, select")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const all = [await page.content(), ...values].join("\n");
  for (const word of words) expect(all).not.toContain(word);
}
