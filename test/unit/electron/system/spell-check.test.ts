/** Spell check with the dictionaries of the system, and without downloads. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSpellCheck, withoutSpellCheck } from "../../../../main/electron/system/spell-check";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(os.tmpdir(), "dubyard-spelling-"))));
afterEach(() => rmSync(folder, { recursive: true }));

class FakeSession {
  availableSpellCheckerLanguages = ["de", "de-DE", "en-GB", "en-US", "fr", "fr-FR", "pt-BR"];
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
  // There is no American one.
  expect(checked("en")).toEqual(["en-GB"]);
  expect(linked("en-GB-10-1.bdic")).toBe("en_GB.bdic");
  expect(checked("fr")).toEqual(["fr"]);
  expect(linked("fr-FR-3-0.bdic")).toBe("fr.bdic");
  expect(checked("pt")).toEqual(["pt-BR"]);
  // A text is not checked with the dictionary of another language.
  expect(checked("it")).toBe(null);
  // Chromium does not know this one.
  expect(checked("de-AT")).toEqual(["de-DE"]);
  const count = readdirSync(target).length;
  expect(checked("pt")).toEqual(["pt-BR"]);
  expect(readdirSync(target)).toHaveLength(count);
});

test("nothing is downloaded, and nothing is checked without dictionaries", () => {
  const { session, checked } = setUp("linux");
  expect(checked("en")).toBe(null);
  // No server can have this port.
  expect(new URL(session.url).port).toBe("0");
  const other = new FakeSession();
  withoutSpellCheck(other);
  expect([other.url, other.isEnabled]).toEqual([session.url, false]);
});

test("Windows checks with its own dictionaries, and macOS by itself", () => {
  const windows = setUp("win32");
  expect(windows.checked("de")).toEqual(["de"]);
  expect(windows.checked("xx")).toBe(null);
  rmSync(path.join(folder, "installed"), { recursive: true });
  const mac = setUp("darwin");
  expect(mac.checked("de")).toEqual([]);
  expect(mac.session.url).toBe("");
});
