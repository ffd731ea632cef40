/**
 * Texts of native menus, dialogs and notifications. Separate from the catalogue of the renderer,
 * because they are needed while there is no window.
 */
import type { Language } from "../language";
import { de } from "./de";
import { en, type NativeStrings } from "./en";

export type { NativeStrings };

const catalogues: Readonly<Record<Language, NativeStrings>> = { en, de };

/** The texts in a language. */
export function nativeStringsIn(language: Language): NativeStrings {
  return catalogues[language];
}
