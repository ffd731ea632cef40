/** Units in words. Names are those of CLDR, which has none for areas, volumes and small masses. */
import { ownUnits, powerWords } from "./local-units";
import { baseLanguage } from "./readable-characters";
import { endsSentence } from "./sentence-ends";
import { percentForms, unitOfSymbol } from "./spoken-words";
import { isUnit } from "./unit-context";
import { hasOwnName, ownUnitName } from "./unit-names";
import { beforeNumber, categoryOf, escaped, named, space, type Written } from "./written-numbers";

/** Lengths of which areas and volumes are named: "km²", also as "km2". */
const lengths: Readonly<Record<string, string>> = {
  km: "kilometer",
  m: "meter",
  cm: "centimeter",
  mm: "millimeter",
  км: "kilometer",
  м: "meter",
  см: "centimeter",
  мм: "millimeter",
};
/** Units such as "kW" and "MHz", whose names begin as "kilobyte", "megabyte" and "gigabyte". */
const withLargePrefixes = (units: Readonly<Record<string, string>>, prefixes: string) =>
  Object.fromEntries(
    Object.entries(units).flatMap(([symbol, unit]) =>
      ["kilobyte", "megabyte", "gigabyte"].map((prefixed, index) => [
        `${prefixes.charAt(index)}${symbol}`,
        { unit, prefixed, plain: "byte" },
      ]),
    ),
  );

/**
 * Units whose name is that of another one with the beginning of a third one: "milligram" has what
 * "millimeter" has before "meter".
 */
const composed: Readonly<Record<string, { unit: string; prefixed: string; plain: string }>> = {
  mg: { unit: "gram", prefixed: "millimeter", plain: "meter" },
  µg: { unit: "gram", prefixed: "microsecond", plain: "second" },
  µm: { unit: "meter", prefixed: "microsecond", plain: "second" },
  µl: { unit: "liter", prefixed: "microsecond", plain: "second" },
  мг: { unit: "gram", prefixed: "millimeter", plain: "meter" },
  мкг: { unit: "gram", prefixed: "microsecond", plain: "second" },
  mV: { unit: "volt", prefixed: "millimeter", plain: "meter" },
  mA: { unit: "ampere", prefixed: "millimeter", plain: "meter" },
  мА: { unit: "ampere", prefixed: "millimeter", plain: "meter" },
  ...withLargePrefixes({ W: "watt", Hz: "hertz", V: "volt", Ω: "ohm" }, "kMG"),
  ...withLargePrefixes({ Вт: "watt", Гц: "hertz", В: "volt" }, "кМГ"),
};
/** "per" in languages whose names of speeds have a slash in CLDR. */
const perWords: Readonly<Record<string, string>> = { vi: " trên " };

function unitOf(written: Written, number: string, unit: string): string | null {
  if (hasOwnName(unit)) return ownUnitName(written, number, unit);
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  const text = named(written, number, style);
  // CLDR repeats the symbol of a unit that has no name in the language.
  return text === null || /[%٪°]/u.test(text) ? null : text;
}

/** A number and the name of its unit. */
const numberAndName = /^(?<number>[\d.,]+)(?<gap>[ \u00A0]?)(?<name>[^\d.,].*)$/u;
const split = (text: string) => numberAndName.exec(text)?.groups ?? null;

function composedUnit(written: Written, number: string, symbol: string): string | null {
  const parts = composed[symbol];
  if (!parts) return null;
  const [of, long, short] = [parts.unit, parts.prefixed, parts.plain].map((unit) =>
    split(unitOf(written, number, unit) ?? ""),
  );
  if (!of || !long || !short) return null;
  const length = (long["name"]?.length ?? 0) - (short["name"]?.length ?? 0);
  const fold = (text = "") => text.toLowerCase().normalize("NFC");
  if (length <= 0 || !fold(long["name"]).endsWith(fold(short["name"]))) return null;
  const prefix = (long["name"] ?? "").slice(0, length);
  // CLDR has some names in Latin letters in languages of other letters.
  const isLatin = (text = "") => /\p{sc=Latn}/u.test(text);
  if (isLatin(prefix) !== isLatin(of["name"])) return null;
  return `${of["number"] ?? ""}${of["gap"] ?? ""}${prefix}${(of["name"] ?? "").toLowerCase()}`;
}

const signBeforeName = /(?<![\p{L}\d])-((?:摂氏|華氏|섭씨|화씨) ?)(?=\d)/gu;

/** Languages with letters before an apostrophe that are words: "5 l'altro". */
const elides = new Set(["ca", "fr", "it"]);
/** "1985", and "988" other than "200", "100" and "125", which are masses as well. */
const yearNumber = /^(?:1\d{3}|20\d{2}|\d{2}[1-46-9])$/u;
/**
 * Whether letters after a number are no unit: "г" is a year in "1985 г", and "л. с." is horsepower.
 */
function isOther(symbol: string, number: string, after: string): boolean {
  if (symbol === "г") return yearNumber.test(number) || /^(?:\.|[ \u00A0]до н)/u.test(after);
  return symbol === "л" && /^\.?[ \u00A0]?с\./u.test(after);
}

/**
 * The dot of an abbreviation that does not end a sentence: before a small letter, a sign or another
 * short unit, as in "5 m. 30 cm".
 */
const unitDot =
  "\\.(?=[,;:!?)]|[ \\u00A0](?:\\p{Ll}|\\d{1,4}(?:[.,]\\d{1,3})?[ \\u00A0]?\\p{L}{1,3}(?!\\p{L})))";

const categories = ["one", "few", "many", "other"] as const;

/** "5 square meters"; null if the language has no words for it. */
function powerOf(
  { base, written }: { base: string; written: Written },
  number: string,
  { unit, power }: { unit: string; power: string },
): string | null {
  const words = powerWords[base];
  const text = unitOf(written, number, unit);
  const parts = split(text ?? "");
  const category = categoryOf(written, number);
  if (!words || text === null || category === null) return null;
  const [place, square, cube] = words;
  const forms = (/[²2]/u.test(power) ? square : cube).split("|");
  const index =
    forms.length === 2
      ? Number(category !== "one")
      : categories.findIndex((one) => one === category);
  const form = forms[forms.length === 1 ? 0 : index] ?? forms.at(-1) ?? "";
  if (place === "after") return `${text} ${form}`;
  if (!parts) return null;
  const { number: shown = "", gap = "", name = "" } = parts;
  switch (place) {
    case "before":
      return `${shown} ${form} ${name}`;
    case "start":
      return `${shown}${gap}${form}${name.toLowerCase()}`;
    case "end":
      return `${text}${form}`;
  }
}

/**
 * A function that names the units after numbers. Those of areas, volumes and small masses for which
 * a language has no words are reported.
 */
export function createUnits(languageId: string, written: Written) {
  const base = baseLanguage(languageId);
  const own = ownUnits[base] ?? {};
  const symbolsOf = { ...unitOfSymbol, ...own };
  const usesCyrillic = "км" in own;
  const spellable = (symbol: string) => usesCyrillic || !/\p{sc=Cyrl}/u.test(symbol);
  const powers = Object.keys(lengths)
    .filter(spellable)
    .flatMap((length) => [`${length}²`, `${length}³`, `${length}2`, `${length}3`]);
  const small = Object.keys(composed).filter(spellable);
  const symbols = [...Object.keys(symbolsOf), ...powers, ...small].sort(
    (a, b) => b.length - a.length,
  );
  // Letters with dots between them are another abbreviation, as in "5 L.A. residents".
  const end = "(?![\\p{L}\\p{M}\\d²³/]|\\.\\p{L}(?!\\p{L}))";
  const pattern = new RegExp(
    `${beforeNumber}(${written.number})(${space}?)(${symbols.map(escaped).join("|")})${end}(?:(?<=\\p{L})(${unitDot}))?`,
    "gu",
  );
  const percent = percentForms[base];

  function spoken(number: string, symbol: string): string | null {
    const power = /^(?<length>\p{L}+)(?<power>[²³23])$/u.exec(symbol)?.groups;
    if (power) {
      const unit = lengths[power["length"] ?? ""] ?? "";
      return powerOf({ base, written }, number, { unit, power: power["power"] ?? "" });
    }
    if (symbol in composed) return composedUnit(written, number, symbol);
    const { unit = "" } = symbolsOf[symbol] ?? {};
    if (unit === "percent" && percent !== "cldr") return percent?.replace("5", number) ?? null;
    return unitOf(written, number, unit)?.replace("/", perWords[base] ?? "/") ?? null;
  }
  /** "5'11"". Other languages measure in meters, and more than 11 are minutes and seconds. */
  const feetAndInches = (all: string, feet: string, inches: string) => {
    if (base !== "en" || Number(inches) > 11) return all;
    const [large, small] = [unitOf(written, feet, "foot"), unitOf(written, inches, "inch")];
    return large === null || small === null ? all : `${large} ${small}`;
  };
  return (text: string, unread: Set<string>): string =>
    text
      .replace(/(?<![\p{L}\d.,])(\d{1,2})['’′] ?(\d{1,2})["”″](?!\d)/gu, feetAndInches)
      .replace(/(?<![\p{L}\d.,])(\d{1,2}) ft\.? (\d{1,2}) in\.?(?!\p{L})/gu, feetAndInches)
      .replaceAll("μ", base === "el" ? "μ" : "µ")
      .replace(
        pattern,
        (all: string, ...found: [string, string, string, string?, number?, string?]) => {
          const [number, gap, symbol, dot = "", at = 0, source = ""] = found;
          const after = dot + source.slice(at + all.length);
          if (symbolsOf[symbol]?.needsSpace === true && gap === "") return all;
          const before = source.slice(0, at);
          const { decimal } = written;
          if (!isUnit(base, { decimal, number, symbol, before, after })) return all;
          if (isOther(symbol, number, after) || (elides.has(base) && /^['’]\p{L}/u.test(after)))
            return all;
          const words = spoken(number, symbol);
          if (words === null && /[²³µ]/u.test(symbol)) unread.add(symbol);
          const isEnd = symbol.endsWith(".") && endsSentence(base, after);
          return words === null ? all : `${words}${isEnd ? "." : ""}`;
        },
      )
      // A name before the number, as that of degrees.
      .replace(signBeforeName, base === "ja" || base === "ko" ? "$1-" : "$&");
}
