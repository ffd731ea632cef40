/**
 * Fractions such as "½", "1/2 cup" and "2 ¾" in words. Most voices read the signs in English or not
 * at all, and the form with a slash as two numbers.
 */
import { baseLanguage } from "./readable-characters";

/**
 * For each language: 1/2, 1/3, 2/3, 1/4 and 3/4 alone, what stands between a whole number and a
 * fraction, and a half after a whole number with what stands between them.
 */
const fractionWords: Readonly<Record<string, string>> = {
  ar: "نصف|ثلث|ثلثان|ربع|ثلاثة أرباع| و| ونصف",
  bg: "половин|една трета|две трети|една четвърт|три четвърти| и | и половина",
  bs: "pola|jedna trećina|dvije trećine|jedna četvrtina|tri četvrtine| i | i pol",
  ca: "mig|un terç|dos terços|un quart|tres quarts| i | i mig",
  cs: "půl|třetina|dvě třetiny|čtvrt|tři čtvrtě| a | a půl",
  da: "en halv|en tredjedel|to tredjedele|en fjerdedel|tre fjerdedele| og | og en halv",
  de: "ein halb|ein Drittel|zwei Drittel|ein Viertel|drei Viertel| | einhalb",
  el: "μισό|ένα τρίτο|δύο τρίτα|ένα τέταρτο|τρία τέταρτα| και | και μισό",
  en: "a half|a third|two thirds|a quarter|three quarters| and | and a half",
  es: "medio|un tercio|dos tercios|un cuarto|tres cuartos| y | y medio",
  fi: "puoli|yksi kolmasosa|kaksi kolmasosaa|yksi neljäsosa|kolme neljäsosaa| ja | ja puoli",
  fr: "un demi|un tiers|deux tiers|un quart|trois quarts| et | et demi",
  he: "חצי|שליש|שני שלישים|רבע|שלושה רבעים| ו| וחצי",
  hi: "आधा|एक तिहाई|दो तिहाई|एक चौथाई|तीन चौथाई| और | और आधा",
  hr: "pola|jedna trećina|dvije trećine|jedna četvrtina|tri četvrtine| i | i pol",
  hu: "fél|egyharmad|kétharmad|egynegyed|háromnegyed| és | és fél",
  id: "setengah|sepertiga|dua pertiga|seperempat|tiga perempat| | setengah",
  it: "mezzo|un terzo|due terzi|un quarto|tre quarti| e | e mezzo",
  ja: "2分の1|3分の1|3分の2|4分の1|4分の3|と|と2分の1",
  ko: "2분의 1|3분의 1|3분의 2|4분의 1|4분의 3|과 |과 2분의 1",
  ms: "setengah|sepertiga|dua pertiga|suku|tiga suku| | setengah",
  nb: "en halv|en tredjedel|to tredjedeler|en fjerdedel|tre fjerdedeler| og | og en halv",
  nl: "een half|een derde|twee derde|een kwart|drie kwart| en | en een half",
  pl: "pół|jedna trzecia|dwie trzecie|jedna czwarta|trzy czwarte| i | i pół",
  pt: "meio|um terço|dois terços|um quarto|três quartos| e | e meio",
  ro: "jumătate|o treime|două treimi|un sfert|trei sferturi| și | și jumătate",
  ru: "половина|одна треть|две трети|одна четверть|три четверти| и | с половиной",
  sk: "pol|tretina|dve tretiny|štvrť|tri štvrte| a | a pol",
  sl: "pol|ena tretjina|dve tretjini|ena četrtina|tri četrtine| in | in pol",
  sv: "en halv|en tredjedel|två tredjedelar|en fjärdedel|tre fjärdedelar| och | och en halv",
  th: "เศษหนึ่งส่วนสอง|เศษหนึ่งส่วนสาม|เศษสองส่วนสาม|เศษหนึ่งส่วนสี่|เศษสามส่วนสี่| กับ| กับเศษหนึ่งส่วนสอง",
  tr: "yarım|üçte bir|üçte iki|çeyrek|dörtte üç| tam | buçuk",
  uk: "половина|одна третина|дві третини|одна чверть|три чверті| і | з половиною",
  vi: "một phần hai|một phần ba|hai phần ba|một phần tư|ba phần tư| và | rưỡi",
  yue: "二分之一|三分之一|三分之二|四分之一|四分之三|又|又二分之一",
  zh: "二分之一|三分之一|三分之二|四分之一|四分之三|又|又二分之一",
};

/** Further fractions in languages whose voices read them. */
const otherWords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  en: {
    "⅕": "a fifth",
    "⅖": "two fifths",
    "⅗": "three fifths",
    "⅘": "four fifths",
    "⅙": "a sixth",
    "⅚": "five sixths",
    "⅛": "an eighth",
    "⅜": "three eighths",
    "⅝": "five eighths",
    "⅞": "seven eighths",
  },
};

const forms = ["½", "⅓", "⅔", "¼", "¾"];
/** The same fractions with a slash, in the same order. */
const withSlash = ["1/2", "1/3", "2/3", "1/4", "3/4"];

/** The signs of fractions, and "↉". */
const sign = /[¼-¾⅐-⅞↉]/gu;
/**
 * Words before which "1/2" is a fraction, by the language without its region. It is also one after
 * a whole number. At another place it may be a date, a part, a room or a score.
 */
const measures: Readonly<Record<string, string>> = {
  cs: "litru|hodiny|kila|šálku|lžíce|lžičky|kilometru|z|ze",
  nl: "liter|uur|kilo|kop|kopje|theelepel|eetlepel|meter|kilometer|van",
  pl: "litra|godziny|kilo|kilograma|szklanki|łyżki|łyżeczki|kilometra|z|ze",
  ru: "литра|часа|килограмма|стакана|чайной|столовой|километра|метра",
  sv: "liter|timme|kilo|kopp|tesked|matsked|meter|kilometer|av",
  uk: "літра|години|кілограма|склянки|чайної|столової|кілометра|метра",
  de: "Liter|Stunden?|Tassen?|Teelöffel|Esslöffel|TL|EL|Kilo|Kilogramm|Pfund|Meter|Kilometer|Jahr|Flaschen?|der|des|von",
  en: "cups?|teaspoons?|tablespoons?|tsp|tbsp|hours?|miles?|pounds?|inch|inches|ounces?|pints?|quarts?|gallons?|lit(?:er|re)s?|kilos?|yards?|acres?|of|an?",
  es: "litros?|horas?|tazas?|kilos?|kilómetros?|metros?|cucharadas?|cucharaditas?|de|del",
  fr: "litres?|heures?|tasses?|kilos?|kilomètres?|mètres?|cuillères?|verres?|de|du",
  it: "litri|litro|ore|ora|tazze|tazza|chili|chilo|chilometri|metri|cucchiai|cucchiaini|di|del",
  pt: "litros?|horas?|xícaras?|chávenas?|quilos?|quilômetros?|metros?|colheres|de|do",
};

/** Languages whose voices read the slash in English: "1/2" is a fraction without such a word. */
const foreignSlash = new Set(["ar", "he", "hi", "ja", "ko", "yue", "zh"]);

/** None in a longer sequence of numbers. */
function slashPattern(languageId: string): RegExp {
  const words = measures[baseLanguage(languageId)];
  if (foreignSlash.has(baseLanguage(languageId)))
    // These letters follow a date.
    return /(?<![A-Za-z\d.,:/-])(?:(\d{1,9})[ \u00A0])?([1-3])[/⁄]([234])(?![\d/⁄]|[.,:-]\d|[に日见見前后後起至에]|から|まで|까지|부터)/gu;
  const before = words ? `(?=[ \\u00A0](?:${words})(?![\\p{L}\\p{N}]))|` : "";
  return new RegExp(
    `(?<![\\p{L}\\d.,:/-])(?:(\\d{1,9})[ \\u00A0])?([1-3])[/⁄]([234])(?![\\d/⁄]|[.,:-]\\d)(?:${before}(?<=\\d[ \\u00A0]\\d[/⁄]\\d))`,
    "gu",
  );
}

const hasSlash = /[1-3][/⁄][234]/u;
/** A whole number at the end of a text. */
const wholeNumber = /(?:^|[^\p{L}\d.,])\d{1,9}$/u;

/**
 * A function that replaces fractions by their words. It adds the signs for which the language has
 * no words to `unread`, and leaves them as they are.
 */
export function createFractions(languageId: string): (text: string, unread: Set<string>) => string {
  const row = fractionWords[baseLanguage(languageId)]?.split("|");
  const [between = " ", halfAfter = ""] = row?.slice(forms.length) ?? [];
  const words = new Map<string, string | undefined>([
    ...forms.map((form, index) => [form, row?.[index]] as const),
    ...Object.entries(otherWords[baseLanguage(languageId)] ?? {}),
  ]);
  const written = new RegExp(`([ \\u00A0\\u202F]?)(${sign.source})(?=(\\p{L})?)`, "gu");
  const slash = slashPattern(languageId);
  const speakSlashes = (text: string) =>
    text.replace(slash, (all: string, number: string | undefined, top: string, bottom: string) => {
      const form = forms[withSlash.indexOf(`${top}/${bottom}`)];
      return row && form ? `${number === undefined ? "" : `${number} `}${form}` : all;
    });
  return (text, unread) =>
    (hasSlash.test(text) ? speakSlashes(text) : text).replace(
      written,
      (
        all: string,
        gap: string,
        form: string,
        letter: string | undefined,
        at: number,
        source: string,
      ) => {
        const word = words.get(form);
        if (word === undefined) {
          unread.add(form);
          return all;
        }
        const isMixed = wholeNumber.test(source.slice(Math.max(0, at - 10), at));
        const spoken = !isMixed ? `${gap}${word}` : form === "½" ? halfAfter : `${between}${word}`;
        return letter === undefined ? spoken : `${spoken} `;
      },
    );
}
