/** The languages of the local workspace, in the form of the interface. */
import type { Engines } from "./engines";
import { languageNames } from "../catalogue/language-names";

export interface Language {
  id: string;
  name: string;
  code: string;
  isTextSupported: boolean;
  isAudioSupported: boolean;
}

/** Scripts can be in every language; audio is produced in the languages that an engine speaks. */
export const languagesOf = ({ spokenLanguages }: Pick<Engines, "spokenLanguages">): Language[] =>
  Object.entries(languageNames).map(([id, name]) => ({
    id,
    name,
    code: id.toUpperCase(),
    isTextSupported: true,
    isAudioSupported: spokenLanguages.has(id),
  }));
