/** Applies the user's interface preferences (theme, text size, language) outside of the page. */
import type { NativeTheme } from "electron";
import { appearance, type Appearance } from "../../../preload/model";
import type { Preferences } from "../../backend/ports";
import {
  addressIn,
  dateLocale,
  effectiveLanguage,
  readLanguageChoice,
  type Language,
} from "./language";
import { nativeStringsIn, type NativeStrings } from "./strings";

export interface NativeAppearanceDeps {
  preferences: Pick<Preferences, "get">;
  nativeTheme: Pick<NativeTheme, "themeSource">;
  /** The languages of the desktop, in order of preference. */
  systemLanguages: readonly string[];
  /** The locale of the formats of the desktop, with its region. */
  systemLocale: string;
  onTextSize: (textSize: number) => void;
  /** The effective language has changed. */
  onLanguage: (language: Language) => void;
}

export interface NativeAppearance {
  /** The zoom factor of the page. */
  textSize(): number;
  language(): Language;
  /** The URL of a page in the language of the interface, with the hash of `at`. */
  addressOf(address: string, at?: string): string;
  strings(): NativeStrings;
  /** Call after a preference was set. */
  changed(key: string): void;
}

/** Applies the theme immediately, and all preferences when they change. */
export function createNativeAppearance(deps: NativeAppearanceDeps): NativeAppearance {
  const { preferences, nativeTheme } = deps;
  const chosen = (): Appearance =>
    appearance.catch(appearance.parse({})).parse(preferences.get<unknown>("appearance", {}));
  const currentLanguage = () =>
    effectiveLanguage(
      readLanguageChoice(preferences.get<unknown>("language", "system")),
      deps.systemLanguages,
    );

  let current = chosen();
  let language = currentLanguage();
  // The window uses the theme of the system unless the user has chosen one.
  nativeTheme.themeSource = current.theme;

  return {
    textSize: () => current.textSize,
    language: () => language,
    addressOf: (address, at) =>
      addressIn(language, address, at, dateLocale(language, deps.systemLocale)),
    strings: () => nativeStringsIn(language),
    changed(key) {
      if (key === "appearance") {
        const before = current;
        current = chosen();
        nativeTheme.themeSource = current.theme;
        if (current.textSize !== before.textSize) deps.onTextSize(current.textSize);
      } else if (key === "language") {
        const before = language;
        language = currentLanguage();
        // Changing from "system" to the same language explicitly is not a change.
        if (language !== before) deps.onLanguage(language);
      }
    },
  };
}
