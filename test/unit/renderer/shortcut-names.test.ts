/** The names of keys in tooltips and menus. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";

const root = path.resolve(import.meta.dirname, "../../../renderer");

async function load(language: string, platform = "Linux x86_64") {
  vi.resetModules();
  vi.stubGlobal("location", { search: `?language=${language}` });
  vi.stubGlobal("document", { documentElement: { lang: "" } });
  vi.stubGlobal("navigator", { platform });
  return import("../../../renderer/app/shortcut-names");
}

/** The keys of all shortcuts in the sources of the window. */
function keysInSources(): Set<string> {
  const keys = new Set<string>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const isCode =
      /\.(ts|svelte)$/.test(entry.name) && !/\.svelte-check|strings/.test(entry.parentPath);
    if (!isCode) continue;
    const text = readFileSync(path.join(entry.parentPath, entry.name), "utf8");
    const found = text.matchAll(
      /shortcuts?[:=] ?\[?"([^"]+)"|["`]((?:Mod|Shift|Alt)\+[\w+]+)["`]/g,
    );
    for (const [, named = "", modified = ""] of found)
      for (const key of (named || modified).split("+")) if (key.length > 1) keys.add(key);
  }
  return keys;
}

test("every key of a shortcut has a German name", async () => {
  const { shortcutCaps } = await load("de");
  const keys = [...keysInSources()];
  expect(keys).toEqual(expect.arrayContaining(["Mod", "Home", "End", "Delete", "ArrowUp", "F2"]));
  const isAlike = (key: string) => key === "Alt" || /^F\d+$/.test(key);
  expect(keys.filter((key) => !isAlike(key) && shortcutCaps(key)[0] === key)).toEqual([]);
  expect(shortcutCaps("Alt+Home")).toEqual(["Alt", "Pos1"]);
  expect(shortcutCaps("Mod+k")).toEqual(["Strg", "K"]);
});

test("screen readers get the English names, with the key of the system", async () => {
  expect((await load("de")).ariaKeys("Mod+Shift+I")).toBe("Control+Shift+I");
  const { ariaKeys } = await load("en", "MacIntel");
  expect(ariaKeys("Mod+I")).toBe("Meta+I");
  expect(ariaKeys(undefined)).toBeUndefined();
});
