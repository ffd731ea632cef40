/** Spell check with the dictionaries of the system, and without downloads. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSpellCheck, withoutSpellCheck } from "../../../../main/electron/system/spell-check";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-spelling-"))));
afterEach(() => rmSync(folder, { recursive: true }));

/** The languages that Electron offers. */
const offered =
  "af bg ca cs cy da de de-DE el en en-AU en-CA en-GB en-GB-oxendict en-US es es-419 es-AR es-ES es-MX es-US et fa fo fr fr-FR he hi hr hu hy id it it-IT ko lt lv nb nl pl pt pt-BR pt-PT ro ru sh sk sl sq sr sv ta tg tr uk vi";

class FakeSession {
  availableSpellCheckerLanguages = offered.split(" ");
  url = "";
  isEnabled = true;
  languages: string[] = [];
  setSpellCheckerDictionaryDownloadURL(url: string) {
    this.url = url;
  }
  setSpellCheckerEnabled(isEnabled: boolean) {
    this.isEnabled = isEnabled;
  }
  setSpellCheckerLanguages(languages: string[]) {
    this.languages = languages;
  }
}

function setUp(platform: NodeJS.Platform, names: readonly string[] = []) {
  const installed = path.join(folder, "installed");
  mkdirSync(installed);
  for (const name of names) writeFileSync(path.join(installed, name), name);
  const session = new FakeSession();
  const target = path.join(folder, "Dictionaries");
  const folders = [path.join(folder, "missing"), installed];
  const check = createSpellCheck({ session, platform, folders, target });
  const checked = (language: string) => {
    check(language);
    return session.isEnabled ? session.languages : null;
  };
  const linked = (name: string) => path.basename(realpathSync(path.join(target, name)));
  return { session, checked, linked, target };
}

test("a field is checked in its language if the system has a dictionary of it", () => {
  const { session, checked, linked, target } = setUp("linux", [
    "de_AT.bdic",
    "de_DE.bdic",
    "en_GB.bdic",
    "fr.bdic",
    "fr.txt",
    "pt_BR.bdic",
  ]);
  expect(session.isEnabled).toBe(false);
  expect(checked("de")).toEqual(["de-DE"]);
  expect(linked("de-DE-3-0.bdic")).toBe("de_DE.bdic");
  // No dictionary of American English is installed.
  expect(checked("en")).toEqual(["en-GB"]);
  expect(linked("en-GB-10-1.bdic")).toBe("en_GB.bdic");
  expect(checked("fr")).toEqual(["fr"]);
  expect(linked("fr-FR-3-0.bdic")).toBe("fr.bdic");
  expect(checked("pt")).toEqual(["pt-BR"]);
  // A text is not checked with the dictionary of another language.
  expect(checked("it")).toBe(null);
  // Chromium has no name for Austrian German.
  expect(checked("de-at")).toEqual(["de"]);
  expect(linked("de-DE-3-0.bdic")).toBe("de_AT.bdic");
  expect(checked("de-ch")).toEqual(["de-DE"]);
  expect(linked("de-DE-3-0.bdic")).toBe("de_DE.bdic");
  const count = readdirSync(target).length;
  expect(checked("pt")).toEqual(["pt-BR"]);
  expect(readdirSync(target)).toHaveLength(count);
});

test("a dictionary of each country gets the name that Chromium has, and no other country's", () => {
  const names =
    "cs_CZ cy_GB da en_GB en_US es_ES es_MX hy nb_NO pt_BR pt_PT ru_RU sr_RS sv_SE tr_TR uk_UA";
  const { checked, linked } = setUp(
    "linux",
    names.split(" ").map((name) => `${name}.bdic`),
  );
  const file = (language: string, at: string) => [checked(language), linked(`${at}.bdic`)];
  expect(file("sv", "sv-SE-3-0")).toEqual([["sv"], "sv_SE.bdic"]);
  expect(file("ru-ru", "ru-RU-3-0")).toEqual([["ru"], "ru_RU.bdic"]);
  expect(file("cs", "cs-CZ-3-0")).toEqual([["cs"], "cs_CZ.bdic"]);
  expect(file("da", "da-DK-3-0")).toEqual([["da"], "da.bdic"]);
  expect(file("tr", "tr-TR-4-0")).toEqual([["tr"], "tr_TR.bdic"]);
  expect(file("uk", "uk-UA-5-0")).toEqual([["uk"], "uk_UA.bdic"]);
  expect(file("cy", "cy-GB-1-0")).toEqual([["cy"], "cy_GB.bdic"]);
  expect(file("hy", "hy-1-0")).toEqual([["hy"], "hy.bdic"]);
  expect(file("sr", "sr-4-0")).toEqual([["sr"], "sr_RS.bdic"]);
  expect(file("no", "nb-NO-3-0")).toEqual([["nb"], "nb_NO.bdic"]);
  expect(file("pt-br", "pt-BR-3-0")).toEqual([["pt-BR"], "pt_BR.bdic"]);
  expect(file("pt-pt", "pt-PT-3-0")).toEqual([["pt-PT"], "pt_PT.bdic"]);
  expect(file("en-gb", "en-GB-10-1")).toEqual([["en-GB"], "en_GB.bdic"]);
  expect(file("es-mx", "es-ES-3-0")).toEqual([["es-MX"], "es_MX.bdic"]);
  expect(file("es", "es-ES-3-0")).toEqual([["es-ES"], "es_ES.bdic"]);
  // Serbian in Latin letters has another dictionary.
  expect([checked("sr-latn"), checked("zh-cn"), checked("no language")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("nothing is downloaded, and nothing is checked without dictionaries", () => {
  const { session, checked } = setUp("linux");
  expect(checked("en")).toBe(null);
  // No server can listen on port 0.
  expect(new URL(session.url).port).toBe("0");
  const other = new FakeSession();
  withoutSpellCheck(other);
  expect([other.url, other.isEnabled]).toEqual([session.url, false]);
});

test("on Windows the language is set without files; on macOS nothing is set", () => {
  const windows = setUp("win32");
  expect(windows.checked("de")).toEqual(["de"]);
  expect(windows.checked("pt-br")).toEqual(["pt-BR"]);
  expect(windows.checked("en-gb")).toEqual(["en-GB"]);
  expect(windows.checked("sv-se")).toEqual(["sv"]);
  expect(windows.checked("xx")).toBe(null);
  rmSync(path.join(folder, "installed"), { recursive: true });
  const mac = setUp("darwin");
  expect(mac.checked("de")).toEqual([]);
  expect(mac.session.url).toBe("");
});
