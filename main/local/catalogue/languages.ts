/** The languages of the local workspace: those that the service's script codes name. */

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

export const languages: readonly Language[] = Object.entries(names).map(([id, name]) => ({
  id,
  name,
  code: id.toUpperCase(),
  isTextSupported: true,
  isAudioSupported: true,
}));
