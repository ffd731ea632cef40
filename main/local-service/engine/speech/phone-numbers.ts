/** Telephone numbers, digit by digit. */

const gap = "[ \\u00A0\\u2011-]";
const sources = [
  // International.
  `\\+\\d{1,3}(?:${gap}?\\(?\\d{1,5}\\)?){1,6}`,
  // With an area code in parentheses.
  `\\(\\d{2,5}\\)${gap}?\\d{2,8}(?:${gap}\\d{2,8}){0,4}`,
  // With a zero in front.
  `0\\d{1,5}(?:[ \\u00A0/-]\\d{2,8}){1,5}`,
  // With dots.
  "0\\d(?:\\.\\d{2}){4}",
  "\\d{3}\\.\\d{3}\\.\\d{4}",
  "0 \\d{3} \\d{3} \\d{3}",
  // Groups of digits that other numbers do not have.
  `\\d{2} \\d{3} \\d{2} \\d{2}`,
  // In pairs at the end.
  `(?:\\d[ \\u00A0-])?(?:\\(?\\d{2,4}\\)?[ \\u00A0-])?\\d{2,3}-\\d{2}-\\d{2}`,
  // Of North America.
  `(?:1-)?\\d{3}-\\d{3}-\\d{4}`,
  `\\d{3}-\\d{4}`,
];
const pattern = new RegExp(
  `(?<![\\p{L}\\d.,:/+-])(?:${sources.join("|")})(?![\\d:/-]|[.,]\\d)`,
  "gu",
);
/** Mobile telephone numbers of China, which have no groups. */
const chinese = /(?<!\d|[.,]\d|[A-Za-z])1[3-9]\d{9}(?!\d|[.,]\d|[元块万亿%])/gu;
/** Dates of other languages. */
const date = /^(?:\d{2}[/-]\d{2}[/-]\d{4}|\d{4}-\d{2}-\d{2})$/;
const fewestDigits = 7;
const mostDigits = 15;

/**
 * How numbers in groups of three begin, by the language without its region. They may also be those
 * of an amount: Polish, Czech and Slovak ones are only known by the word before them.
 */
const callWords =
  "(?<=(?<!\\p{L})(?:telefon|mobil|komórk|numer|čísl|zadzwo|dzwo|zavol|vol[aáe])\\p{L}{0,6}(?:\\.|:| na| pod)? )(?=\\d)";
const startOfThrees: Readonly<Record<string, string>> = {
  cs: callWords,
  es: "(?=[6-9])",
  pl: callWords,
  pt: "(?=[29])",
  sk: callWords,
};
const threes = new Map(
  Object.entries(startOfThrees).map(([base, start]) => [
    base,
    new RegExp(
      `(?<![\\p{L}\\d.,:/+-]|\\d )${start}(?!\\d{3} 000|\\d{3} \\d{3} 000)\\d{3} \\d{3} \\d{3}(?![\\d:/-]|[.,]\\d| ?[\\p{L}\\p{Sc}%\\d])`,
      "giu",
    ),
  ]),
);

const inDigits = (digits: string) => Array.from(digits).join(" ");

/**
 * Each digit is a word; groups have a pause between them. `base`: the language without its region.
 */
export function speakPhoneNumbers(base: string, text: string): string {
  const speak = (found: string) => {
    const groups = found.match(/\d+/g) ?? [];
    const count = groups.join("").length;
    if (count < fewestDigits || count > mostDigits || date.test(found)) return found;
    const digits = groups.map(inDigits).join(", ");
    return found.startsWith("+") ? `+${digits}` : digits;
  };
  const mobile = base === "zh" ? text.replace(chinese, inDigits) : text;
  const known = mobile.replace(pattern, speak);
  const inThrees = threes.get(base);
  return inThrees ? known.replace(inThrees, speak) : known;
}
