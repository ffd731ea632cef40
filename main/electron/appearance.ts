/** What the user chose of the interface (theme, text size, language) as far as the window's surroundings follow it. */
import type { NativeTheme } from "electron";
import { appearance, type Appearance } from "../../preload/model";
import type { Preferences } from "../backend/ports";
import { effectiveLanguage, readLanguageChoice, type Language } from "./language";
import { wordsOf, type Words } from "./native-strings";

export interface LookDeps {
  preferences: Pick<Preferences, "get">;
  nativeTheme: Pick<NativeTheme, "themeSource">;
  /** The desktop's languages, the preferred one first. */
  systemLanguages: readonly string[];
  onTextSize: (textSize: number) => void;
  /** Another language is in effect from now on. */
  onLanguage: (language: Language) => void;
}

export interface Look {
  /** A factor. */
  textSize(): number;
  language(): Language;
  words(): Words;
  /** A preference was set. */
  changed(key: string): void;
}

/** Applies the theme at once, and everything when it changes. */
export function createLook(deps: LookDeps): Look {
  const { preferences, nativeTheme } = deps;
  const chosen = (): Appearance =>
    appearance.catch(appearance.parse({})).parse(preferences.get<unknown>("appearance", {}));
  const inEffect = () =>
    effectiveLanguage(
      readLanguageChoice(preferences.get<unknown>("language", "system")),
      deps.systemLanguages,
    );

  let look = chosen();
  let language = inEffect();
  // The window's theme follows the system unless the user has chosen.
  nativeTheme.themeSource = look.theme;

  return {
    textSize: () => look.textSize,
    language: () => language,
    words: () => wordsOf(language),
    changed(key) {
      if (key === "appearance") {
        const before = look;
        look = chosen();
        nativeTheme.themeSource = look.theme;
        if (look.textSize !== before.textSize) deps.onTextSize(look.textSize);
      } else if (key === "language") {
        const before = language;
        language = inEffect();
        // "System" and the language that it stands for are one and the same.
        if (language !== before) deps.onLanguage(language);
      }
    },
  };
}
