import { describe, expect, test, vi } from "vitest";
import {
  addressIn,
  dateLocale,
  effectiveLanguage,
  readLanguageChoice,
  type Language,
} from "../../../../main/electron/native/language";
import { createNativeAppearance } from "../../../../main/electron/native/appearance";
import { menuTable } from "../../../../main/electron/native/menu";
import { nativeStringsIn } from "../../../../main/electron/native/strings";

vi.mock("electron", () => ({ Menu: {} }));

describe("the language of the interface", () => {
  test("is the selected one", () => {
    expect(effectiveLanguage("de", ["en-US"])).toBe("de");
    expect(effectiveLanguage("en", ["de"])).toBe("en");
  });
  test("is the first supported language of the desktop by default, else English", () => {
    for (const [languages, expected] of [
      [["de-AT", "en-GB"], "de"],
      [["fr-FR", "de", "en"], "de"],
      [["de_DE.UTF-8"], "de"],
      [["DE"], "de"],
      [["", "en-US", "de"], "en"],
      [["den", "system", "fr"], "en"],
      [["C"], "en"],
      [[], "en"],
    ] as const)
      expect(effectiveLanguage("system", languages), languages.join()).toBe(expected);
  });
  test("is that of the system if the stored value is invalid", () => {
    expect(readLanguageChoice("de")).toBe("de");
    for (const stored of ["fr", null, undefined, { language: "de" }])
      expect(readLanguageChoice(stored)).toBe("system");
  });
});

test("the language is in the URL of the page, which preserves the fragment", () => {
  expect(addressIn("de", "app://bundle/")).toBe("app://bundle/?language=de");
  const at = "app://bundle/?language=de#/media?folder=a%2F";
  expect(addressIn("en", "app://bundle/", at)).toBe("app://bundle/?language=en#/media?folder=a%2F");
  expect(addressIn("en", "http://localhost:5173", "")).toBe("http://localhost:5173/?language=en");
});

test("dates have the region of the desktop, also in another language than its own", () => {
  for (const [language, system, expected] of [
    ["en", "en-GB", "en-GB"],
    ["en", "en_US", "en"],
    ["en", "de-AT", "en-AT"],
    ["de", "de-DE", "de"],
    ["de", "de-CH", "de-CH"],
    ["en", "C", "en"],
    ["en", "", "en"],
  ] as const)
    expect(dateLocale(language, system), system).toBe(expected);
  expect(addressIn("en", "app://bundle/", "", "en-GB")).toBe(
    "app://bundle/?language=en&dates=en-GB",
  );
  expect(addressIn("en", "app://bundle/", "", "en")).toBe("app://bundle/?language=en");
});

describe("the appearance preferences", () => {
  function setUp(stored: Record<string, unknown> = {}, systemLanguages = ["de-DE"]) {
    const preferences = new Map<string, unknown>(Object.entries(stored));
    const nativeTheme = { themeSource: "system" as "system" | "light" | "dark" };
    const onTextSize = vi.fn<(textSize: number) => void>();
    const onLanguage = vi.fn<(language: Language) => void>();
    const native = createNativeAppearance({
      preferences: { get: (key, fallback) => (preferences.get(key) ?? fallback) as never },
      nativeTheme,
      systemLanguages,
      systemLocale: "en-GB",
      onTextSize,
      onLanguage,
    });
    const set = (key: string, value: unknown) => {
      preferences.set(key, value);
      native.changed(key);
    };
    return { native, set, nativeTheme, onTextSize, onLanguage };
  }

  test("are applied from the start, whatever the file contains", () => {
    const dark = setUp({ appearance: { theme: "dark", textSize: 1.25 }, language: "en" });
    expect(dark.nativeTheme.themeSource).toBe("dark");
    expect(dark.native.textSize()).toBe(1.25);
    expect(dark.native.language()).toBe("en");
    const damaged = setUp({ appearance: { textSize: 40 }, language: 7 });
    expect(damaged.nativeTheme.themeSource).toBe("system");
    expect(damaged.native.textSize()).toBe(1);
    expect(damaged.native.strings()).toBe(nativeStringsIn("de"));
  });

  test("reload the window only if the language changes", () => {
    const { set, native, onLanguage } = setUp();
    set("language", "de");
    expect(onLanguage).not.toHaveBeenCalled();
    set("language", "en");
    set("language", "en");
    expect(onLanguage.mock.calls).toEqual([["en"]]);
    expect(native.strings()).toBe(nativeStringsIn("en"));
    set("language", "system");
    expect(onLanguage.mock.calls).toEqual([["en"], ["de"]]);
  });

  test("include text size and theme; other preferences have no effect", () => {
    const { set, nativeTheme, onTextSize } = setUp();
    set("appearance", { theme: "light", textSize: 1.5 });
    set("appearance", { theme: "dark", textSize: 1.5 });
    set("window", { width: 1000 });
    expect(onTextSize.mock.calls).toEqual([[1.5]]);
    expect(nativeTheme.themeSource).toBe("dark");
  });
});

describe("the native strings", () => {
  /** Every text of a language by its path. */
  function texts(part: object, path = ""): Map<string, string> {
    const found = new Map<string, string>();
    for (const [name, value] of Object.entries(part) as [string, unknown][]) {
      if (typeof value === "string") found.set(`${path}${name}`, value);
      else if (typeof value === "object" && value !== null)
        for (const [key, text] of texts(value, `${path}${name}.`)) found.set(key, text);
    }
    return found;
  }
  test("are not empty, and almost never the same in both languages", () => {
    const german = texts(nativeStringsIn("de"));
    const same = [...texts(nativeStringsIn("en"))].filter(
      ([key, text]) => german.get(key) === text,
    );
    expect(same.map(([key]) => key)).toEqual(["menu.uploads"]);
    for (const [key, text] of german) expect(text.trim(), key).not.toBe("");
  });
});

describe("the menu", () => {
  const entries = (isMac: boolean, language: Language) =>
    menuTable(isMac, nativeStringsIn(language), true).flatMap(({ rows }) =>
      rows.filter((row) => row !== "separator"),
    );
  const actionsOf = (isMac: boolean) =>
    entries(isMac, "en").flatMap((row) => ("action" in row ? [row] : []));

  test("has each action once, and each key once", () => {
    for (const isMac of [true, false]) {
      const ids = actionsOf(isMac).map(({ action }) => action);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toEqual(
        expect.arrayContaining([
          ...["overview", "projects", "media", "uploads", "voices", "users", "settings"].map(
            (screen) => `go.${screen}`,
          ),
          "projects.create",
          "batches.create",
          "uploads.add-files",
          "uploads.add-folder",
          "app.palette",
          "app.shortcuts",
          "app.show-report",
          "app.text-larger",
          "app.text-smaller",
          "app.text-reset",
        ]),
      );
      const keys = actionsOf(isMac).flatMap(({ accelerator }) => accelerator ?? []);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });

  test("has a label in the language for every entry, also those of the system", () => {
    for (const isMac of [true, false]) {
      const english = entries(isMac, "en");
      entries(isMac, "de").forEach((row, index) => {
        expect(row.label).not.toBe("");
        if (row.label !== "Uploads") expect(row.label).not.toBe(english[index]?.label);
      });
    }
  });
});
