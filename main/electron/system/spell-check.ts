/**
 * Spell check in text fields, in the language of the text. The spell check of macOS selects its
 * language without the application. On Linux, Chromium uses the dictionaries of the system that
 * have its format; Windows has its own dictionaries. Nothing is downloaded: without a dictionary, a
 * language is not checked.
 */
import { readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Session } from "electron";
import { makePrivateFolder } from "../../common/private-files";

/** The folders in which Debian and programs with Qt install dictionaries in Chromium's format. */
export const dictionaryFolders = [
  "/usr/share/hunspell-bdic",
  "/usr/share/qt6/qtwebengine_dictionaries",
  "/usr/share/qt5/qtwebengine_dictionaries",
] as const;

/**
 * Chromium finds a dictionary by a name with the version that it expects
 * (components/spellcheck/common/spellcheck_common.cc): the usual one, and those of other languages.
 */
const versions = ["-1-0", "-3-0", "-4-0", "-5-0", "-6-0", "-7-1", "-8-0", "-9-0", "-10-1"];

/** No port: a download fails at once, and no other process can answer it. */
const noDownloads = "http://127.0.0.1:0/";

type SpellSession = Pick<
  Session,
  | "availableSpellCheckerLanguages"
  | "setSpellCheckerDictionaryDownloadURL"
  | "setSpellCheckerEnabled"
  | "setSpellCheckerLanguages"
>;

/** A session without spell check. Chromium would download a dictionary for it nevertheless. */
export function withoutSpellCheck(session: SpellSession): void {
  session.setSpellCheckerDictionaryDownloadURL(noDownloads);
  session.setSpellCheckerEnabled(false);
}

export interface SpellCheckDeps {
  session: SpellSession;
  platform: NodeJS.Platform;
  /** Folders of dictionaries ("de_DE.bdic"). The first one that has a language is used for it. */
  folders: readonly string[];
  /** The folder in which Chromium searches for dictionaries: "Dictionaries" in the profile. */
  target: string;
}

/**
 * Returns a function that is called with the language of the field that has the focus ("de",
 * "pt-br").
 */
export function createSpellCheck(deps: SpellCheckDeps): (language: string) => void {
  const { session, platform, folders, target } = deps;
  if (platform === "darwin") return () => undefined;
  withoutSpellCheck(session);
  const available = session.availableSpellCheckerLanguages;
  const files = platform === "linux" ? dictionariesIn(folders) : null;
  let current = "";
  let linked = "";

  /** Makes a dictionary of the system known to Chromium, and returns its name there. */
  function useFile(wanted: string, installed: ReadonlyMap<string, string>): string | null {
    for (const dictionary of ranked(wanted, [...installed.keys()])) {
      const name = nameIn(available, dictionary);
      const file = installed.get(dictionary);
      if (name === null || file === undefined) continue;
      // Chromium reads a file again only if its language changes: several share a name.
      if (file !== linked) session.setSpellCheckerLanguages([]);
      link(file, name, target);
      linked = file;
      return name;
    }
    return null;
  }

  return (language) => {
    if (language === current) return;
    current = language;
    const wanted = canonical(language);
    const found = files ? useFile(wanted, files) : (ranked(wanted, available)[0] ?? null);
    if (found !== null) session.setSpellCheckerLanguages([found]);
    session.setSpellCheckerEnabled(found !== null);
  };
}

/** The dictionaries of folders, by language ("de-DE"). */
function dictionariesIn(folders: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const [, code] = /^([a-z]{2,3}(?:[_-][A-Z]{2})?)(?:-\d+-\d+)?\.bdic$/.exec(name) ?? [];
      const language = code?.replace("_", "-");
      if (language !== undefined && !found.has(language))
        found.set(language, path.join(folder, name));
    }
  return found;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const primaryOf = (language: string) => language.split("-")[0] ?? "";

/** A language of the service ("pt-br") as dictionaries name it ("pt-BR"). */
function canonical(language: string): string {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(language);
    // Chromium's names of Norwegian, and of Serbian in Latin letters.
    return tag.replace(/^no\b/, "nb").replace(/^sr-Latn\b/, "sh");
  } catch {
    return "";
  }
}

/** A language with the region where most of its speakers live ("sv-SE"). */
function withUsualRegion(primary: string): string {
  const { region } = new Intl.Locale(primary).maximize();
  return region === undefined ? primary : `${primary}-${region}`;
}

/**
 * The dictionaries for texts in a language, the best one first: the same one, that of the same
 * language in its usual region, then those in any.
 */
function ranked(language: string, known: readonly string[]): string[] {
  if (language === "") return [];
  const primary = primaryOf(language);
  const others = known.filter((one) => primaryOf(one) === primary).sort();
  const wanted = [language, withUsualRegion(primary), primary, ...others];
  return wanted.filter((one) => known.includes(one));
}

/** The name that Chromium has for a dictionary: without the region for most languages. */
function nameIn(available: readonly string[], dictionary: string): string | null {
  const names = [dictionary, primaryOf(dictionary)];
  return names.find((one) => available.includes(one)) ?? null;
}

/** Languages whose files Chromium names without a region. */
const withoutRegion: ReadonlySet<string> = new Set(["hy", "ko", "sh", "sq", "sr"]);

/** The beginning of the name of a file in which Chromium expects a language. */
function fileNameOf(language: string): string {
  const primary = primaryOf(language);
  // All variants of Spanish have one dictionary.
  if (primary === "es") return "es-ES";
  if (primary === "tg") return "tg-TG";
  if (language.includes("-") || withoutRegion.has(language)) return language;
  return withUsualRegion(language);
}

/** Links a dictionary to the names by which Chromium finds it. */
function link(file: string, language: string, target: string): void {
  makePrivateFolder(target);
  for (const version of versions) {
    const at = path.join(target, `${fileNameOf(language)}${version}.bdic`);
    rmSync(at, { force: true });
    symlinkSync(file, at);
  }
}
