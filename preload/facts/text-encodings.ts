/**
 * The encodings of text files: one table for the reader, the script panel and `dub --encoding`.
 */

interface TextEncodingFacts {
  /** As iconv-lite names it: mostly as the IANA registers it, in lower case. */
  name: string;
  title: string;
  /** The languages that are written in it, without their regions; none for all of them. */
  languages: readonly string[];
}

const western = [
  "da",
  "de",
  "en",
  "es",
  "fi",
  "fr",
  "id",
  "it",
  "nb",
  "nl",
  "pt",
  "sv",
  "af",
  "ca",
  "eu",
  "ga",
  "is",
  "cy",
  "et",
  "ms",
  "sq",
  "sw",
  "uz",
];

/** With the Latin letters of Central Europe, and with Cyrillic letters. */
const central = ["bs", "cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq", "sr"];
const cyrillic = ["be", "bg", "mk", "ru", "sr", "uk"];
/** With the Cyrillic letters of Turkic languages. */
const turkic = ["kk", "ky", "tt"];
const baltic = ["et", "lt", "lv"];

/** Of several encodings that fit a text equally well, the first one is used. */
export const textEncodings = [
  { name: "utf-8", title: "UTF-8", languages: [] },
  { name: "utf-16le", title: "UTF-16 LE", languages: [] },
  { name: "utf-16be", title: "UTF-16 BE", languages: [] },
  { name: "windows-1252", title: "Windows-1252", languages: [...western, "hi"] },
  { name: "windows-1250", title: "Windows-1250", languages: central },
  { name: "windows-1251", title: "Windows-1251", languages: [...cyrillic, ...turkic] },
  { name: "windows-1253", title: "Windows-1253", languages: ["el"] },
  { name: "windows-1254", title: "Windows-1254", languages: ["tr", "az"] },
  { name: "windows-1255", title: "Windows-1255", languages: ["he"] },
  { name: "windows-1256", title: "Windows-1256", languages: ["ar", "fa", "ur"] },
  { name: "windows-1257", title: "Windows-1257", languages: baltic },
  { name: "windows-1258", title: "Windows-1258", languages: ["vi"] },
  { name: "windows-874", title: "Windows-874", languages: ["th"] },
  { name: "shift_jis", title: "Shift-JIS", languages: ["ja"] },
  { name: "gb18030", title: "GBK / GB18030", languages: ["zh"] },
  { name: "big5", title: "Big5", languages: ["zh", "yue"] },
  { name: "euc-kr", title: "EUC-KR", languages: ["ko"] },
  { name: "euc-jp", title: "EUC-JP", languages: ["ja"] },
  { name: "iso-8859-15", title: "ISO 8859-15", languages: western },
  { name: "iso-8859-2", title: "ISO 8859-2", languages: central },
  { name: "iso-8859-5", title: "ISO 8859-5", languages: cyrillic },
  { name: "iso-8859-6", title: "ISO 8859-6", languages: ["ar"] },
  { name: "iso-8859-7", title: "ISO 8859-7", languages: ["el"] },
  { name: "iso-8859-4", title: "ISO 8859-4", languages: baltic },
  { name: "iso-8859-8", title: "ISO 8859-8", languages: ["he"] },
  { name: "iso-8859-13", title: "ISO 8859-13", languages: baltic },
  { name: "iso-8859-14", title: "ISO 8859-14", languages: ["cy", "ga"] },
  { name: "iso-8859-16", title: "ISO 8859-16", languages: ["ro", "hr", "hu", "pl", "sl", "sq"] },
  { name: "koi8-r", title: "KOI8-R", languages: cyrillic },
  { name: "koi8-u", title: "KOI8-U", languages: ["uk"] },
  { name: "pt154", title: "PTCP154", languages: turkic },
  { name: "rk1048", title: "KZ-1048", languages: ["kk"] },
  { name: "armscii8", title: "ARMSCII-8", languages: ["hy"] },
  { name: "georgianps", title: "Georgian-PS", languages: ["ka"] },
  { name: "georgianacademy", title: "Georgian Academy", languages: ["ka"] },
  { name: "tcvn", title: "TCVN 5712", languages: ["vi"] },
  { name: "viscii", title: "VISCII", languages: ["vi"] },
  { name: "macintosh", title: "Mac Roman", languages: western },
  { name: "maccenteuro", title: "Mac Central European", languages: central },
  { name: "maccyrillic", title: "Mac Cyrillic", languages: cyrillic },
  { name: "macgreek", title: "Mac Greek", languages: ["el"] },
  { name: "macturkish", title: "Mac Turkish", languages: ["tr"] },
  { name: "maccroatian", title: "Mac Croatian", languages: ["bs", "hr", "sl", "sr"] },
  { name: "maciceland", title: "Mac Icelandic", languages: ["is"] },
  { name: "macromania", title: "Mac Romanian", languages: ["ro"] },
  { name: "macukraine", title: "Mac Ukrainian", languages: ["uk"] },
  { name: "cp850", title: "DOS 850", languages: western },
  { name: "cp852", title: "DOS 852", languages: central },
  { name: "cp857", title: "DOS 857", languages: ["tr"] },
  { name: "cp866", title: "DOS 866", languages: cyrillic },
  { name: "cp737", title: "DOS 737", languages: ["el"] },
  { name: "cp869", title: "DOS 869", languages: ["el"] },
  { name: "cp775", title: "DOS 775", languages: baltic },
  { name: "cp855", title: "DOS 855", languages: cyrillic },
  { name: "cp862", title: "DOS 862", languages: ["he"] },
] as const satisfies readonly TextEncodingFacts[];

export type TextEncoding = (typeof textEncodings)[number]["name"];

export const textEncodingNames = textEncodings.map(({ name }) => name) as [
  TextEncoding,
  ...TextEncoding[],
];

/** The encoding of a name in any case; null for an unknown one. */
export const textEncodingOf = (name: string): TextEncoding | null =>
  textEncodingNames.find((one) => one === name.trim().toLowerCase()) ?? null;
