/**
 * Spell check in text fields, in the language of the text. macOS checks by itself. On Linux the
 * dictionaries of the system are used where it has them in Chromium's format, and Windows has its
 * own. Nothing is downloaded: without a dictionary, a language is not checked.
 */
import { readdirSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import type { Session } from "electron";
import { makePrivateFolder } from "../../common/private-files";

/** Where Debian, and programs with Qt, install dictionaries in the format of Chromium. */
export const dictionaryFolders = [
  "/usr/share/hunspell-bdic",
  "/usr/share/qt6/qtwebengine_dictionaries",
  "/usr/share/qt5/qtwebengine_dictionaries",
] as const;

/**
 * Chromium finds a dictionary by a name with the version that it expects
 * (components/spellcheck/common/spellcheck_common.cc): the usual one, and those of other languages.
 */
const versions = ["-3-0", "-4-0", "-5-0", "-6-0", "-7-1", "-8-0", "-9-0", "-10-1"];

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
  /** Folders of dictionaries ("de_DE.bdic"), the first one with a language counts. */
  folders: readonly string[];
  /** Where Chromium looks for dictionaries: "Dictionaries" in the profile. */
  target: string;
}

/** Returns a function that is called with the language of the field that has the focus ("de"). */
export function createSpellCheck(deps: SpellCheckDeps): (language: string) => void {
  const { session, platform, folders, target } = deps;
  if (platform === "darwin") return () => undefined;
  withoutSpellCheck(session);
  const available = session.availableSpellCheckerLanguages;
  const files = platform === "linux" ? dictionariesIn(folders) : null;
  let current = "";

  return (language) => {
    if (language === current) return;
    current = language;
    const known = files === null ? new Set(available) : new Set(files.keys());
    const found = choose(language, available, known);
    const file = found === null ? undefined : files?.get(found);
    if (found !== null && file !== undefined) link(file, found, target);
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

/**
 * The language of a dictionary for texts in a language: the same one, else that of the same
 * language in its usual country, else in any.
 */
function choose(
  language: string,
  available: readonly string[],
  known: ReadonlySet<string>,
): string | null {
  const primary = primaryOf(language);
  const usual = [language, `${primary}-${primary.toUpperCase()}`, `${primary}-US`, primary];
  const others = [...known].filter((one) => primaryOf(one) === primary).sort();
  return [...usual, ...others].find((one) => known.has(one) && available.includes(one)) ?? null;
}

/** Links a dictionary to the names by which Chromium finds it. */
function link(file: string, language: string, target: string): void {
  makePrivateFolder(target);
  // "fr" has the file of its usual country.
  const name = language.includes("-") ? language : `${language}-${language.toUpperCase()}`;
  for (const version of versions) {
    const at = path.join(target, `${name}${version}.bdic`);
    rmSync(at, { force: true });
    symlinkSync(file, at);
  }
}
