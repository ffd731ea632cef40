/** Prepares texts of scripts for speech engines. */

/** Emoji and other pictures; engines would speak their names, or nothing. */
const pictures =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[\u{1F000}-\u{1FAFF}\u2600-\u27BF]|[\uFE0E\uFE0F\u20E3]/gu;
/**
 * Characters without a meaning for speech: directions of text, soft hyphens, tags, private use,
 * lone surrogates.
 */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\u{E0000}-\u{E0FFF}]|\p{Co}|\p{Cs}|\p{Cn}/gu;
/** Joiners change letters, and are remains of emoji elsewhere. */
const looseJoiners = /(?<![\p{L}\p{M}])[\u200C\u200D]+/gu;

/** The emoji of a text, each once: they are not spoken. */
export const picturesOf = (text: string): string[] => [
  ...new Set((text.match(pictures) ?? []).filter((one) => /\p{Extended_Pictographic}/u.test(one))),
];

/**
 * The text without emoji, control characters and other characters that are not spoken, with single
 * spaces.
 */
export const cleanText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(pictures, " ")
    .replace(invisible, "")
    .replace(looseJoiners, "")
    .replace(/[\p{Cc}\p{Z}\s]+/gu, " ");

/** The text contains a character that an engine may speak; others are punctuation and spaces. */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}\p{S}%‰@&#§]/u.test(text);

const latin: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": ",",
  "‛": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "«": '"',
  "»": '"',
  "–": " - ",
  "—": " - ",
  "−": "-",
  "…": "...",
  "¿": "",
  "¡": "",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "Th",
  ł: "l",
  Ł: "L",
  ı: "i",
  ħ: "h",
  "×": " times ",
  "±": " plus or minus ",
  "≤": " is at most ",
  "≥": " is at least ",
  "≠": " is not equal to ",
  "≈": " approximately ",
  "∞": " infinity ",
  "√": " square root of ",
  "§": " section ",
  "÷": " divided by ",
  "°": " degrees ",
  "£": " pounds ",
  "€": " euros ",
  "¥": " yen ",
};

/** In English the currency is spoken after the amount. */
const currencyFirst = /([£€¥]) ?(\d+(?:[.,]\d+)*)/gu;

/**
 * The text in ASCII, for an engine that supports only English: without accents, and with common
 * signs as words. `unknown` is the first letter or digit that has no such form, or null.
 */
export function toAscii(text: string): { ascii: string; unknown: string | null } {
  let unknown: string | null = null;
  const ascii = Array.from(text.replace(currencyFirst, "$2 $1"), (character) => {
    const known = latin[character];
    if (known !== undefined) return known;
    return Array.from(character.normalize("NFKD"), (part) => {
      if (part <= "~") return part;
      if (part === "⁄") return "/";
      if (/\p{M}/u.test(part)) return "";
      if (/[\p{L}\p{N}]/u.test(part)) unknown ??= latin[part] === undefined ? character : null;
      return latin[part] ?? " ";
    }).join("");
  }).join("");
  return { ascii: ascii.replace(/ +/g, " ").trim(), unknown };
}
