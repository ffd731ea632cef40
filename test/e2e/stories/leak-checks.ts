/** Checks that secrets are neither on disk nor on the page. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright";
import { expect } from "vitest";

/** The files of a folder that contain one of these texts. */
export function filesContaining(folder: string, texts: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file);
      return texts.some((text) => bytes.includes(text));
    });
}

/** Expects none of these texts in the current page and its fields. */
export async function expectNotOnPage(page: Page, texts: readonly string[]): Promise<void> {
  const values = await page
    .locator("input, textarea, select")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  const all = [await page.content(), ...values].join("\n");
  for (const text of texts) expect(all).not.toContain(text);
}
