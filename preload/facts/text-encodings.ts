/**
 * The encodings of text files: one table for the reader, the script panel and `dub --encoding`.
 */

interface TextEncodingFacts {
  /** As the IANA registers it, in lower case. */
  name: string;
  title: string;
  /** The languages that are written in it, without their regions; none for all of them. */
  languages: readonly string[];
}

const western = ["da", "de", "en", "es", "fi", "fr", "id", "it", "nb", "nl", "pt", "sv"];

/** Of several encodings that fit a text equally well, the first one is used. */
export const textEncodings = [
  { name: "utf-8", title: "UTF-8", languages: [] },
  { name: "utf-16le", title: "UTF-16 LE", languages: [] },
  { name: "utf-16be", title: "UTF-16 BE", languages: [] },
  { name: "windows-1252", title: "Windows-1252", languages: [...western, "hi"] },
  { name: "windows-1250", title: "Windows-1250", languages: ["pl"] },
  { name: "windows-1251", title: "Windows-1251", languages: ["bg"] },
  { name: "windows-1253", title: "Windows-1253", languages: ["el"] },
  { name: "windows-1254", title: "Windows-1254", languages: ["tr"] },
  { name: "windows-1256", title: "Windows-1256", languages: ["ar"] },
  { name: "shift_jis", title: "Shift-JIS", languages: ["ja"] },
  { name: "gb18030", title: "GBK / GB18030", languages: ["zh"] },
  { name: "big5", title: "Big5", languages: ["zh"] },
  { name: "euc-kr", title: "EUC-KR", languages: ["ko"] },
  { name: "euc-jp", title: "EUC-JP", languages: ["ja"] },
  { name: "iso-8859-15", title: "ISO 8859-15", languages: western },
  { name: "iso-8859-2", title: "ISO 8859-2", languages: ["pl"] },
  { name: "iso-8859-5", title: "ISO 8859-5", languages: ["bg"] },
  { name: "iso-8859-6", title: "ISO 8859-6", languages: ["ar"] },
  { name: "iso-8859-7", title: "ISO 8859-7", languages: ["el"] },
  { name: "koi8-r", title: "KOI8-R", languages: ["bg"] },
  { name: "macintosh", title: "Mac Roman", languages: western },
  { name: "maccenteuro", title: "Mac Central European", languages: ["pl"] },
  { name: "maccyrillic", title: "Mac Cyrillic", languages: ["bg"] },
  { name: "macgreek", title: "Mac Greek", languages: ["el"] },
  { name: "macturkish", title: "Mac Turkish", languages: ["tr"] },
  { name: "cp850", title: "DOS 850", languages: western },
  { name: "cp852", title: "DOS 852", languages: ["pl"] },
  { name: "cp857", title: "DOS 857", languages: ["tr"] },
  { name: "cp866", title: "DOS 866", languages: ["bg"] },
  { name: "cp737", title: "DOS 737", languages: ["el"] },
] as const satisfies readonly TextEncodingFacts[];

export type TextEncoding = (typeof textEncodings)[number]["name"];

export const textEncodingNames = textEncodings.map(({ name }) => name) as [
  TextEncoding,
  ...TextEncoding[],
];

/** The encoding of a name in any case; null for an unknown one. */
export const textEncodingOf = (name: string): TextEncoding | null =>
  textEncodingNames.find((one) => one === name.trim().toLowerCase()) ?? null;
