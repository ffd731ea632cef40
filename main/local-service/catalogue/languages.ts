/** The languages of the local workspace: those with a language code for scripts. */
import { installedEngines, type Engines } from "./engines";

export interface Language {
  id: string;
  name: string;
  code: string;
  isTextSupported: boolean;
  isAudioSupported: boolean;
}

const names: Readonly<Record<string, string>> = {
  "ar-ar": "Arabic",
  "bg-bg": "Bulgarian",
  "da-dk": "Danish",
  "de-de": "German",
  "el-gr": "Greek",
  "en-gb": "English (United Kingdom)",
  "en-us": "English (United States)",
  "es-es": "Spanish (Spain)",
  "es-la": "Spanish (Latin America)",
  "fi-fi": "Finnish",
  "fr-fr": "French",
  "hi-in": "Hindi",
  "id-id": "Indonesian",
  "it-it": "Italian",
  "ja-jp": "Japanese",
  "ko-kr": "Korean",
  "nb-no": "Norwegian Bokmål",
  "nl-nl": "Dutch",
  "pl-pl": "Polish",
  "pt-pt": "Portuguese (Portugal)",
  "pt-br": "Portuguese (Brazil)",
  "sv-se": "Swedish",
  "tr-tr": "Turkish",
  "zh-cn": "Chinese (Mandarin)",
};

/** Scripts can be in every language; audio is produced in the languages that an engine speaks. */
export const languagesOf = ({ spokenLanguages }: Pick<Engines, "spokenLanguages">): Language[] =>
  Object.entries(names).map(([id, name]) => ({
    id,
    name,
    code: id.toUpperCase(),
    isTextSupported: true,
    isAudioSupported: spokenLanguages.has(id),
  }));

export const languages: readonly Language[] = languagesOf(installedEngines);
