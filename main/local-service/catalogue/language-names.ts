/**
 * The languages of the local workspace: those with a language code for scripts. English names by
 * id.
 */
export const languageNames: Readonly<Record<string, string>> = {
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

export const languageIds: readonly string[] = Object.keys(languageNames);
