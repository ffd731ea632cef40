/**
 * Currencies and units with signs of one language, or with words there that CLDR does not have, by
 * the language without its region.
 */

/** Signs of the own currency, without a dot at the end. */
export const ownCurrencies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  af: { R: "ZAR" },
  ar: { "ر.س": "SAR", "ج.م": "EGP", "د.إ": "AED" },
  bg: { лв: "BGN" },
  cs: { Kč: "CZK" },
  da: { kr: "DKK" },
  he: { 'ש"ח': "ILS", "ש״ח": "ILS" },
  hu: { Ft: "HUF" },
  id: { Rp: "IDR" },
  is: { kr: "ISK" },
  ms: { RM: "MYR" },
  nb: { kr: "NOK" },
  pl: { zł: "PLN" },
  ru: { руб: "RUB" },
  sr: { дин: "RSD", din: "RSD" },
  sv: { kr: "SEK" },
  sw: { KSh: "KES", TSh: "TZS" },
  tr: { TL: "TRY" },
  uk: { грн: "UAH" },
  vi: { đ: "VND" },
};

/**
 * The pattern of a sign that is a name in other places: "R100" and "R5,50" are amounts in
 * Afrikaans, but "R2D2", "Kamer R101" and "die R21-snelweg" are not.
 */
export const exactSigns: Readonly<Record<string, string>> = {
  "ر.س": "ر\\.س",
  "ج.م": "ج\\.م",
  "د.إ": "د\\.إ",
  R: "(?<!(?:[Kk]amer|[Ll]okaal|[Ss]aal|[Gg]raad|[Pp]ad|[Rr]oete|[Bb]us|BMW|[Dd]ie)[ \\u00A0])R(?=\\d(?:\\d|,\\d|[ \\u00A0](?:m|\\d{3})))(?=\\d{1,3}(?:[ \\u00A0]?\\d{3}){0,4}(?:,\\d{1,2})?(?![\\p{L}\\d-]))",
};

export interface UnitSymbol {
  /** The name of the unit in CLDR. */
  unit: string;
  /** A letter that is another abbreviation directly after a number. */
  needsSpace?: true;
}

const cyrillicUnits: Readonly<Record<string, UnitSymbol>> = {
  км: { unit: "kilometer" },
  м: { unit: "meter", needsSpace: true },
  см: { unit: "centimeter" },
  мм: { unit: "millimeter" },
  кг: { unit: "kilogram" },
  л: { unit: "liter", needsSpace: true },
  мл: { unit: "milliliter" },
  га: { unit: "hectare" },
  КБ: { unit: "kilobyte" },
  МБ: { unit: "megabyte" },
  ГБ: { unit: "gigabyte" },
  ТБ: { unit: "terabyte" },
  Вт: { unit: "watt" },
  Гц: { unit: "hertz" },
  Ом: { unit: "ohm" },
  "кВт·ч": { unit: "kilowatt-hour" },
  "кВт⋅ч": { unit: "kilowatt-hour" },
  ккал: { unit: "kilocalorie" },
};

/** Letters that are read as a unit in some languages only: "s" is "with" in others. */
const times: Readonly<Record<string, UnitSymbol>> = {
  min: { unit: "minute" },
  s: { unit: "second", needsSpace: true },
};
/** Horsepower has a name of its own in most languages. */
const horsepower = (...symbols: string[]): Record<string, UnitSymbol> =>
  Object.fromEntries(symbols.map((symbol) => [symbol, { unit: "horsepower", needsSpace: true }]));

/** Symbols of units in other letters. A dot is part of a symbol only where it is given. */
export const ownUnits: Readonly<Record<string, Readonly<Record<string, UnitSymbol>>>> = {
  ar: {
    "°م": { unit: "celsius" },
    "كم/س": { unit: "kilometer-per-hour" },
    "كم/ساعة": { unit: "kilometer-per-hour" },
    كم: { unit: "kilometer" },
    سم: { unit: "centimeter" },
    مم: { unit: "millimeter" },
    كجم: { unit: "kilogram" },
    كغم: { unit: "kilogram" },
    كغ: { unit: "kilogram" },
  },
  az: { "km/saat": { unit: "kilometer-per-hour" } },
  be: { "км/г": { unit: "kilometer-per-hour" } },
  bg: { ...cyrillicUnits, "км/ч": { unit: "kilometer-per-hour" } },
  bn: { "কিমি/ঘণ্টা": { unit: "kilometer-per-hour" } },
  cs: { "km/hod": { unit: "kilometer-per-hour" } },
  cy: { "km/a": { unit: "kilometer-per-hour" } },
  da: { ...horsepower("hk"), "km/t": { unit: "kilometer-per-hour" } },
  de: {
    ...times,
    ...horsepower("PS"),
    "Std.": { unit: "hour" },
    "Min.": { unit: "minute" },
    "Sek.": { unit: "second" },
  },
  el: {
    "χλμ./ώρα": { unit: "kilometer-per-hour" },
    "χλμ/ώρα": { unit: "kilometer-per-hour" },
    "χλμ.": { unit: "kilometer" },
    χλμ: { unit: "kilometer" },
    "εκ.": { unit: "centimeter" },
    εκ: { unit: "centimeter" },
  },
  en: {
    ...times,
    ...horsepower("hp"),
    hr: { unit: "hour" },
    hrs: { unit: "hour" },
    sec: { unit: "second" },
    secs: { unit: "second" },
    yd: { unit: "yard" },
    "fl oz": { unit: "fluid-ounce" },
    ft: { unit: "foot" },
    lb: { unit: "pound" },
    lbs: { unit: "pound" },
    oz: { unit: "ounce" },
  },
  es: { ...times, ...horsepower("CV", "cv") },
  fi: { ...horsepower("hv") },
  fr: { ...times, ...horsepower("ch") },
  he: {
    'קמ"ש': { unit: "kilometer-per-hour" },
    "קמ״ש": { unit: "kilometer-per-hour" },
    'ק"מ': { unit: "kilometer" },
    "ק״מ": { unit: "kilometer" },
    'ס"מ': { unit: "centimeter" },
    "ס״מ": { unit: "centimeter" },
    'ק"ג': { unit: "kilogram" },
    "ק״ג": { unit: "kilogram" },
  },
  hi: {
    "किमी/घंटा": { unit: "kilometer-per-hour" },
    "कि.मी.": { unit: "kilometer" },
    किमी: { unit: "kilometer" },
    सेमी: { unit: "centimeter" },
    "कि.ग्रा.": { unit: "kilogram" },
    किग्रा: { unit: "kilogram" },
  },
  hu: { ...horsepower("LE"), "km/ó": { unit: "kilometer-per-hour" } },
  hy: { "կմ/ժ": { unit: "kilometer-per-hour" } },
  id: { "km/jam": { unit: "kilometer-per-hour" } },
  is: { "km/klst": { unit: "kilometer-per-hour" } },
  it: { ...times, ...horsepower("CV", "cv") },
  ka: { "კმ/სთ": { unit: "kilometer-per-hour" } },
  kk: { "км/сағ": { unit: "kilometer-per-hour" } },
  lt: { "km/val": { unit: "kilometer-per-hour" } },
  mk: { ...cyrillicUnits, "км/ч": { unit: "kilometer-per-hour" } },
  nb: { ...horsepower("hk"), "km/t": { unit: "kilometer-per-hour" } },
  nl: { ...times, ...horsepower("pk"), "km/u": { unit: "kilometer-per-hour" } },
  pl: { "km/godz": { unit: "kilometer-per-hour" } },
  pt: { ...times, ...horsepower("CV", "cv") },
  ro: horsepower("CP"),
  ru: {
    ...cyrillicUnits,
    ...horsepower("л. с.", "л.с."),
    "км/ч": { unit: "kilometer-per-hour" },
    "м/с": { unit: "meter-per-second" },
    г: { unit: "gram", needsSpace: true },
    ч: { unit: "hour", needsSpace: true },
    мин: { unit: "minute" },
    сек: { unit: "second" },
  },
  sq: { "km/orë": { unit: "kilometer-per-hour" } },
  sr: { ...cyrillicUnits, "км/ч": { unit: "kilometer-per-hour" } },
  sv: horsepower("hk"),
  th: {
    "กม./ชม.": { unit: "kilometer-per-hour" },
    "กม.": { unit: "kilometer" },
    "ซม.": { unit: "centimeter" },
    "มม.": { unit: "millimeter" },
    "กก.": { unit: "kilogram" },
    "ชม.": { unit: "hour" },
  },
  tr: { "km/sa": { unit: "kilometer-per-hour" }, "km/saat": { unit: "kilometer-per-hour" } },
  uk: {
    ...cyrillicUnits,
    ...horsepower("к. с.", "к.с."),
    "км/год": { unit: "kilometer-per-hour" },
    "м/с": { unit: "meter-per-second" },
    г: { unit: "gram", needsSpace: true },
    хв: { unit: "minute" },
  },
  uz: { "km/soat": { unit: "kilometer-per-hour" } },
  vi: { "km/giờ": { unit: "kilometer-per-hour" } },
};

/**
 * Areas and volumes: where the words stand, and those for squares and cubes. "start" is a part of
 * the name of the length, "end" at its end. Several forms are those of "one", "few", "many" and
 * "other" of CLDR; two are of "one" and the others.
 */
export const powerWords: Readonly<
  Record<string, readonly ["before" | "after" | "start" | "end", string, string]>
> = {
  af: ["before", "vierkante", "kubieke"],
  ar: ["after", "مربع", "مكعب"],
  bg: ["before", "квадратен|квадратни", "кубичен|кубични"],
  ca: ["after", "quadrat|quadrats", "cúbic|cúbics"],
  cs: [
    "after",
    "čtvereční|čtvereční|čtverečního|čtverečních",
    "krychlový|krychlové|krychlového|krychlových",
  ],
  da: ["start", "kvadrat", "kubik"],
  de: ["start", "Quadrat", "Kubik"],
  el: ["before", "τετραγωνικό|τετραγωνικά", "κυβικό|κυβικά"],
  en: ["before", "square", "cubic"],
  es: ["after", "cuadrado|cuadrados", "cúbico|cúbicos"],
  fa: ["after", "مربع", "مکعب"],
  fi: ["start", "neliö", "kuutio"],
  fr: ["after", "carré|carrés", "cube|cubes"],
  he: ["after", "רבוע|רבועים", "מעוקב|מעוקבים"],
  hi: ["before", "वर्ग", "घन"],
  hr: ["before", "kvadratni|kvadratna|kvadratnih|kvadratnih", "kubni|kubna|kubnih|kubnih"],
  hu: ["start", "négyzet", "köb"],
  id: ["after", "persegi", "kubik"],
  it: ["after", "quadrato|quadrati", "cubo|cubi"],
  ja: ["start", "平方", "立方"],
  ko: ["start", "제곱", "세제곱"],
  ms: ["after", "persegi", "padu"],
  nb: ["start", "kvadrat", "kubikk"],
  nl: ["before", "vierkante", "kubieke"],
  pl: [
    "after",
    "kwadratowy|kwadratowe|kwadratowych|kwadratowego",
    "sześcienny|sześcienne|sześciennych|sześciennego",
  ],
  pt: ["after", "quadrado|quadrados", "cúbico|cúbicos"],
  ro: ["after", "pătrat|pătrați", "cub|cubi"],
  ru: [
    "before",
    "квадратный|квадратных|квадратных|квадратного",
    "кубический|кубических|кубических|кубического",
  ],
  sk: [
    "after",
    "štvorcový|štvorcové|štvorcového|štvorcových",
    "kubický|kubické|kubického|kubických",
  ],
  sr: ["before", "квадратни|квадратна|квадратних|квадратних", "кубни|кубна|кубних|кубних"],
  sv: ["start", "kvadrat", "kubik"],
  th: ["start", "ตาราง", "ลูกบาศก์"],
  tr: ["end", "kare", "küp"],
  uk: [
    "before",
    "квадратний|квадратні|квадратних|квадратного",
    "кубічний|кубічні|кубічних|кубічного",
  ],
  vi: ["after", "vuông", "khối"],
  zh: ["start", "平方", "立方"],
};
