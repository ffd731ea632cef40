/** Roman numerals in words. */
import { ordinals, queens, rulers, type RomanForm, type Words } from "./ordinal-words";
import { formBetween } from "./ordinals-by-noun";
import { beginsSentence, isTextEnd } from "./sentence-ends";
import type { Speak } from "./spoken-words";
import { anyCase, isWord } from "./written-numbers";

const wordBefore = "(?<=(?<before>[\\p{L}\\p{M}]{1,30})[.,]?[ \\u00A0])";
const wordAfter = "(?=[ \\u00A0](?<after>[\\p{L}\\p{M}]{1,30}))";

/** Roman numerals from 1 to 39. Larger ones are usually something else. */
const roman = "(?:X{1,3}(?:IX|IV|V?I{0,3})|IX|IV|V?I{2,3}|VI|V|I)";
/** Titles of rulers in all languages, after which "I" beside a name is a numeral. */
const titles = [
  "king|queen|pope|emperor|empress|tsar|czar|kaiser|kong|konge|kung|kungen|konung|dronning|drottning|pave|påve|kejser|kejsar|kejsare|keiser",
  "könig|königin|papst|kaiserin|zar|zarin|koning|koningin|paus|keizer|roi|reine|pape|empereur|impératrice|tsarine|rey|reina|papa|emperador|emperatriz|zarina",
  "re|regina|imperatore|imperatrice|rei|rainha|imperador|imperatriz|regele|împăratul|țarul",
  "król|króla|królowi|królem|królowa|królowej|papież|papieża|cesarz|cesarza|car|cara|carem",
  "král|krále|králi|králem|královna|královny|papež|papeže|císař|císaře|kráľ|kráľa|kráľom|kráľovná|pápež|pápeža|cisár|cisára|cár|cára",
  "kralj|kralja|kraljem|kraljica|kraljice|papež|papeža|imperator|imperatora|краљ|краља|краљем|краљица|император|императора",
  "король|короля|королева|королеви|цар|царя|царь|царица|імператор|імператора|папа|папи|кароль|караля|імператар|імператара",
].join("|");
/**
 * "I" is a word in these languages, such as "and": a numeral only after a title and a name, and in
 * a language with a list only before no verb of it.
 */
const firstIsWord = new Set("be bs ca cs cy da en hr it nb pl sk sl sv uk".split(" "));
const verbsOfFirst =
  "am|ask|asked|believe|bring|brought|did|do|don|hate|hated|have|hear|heard|killed|knew|know|like|liked|love|loved|married|mean|meant|meet|mentioned|met|miss|need|read|remember|remembered|saw|see|serve|served|tell|think|thought|told|want|wanted|work|worked";
const rulersAndQueens = `${rulers}|${queens}`;
/** Names of rulers that many people have: their "I", "V" and "X" are numerals after a title. */
const commonNames =
  "Juan|Jean|August|Juana|Joanna|Giovanna|Anna|Ana|Anne|Maria|María|Marie|Christina|Kristina|Katharina|Caterina|Catalina|Catarina|Katarzyna|Kateřina|Katarína|Margarete|Margarita|Viktoria";
/**
 * Numerals that are also words or abbreviations in languages with Latin letters, such as "an IV":
 * they are numerals only beside these words, or after a name.
 */
const ambiguous = new Set(["IV", "VI", "XI", "XX", "XXX"]);
const centuries = "secolo|siècle|siglo|século|segle|secolul|kỷ|wiek|wieku|amžius|amžiaus|vek|veka";
/** What is counted, in languages that have no further rules. */
const countedWords =
  "chapter|part|book|act|volume|phase|type|scene|title|article|section|class|chapitre|acte|guerre|hoofdstuk|deel|kapitel|kapittel|kapitola|capitolul|poglavlje|poglavje|rozdział|bab|bagian|chương|phần|pjesa|sura";
/** Counted words of one language that have other meanings in others: "Ludwig XIV. war". */
const ownCountedWords: Readonly<Record<string, string>> = {
  da: "del",
  en: "war",
  nb: "del",
  sl: "del",
  sv: "del",
};
/** Languages in which the numeral of a ruler stands before the name: "I. Béla". */
const beforeNames = new Set(["az", "hu", "tr"]);
/** Languages in which numerals of rulers may have a dot, besides those in which they need one. */
const dottedRulers = new Set(["da", "nb", "sr"]);
/** The ordinal of the first ruler of a name, and its feminine form, beside cardinal numbers. */
const firstRulers: Readonly<Record<string, readonly [string, string]>> = {
  fr: ["premier", "première"],
  ro: ["întâi", "întâia"],
};

function valueOf(numeral: string): number {
  const values: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
  return Array.from(numeral, (letter) => values[letter] ?? 0).reduce(
    (sum, value, index, all) => sum + (value < (all[index + 1] ?? 0) ? -value : value),
    0,
  );
}

/** Roman numerals with the Cyrillic letters that look like "X" and "I". */
const cyrillicNumeral = /(?=[XVI]{0,5}[ХІ])(?<![\p{L}\d.-])[XVIХІ]{2,6}(?![\p{L}\d])/gu;
/** The Cyrillic "І" after a title and a name: elsewhere it is "and". */
const cyrillicFirst = new RegExp(
  `(?=І)(?<=(?<!\\p{L})(?:${anyCase(titles)}) \\p{Lu}\\p{Ll}{1,30} )І(?![\\p{L}.’']|[ \\u00A0]\\p{Lu})`,
  "gu",
);
/** Words before an ordinal that begin a sentence, in the Cyrillic alphabet: they are no names. */
const prepositionFirst =
  /^(?:По|На|Во|Във|Със?|До|За|От|Од|Ад|При|Към|Кон|През|Преди|Пред|Перад|След|Пасля|Падчас|После|Между|Меѓу|Срещу|Според|Около|Тази|Тая|Та|Гэта|Оваа|Нашата|Цялата)$/u;
const wholeNumeral = new RegExp(`^${roman}$`, "u");
/** A numeral in Latin letters; another word is returned as it is. */
function toLatin(numeral: string): string {
  const latin = numeral.replaceAll("Х", "X").replaceAll("І", "I");
  return wholeNumeral.test(latin) ? latin : numeral;
}

/** What is counted in a language, as the source of a pattern: "chapter". */
const countedIn = (base: string) =>
  `${ordinals[base]?.roman?.counted ?? "(?!)"}|${countedWords}|${ownCountedWords[base] ?? "(?!)"}`;
/** Whether a numeral after this word is a number; `base`: the language without its region. */
export const isCountedWord = (base: string, word: string): boolean => isWord(countedIn(base), word);

/** A function that replaces the Roman numerals of a language. */
export function romanNumerals(base: string, words: Words): Speak {
  const form: RomanForm | undefined = ordinals[base]?.roman;
  const isLatin = new Intl.Locale(base).maximize().script === "Latn";
  const counted = countedIn(base);
  const afterTitle = new RegExp(
    `(?<!\\p{L})(?:${anyCase(titles)}) (?:\\p{Lu}[\\p{L}\\p{M}]+ ){1,2}$`,
    "u",
  );
  const isTitled = (text: string, at: number) =>
    afterTitle.test(text.slice(Math.max(0, at - 80), at));
  const suffix = base === "fr" ? "(?<suffix>e|ème)?" : "";
  const pattern = new RegExp(
    `(?=[XVI])(?<![\\p{L}\\d.-])(?:${wordBefore}|)(?<numeral>${roman})${suffix}(?<dot>\\.)?(?![\\p{L}\\d])(?:${wordAfter}|)`,
    "gu",
  );
  interface Groups {
    numeral: string;
    before?: string;
    after?: string;
    suffix?: string;
    dot?: string;
  }
  const isName = (word: string | undefined) => word !== undefined && /^\p{Lu}.*\p{Ll}/u.test(word);
  /** Whether "I" is the numeral of a ruler; `at`: its index in the text. */
  function isFirst({ before, after, dot }: Groups, text: string, at: number): boolean {
    if (beforeNames.has(base) && dot !== undefined && isWord(rulersAndQueens, after)) return true;
    // The initial of a name, and the end of a sentence.
    if (!/\p{L}[ \u00A0]$/u.test(text.slice(Math.max(0, at - 3), at))) return false;
    if (dot !== undefined && (form?.when !== "dot" || /^\p{Lu}/u.test(after ?? ""))) return false;
    // In Serbian, "I" is "and" in Latin letters only.
    const isCyrillic = /\p{sc=Cyrl}/u.test(before ?? "");
    const isOtherWord = firstIsWord.has(base) || (base === "sr" && !isCyrillic);
    if (!isLatin && !isOtherWord) return form !== undefined && isName(before);
    if (!isName(before) || (isLatin && !isWord(rulersAndQueens, before))) return false;
    const needsTitle = (isOtherWord && dot === undefined) || isWord(commonNames, before);
    if (!needsTitle) return true;
    const isBeforeOther =
      base === "en" ? isWord(verbsOfFirst, after) : isOtherWord && /^\p{Lu}/u.test(after ?? "");
    return !isBeforeOther && isTitled(text, at);
  }
  /** Whether a name or a word makes "X" and "V" numerals. */
  function isSingleNumeral(groups: Groups, text: string, at: number): boolean {
    const { numeral, before, after = "", dot } = groups;
    const isBeforeDot = dot !== undefined && form?.when === "dot";
    const isCommon = isWord(commonNames, before) && !isTitled(text, at);
    if (numeral === "X" && isBeforeDot && /^\p{Ll}/u.test(after) && !isCommon) return true;
    // The initial of a name, as in "John V. Lindsay" and "Carlos V. dice", or the end of a
    // sentence.
    const isInitial =
      dot !== undefined &&
      ((numeral === "V" && /^\p{Lu}/u.test(after)) || (!isBeforeDot && /^\p{Ll}/u.test(after)));
    return (
      (isWord(rulersAndQueens, before) && !isCommon && !isInitial) ||
      isWord(counted, before) ||
      isWord(counted, after) ||
      isWord(centuries, before) ||
      isWord(centuries, after)
    );
  }
  function isNumeral(groups: Groups, text: string, at: number): boolean {
    const { numeral, before, after, dot, suffix: ending } = groups;
    if (numeral === "I" && ending === undefined) return isFirst(groups, text, at);
    // "220 V"
    if (numeral === "V" && /\d[ \u00A0\u202F]$/u.test(text.slice(Math.max(0, at - 2), at)))
      return isWord(centuries, after);
    if (!isLatin || ending !== undefined) return true;
    // "Malcolm X" and "Channel V" are no ordinals, but "Pius X" and "siglo V" are.
    if (numeral === "X" || numeral === "V") return isSingleNumeral(groups, text, at);
    if (!ambiguous.has(numeral)) return true;
    const isBeforeNoun = form?.when === "dot" && dot !== undefined && after !== undefined;
    return (
      isBeforeNoun ||
      isName(before) ||
      isWord(counted, before) ||
      isWord(centuries, before) ||
      isWord(centuries, after)
    );
  }
  /** The words of an ordinal, with its article; null if the language has none. */
  function ordinalOf(
    { before, after, dot }: Groups,
    of: RomanForm,
    { value, isInSentence }: { value: number; isInSentence: boolean },
  ): string | null {
    // After a name, the next word is not the noun of the ordinal: "Борис III каза".
    const isOfRuler = !isLatin && isName(before) && !prepositionFirst.test(before ?? "");
    const [, other = of] =
      (isOfRuler ? undefined : of.before)?.find(
        ([source, , prepositions]) =>
          isWord(source, after) && (prepositions === undefined || isWord(prepositions, before)),
      ) ?? [];
    const queen = isWord(queens, before) && other === of ? of.queen : undefined;
    const beside = other === of && !isName(before) ? formBetween(base, before, after) : undefined;
    const spoken = words(queen ?? beside ?? other, value);
    if (spoken === null) return null;
    const word = queen?.article ?? of.article;
    const article = word !== undefined && isName(before) ? `${word} ` : "";
    // A full stop at the end may be that of the sentence too.
    const isOfSentence =
      dot !== undefined &&
      (of.when === "dot" || dottedRulers.has(base) ? !isInSentence : !/^\p{Ll}/u.test(after ?? ""));
    return `${article}${spoken}${isOfSentence ? "." : ""}`;
  }
  return (source, unread) => {
    const text = isLatin
      ? source
      : source.replace(cyrillicNumeral, toLatin).replace(cyrillicFirst, toLatin);
    return text.replace(pattern, (all: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Groups;
      const { numeral, before, after, dot } = groups;
      if (!isNumeral(groups, text, rest.at(-3) as number)) return all;
      const value = valueOf(numeral);
      if (groups.suffix !== undefined)
        return `${words({ set: "%spellout-ordinal-masculine" }, value) ?? value}${dot ?? ""}`;
      const isCounted = isWord(counted, before) || isWord(counted, after);
      const isOrdinal =
        form !== undefined &&
        !isCounted &&
        {
          always: true,
          dot: dot !== undefined,
          "to-ten": value <= 10,
          ruler: isWord(rulersAndQueens, before),
        }[form.when];
      const firstOf = value === 1 ? firstRulers[base]?.[isWord(queens, before) ? 1 : 0] : undefined;
      if (!isOrdinal) return `${firstOf ?? value}${dot ?? ""}`;
      const following = text.slice((rest.at(-3) as number) + all.length);
      const next = following.trimStart();
      // After a name, the dot before a word that begins a sentence is that of the sentence too.
      const isAfterName =
        isName(before) &&
        !beforeNames.has(base) &&
        (isTextEnd(following) || beginsSentence(base, following));
      const isInSentence =
        /^[^\p{Lu}]/u.test(next) || (after !== undefined && dot !== undefined && !isAfterName);
      const spoken = ordinalOf(groups, form, { value, isInSentence });
      if (spoken === null) unread.add(numeral);
      return spoken ?? all;
    });
  };
}
