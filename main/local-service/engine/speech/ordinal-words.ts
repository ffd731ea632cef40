/** How ordinals are written and spoken. Their words are by the rules of `spelling-rules.ts`. */

/** A set of rules, with endings that are replaced in each of its words. */
export interface OrdinalForm {
  set: string;
  endings?: readonly (readonly [string, string])[];
}

/** Words of a number in a form; null if the language has none. */
export type Words = (form: OrdinalForm, value: number) => string | null;

export interface RomanForm extends OrdinalForm {
  /**
   * When a Roman numeral is an ordinal: always, if a full stop follows, up to ten, or after the
   * name of a ruler. Otherwise it is spoken as a number.
   */
  when: "always" | "dot" | "to-ten" | "ruler";
  /** Before the ordinal. */
  article?: string;
  /** The form after the name of a queen. */
  queen?: OrdinalForm & { article?: string };
  /** The source of a pattern of words before a numeral that is not an ordinal: "chapter". */
  counted?: string;
  /**
   * Other forms before these words, by the source of a pattern; with a third one only after such a
   * word.
   */
  before?: readonly (readonly [string, OrdinalForm, string?])[];
}

export interface Ordinals {
  /** Forms by the source of a pattern of what is written directly after the number. */
  suffixes?: readonly (readonly [string, OrdinalForm])[];
  /** Form by what is written directly before the number. */
  prefix?: readonly [string, OrdinalForm];
  /** The number with a full stop, before another word. */
  dot?: OrdinalForm;
  /** Other forms of `dot` and `day` after these words. */
  after?: readonly (readonly [string, OrdinalForm])[];
  /** A day beside the name of a month; `days`: only these days. */
  day?: OrdinalForm & { days?: readonly number[] };
  roman?: RomanForm;
}

const masculine = { set: "masculine" };
const ordinal = { set: "ordinal" };
const cldr = { set: "%spellout-ordinal" };
const cldrMasculine = { set: "%spellout-ordinal-masculine" };
const cldrFeminine = { set: "%spellout-ordinal-feminine" };
const cldrNeuter = { set: "%spellout-ordinal-neuter" };
const changed = (form: OrdinalForm, ...endings: [string, string][]): OrdinalForm => ({
  ...form,
  endings,
});

const genitives = {
  be: changed(
    masculine,
    ["трэці", "трэцяга"],
    ["другі", "другога"],
    ["авы", "авога"],
    ["ы", "ага"],
  ),
  cs: changed(masculine, ["ý", "ého"], ["í", "ího"]),
  hr: changed(cldrMasculine, ["treći", "trećeg"], ["i", "og"]),
  sk: changed(masculine, ["í", "ieho"], ["vý", "vého"], ["tý", "tého"], ["ý", "ého"], ["y", "eho"]),
  sl: changed(masculine, ["i", "ega"]),
  sr: changed(masculine, ["трећи", "трећег"], ["и", "ог"]),
  uk: changed(masculine, ["третій", "третього"], ["ий", "ого"]),
};

const turkic = (suffix: string): Ordinals => ({
  suffixes: [[suffix, cldr]],
  dot: cldr,
  roman: { when: "dot", ...cldr },
});

const southSlavic: Ordinals = {
  dot: cldrMasculine,
  day: genitives.hr,
  roman: { when: "dot", ...cldrMasculine, queen: changed(cldrMasculine, ["i", "a"]) },
};

const scandinavian = (form: OrdinalForm, article: string): Ordinals => ({
  dot: form,
  day: form,
  roman: { when: "ruler", ...form, article },
});

/**
 * The sign of degrees for "º" after an article and before a noun, as in "il 3° piano", unlike
 * "a 45° rispetto".
 */
const degreeOrdinal = (articles: string, others: string) =>
  `°(?<=(?<!\\p{L})(?:${articles})[ \\u00A0]\\d{1,2}°)(?=[ \\u00A0](?!(?:${others})(?!\\p{L}))\\p{Ll})`;

/** Rules by the language without its region. */
export const ordinals: Readonly<Record<string, Ordinals>> = {
  af: { suffixes: [["ste|de|e", cldr]], roman: { when: "ruler", ...cldr, article: "die" } },
  az: turkic("-?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü|ci|cı|cu|cü)"),
  be: {
    suffixes: [
      ["-(?:ы|і)", masculine],
      ["-га", genitives.be],
      ["-(?:я|ая)", changed(masculine, ["трэці", "трэцяя"], ["ы|і", "ая"])],
      ["-(?:е|ае)", changed(masculine, ["трэці", "трэцяе"], ["ы|і", "ае"])],
    ],
    day: genitives.be,
    roman: {
      when: "always",
      ...masculine,
      before: [
        ["стагоддз", changed(masculine, ["трэці", "трэцяе"], ["другі", "другое"], ["ы", "ае"])],
        ["\\p{L}{2,}(?:ая|а)", changed(masculine, ["трэці", "трэцяя"], ["ы|і", "ая"])],
      ],
    },
  },
  bg: {
    suffixes: [
      ["-(?:ви|ри|ти|ми)", cldrMasculine],
      ["-(?:ва|ра|та|ма)", cldrFeminine],
      ["-(?:во|ро|то|мо)", cldrNeuter],
    ],
    day: cldrMasculine,
    roman: {
      when: "always",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "глава|част|том|фаза|тип",
      before: [["\\p{L}{2,}(?:а|я)", cldrFeminine]],
    },
  },
  bn: { suffixes: [["ম|য়|র্থ|ষ্ঠ", ordinal]] },
  bs: southSlavic,
  ca: {
    suffixes: [
      ["\\.?º|r|n|t|è", cldrMasculine],
      ["\\.?ª|a", cldrFeminine],
    ],
    roman: { when: "to-ten", ...cldrMasculine, counted: "segle|capítol|part|volum|fase|tipus" },
  },
  cs: {
    dot: masculine,
    day: genitives.cs,
    roman: { when: "dot", ...masculine, queen: changed(masculine, ["ý", "á"]) },
  },
  cy: { suffixes: [["af|il|ydd|ed|fed|eg|ain", ordinal]] },
  da: scandinavian({ set: "%spellout-ordinal-common" }, "den"),
  de: {
    dot: { set: "%spellout-ordinal-r" },
    after: [
      [
        "am|im|bis|beim|zum|zur|vom|dem|den|des|einem|einen|einer|unserem|unseren|meinem|meinen|seinem|seinen|ihrem|ihren|diesem|diesen|jedem|jeden",
        { set: "%spellout-ordinal-n" },
      ],
      [
        "(?:in|an|auf|aus|bei|hinter|mit|nach|neben|seit|unter|über|von|vor|während|zu|zwischen) der",
        { set: "%spellout-ordinal-n" },
      ],
      ["der|die|das|diese|dieser|dieses|jede|eine|meine|seine|ihre", cldr],
    ],
    day: { set: "%spellout-ordinal-r" },
    roman: {
      when: "dot",
      ...cldr,
      article: "der",
      queen: { ...cldr, article: "die" },
      counted:
        "kapitel|teil|band|akt|klasse|typ|phase|artikel|szene|folge|staffel|stufe|hartz|buch|abschnitt",
    },
  },
  en: { roman: { when: "ruler", ...cldr, article: "the" } },
  es: {
    suffixes: [
      ["\\.?º|ro|do|to|vo|mo|no", cldrMasculine],
      [
        `\\.?er|\\.?ᵉʳ|${degreeOrdinal("el|al|del", "a|al|bajo|con|de|del|e|en|este|norte|o|oeste|para|por|que|respecto|se|sobre|sur|y")}`,
        { set: "%spellout-ordinal-masculine-adjective" },
      ],
      ["\\.?ª|ra|da|ta|va|ma|na", cldrFeminine],
    ],
    roman: {
      when: "to-ten",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "siglo|capítulo|parte|tomo|fase|tipo|acto|volumen",
    },
  },
  et: {
    dot: ordinal,
    day: ordinal,
    roman: { when: "always", ...ordinal, counted: "peatükk|osa|köide" },
  },
  eu: { dot: ordinal, roman: { when: "dot", ...ordinal } },
  fa: { suffixes: [["\u200C?م|\u200C?ام", ordinal]] },
  fi: {
    suffixes: [[":s", cldr]],
    dot: cldr,
    day: cldr,
    roman: { when: "always", ...cldr, counted: "luku|osa|luokka|tyyppi|vaihe" },
  },
  fr: {
    suffixes: [
      ["er", cldrMasculine],
      ["re|ère", cldrFeminine],
      ["e|ème|ième|è|ᵉ", cldrMasculine],
      ["nd", changed(cldrMasculine, ["deuxième", "second"])],
      ["nde", changed(cldrMasculine, ["deuxième", "seconde"])],
    ],
    day: { ...cldrMasculine, days: [1] },
  },
  ga: { suffixes: [["ú", ordinal]] },
  gu: { suffixes: [["લો|જો|થો|મો|ઠ્ઠો", masculine]] },
  hi: {
    suffixes: [
      ["ला|रा|था|वाँ|वां", cldrMasculine],
      ["ली|री|थी|वीं|वी", cldrFeminine],
      ["ले|रे|थे|वें", { set: "%spellout-ordinal-masculine-oblique" }],
    ],
  },
  hr: southSlavic,
  hu: {
    suffixes: [["-(?:án|én|jén|ján|ikán|ikén)", changed({ set: "day" }, ["a", "án"], ["e", "én"])]],
    dot: cldr,
    day: { set: "day" },
    roman: { when: "dot", ...cldr },
  },
  // "8-ին" is a time.
  hy: { suffixes: [["-?րդ|(?<=(?<!\\d)1)-?ին", ordinal]] },
  is: { dot: ordinal, day: ordinal, roman: { when: "dot", ...ordinal } },
  it: {
    suffixes: [
      [
        `º|${degreeOrdinal("il|al|del|nel|dal|sul", "a|al|alla|all|che|con|da|di|e|est|fa|in|nord|o|ovest|per|rispetto|si|sopra|sotto|su|sud|verso|è")}`,
        cldrMasculine,
      ],
      ["ª", cldrFeminine],
    ],
    day: { ...cldrMasculine, days: [1] },
    roman: {
      when: "always",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "capitolo|parte|volume|fase|tipo|canto",
    },
  },
  ka: { prefix: ["მე-", ordinal] },
  kk: { suffixes: [["-(?:ші|шы|інші|ыншы|нші|ншы)", cldr]] },
  ko: { suffixes: [[" ?번째", { set: "%spellout-ordinal-native-count" }]] },
  ky: { suffixes: [["-(?:чү|чи|чы|чу|инчи|ынчы|нчи|нчы)", cldr]] },
  lt: {
    suffixes: [
      ["-(?:ias|as|asis|iasis)", cldrMasculine],
      ["-(?:ia|a|oji)", cldrFeminine],
    ],
    day: cldrFeminine,
    roman: {
      when: "always",
      ...changed(cldrMasculine, ["as", "asis"]),
      counted: "dalis|skyrius|tomas|fazė|tipas",
    },
  },
  lv: { dot: masculine, day: masculine, roman: { when: "dot", ...masculine } },
  mk: {
    suffixes: [["-(?:ви|ри|ти|ми)", masculine]],
    day: masculine,
    roman: {
      when: "always",
      ...masculine,
      counted: "глава|дел|том|фаза|тип",
      before: [["\\p{L}{2,}а", changed(masculine, ["и", "а"])]],
    },
  },
  mr: { suffixes: [["ला|रा|था", masculine]] },
  nb: scandinavian(cldrMasculine, "den"),
  nl: { suffixes: [["ste|de|e", cldr]], roman: { when: "ruler", ...cldr, article: "de" } },
  pl: {
    dot: cldrMasculine,
    day: { set: "%spellout-ordinal-masculine-genitive" },
    roman: {
      when: "always",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "rozdział|część|tom|akt|scena|faza|typ|klasa|księga",
      before: [
        ["wieku", { set: "%spellout-ordinal-masculine-locative" }, "w|we|o|po"],
        ["wieku", { set: "%spellout-ordinal-masculine-genitive" }],
        ["wojn[aąęy]", cldrFeminine],
      ],
    },
  },
  pt: {
    suffixes: [
      [
        `\\.?º|${degreeOrdinal("o|ao|do|no|pelo|um", "a|abaixo|acima|com|da|de|do|e|em|este|norte|o|oeste|ou|para|por|que|se|sul")}`,
        cldrMasculine,
      ],
      ["\\.?ª", cldrFeminine],
    ],
    roman: {
      when: "to-ten",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "século|capítulo|parte|tomo|fase|tipo|ato|acto|volume",
    },
  },
  ru: {
    suffixes: [
      ["-(?:й|ый|ий)", cldrMasculine],
      ["-(?:я|ая)", cldrFeminine],
      ["-(?:е|ые|ие)(?=[ \\u00A0](?:годы|гг))", { set: "%spellout-ordinal-plural" }],
      ["-(?:е|ое|ье)", cldrNeuter],
      ["-(?:го|ого|его)", { set: "%spellout-ordinal-masculine-genitive" }],
      ["-(?:му|ому|ему)", { set: "%spellout-ordinal-masculine-dative" }],
      ["-(?:м|ом|ем)", { set: "%spellout-ordinal-masculine-prepositional" }],
      ["-(?:ю|ую)", { set: "%spellout-ordinal-feminine-accusative" }],
      ["-(?:х|ых|их)", { set: "%spellout-ordinal-plural-genitive" }],
    ],
    day: { set: "%spellout-ordinal-masculine-genitive" },
    roman: {
      when: "always",
      ...cldrMasculine,
      queen: cldrFeminine,
      counted: "глава|часть|том|акт|сцена|фаза|тип|класс|раздел|серия",
      before: [
        ["века", { set: "%spellout-ordinal-masculine-genitive" }],
        ["веке", { set: "%spellout-ordinal-masculine-prepositional" }],
        ["веку", { set: "%spellout-ordinal-masculine-dative" }],
        ["веком", { set: "%spellout-ordinal-masculine-instrumental" }],
        ["\\p{L}+ая", cldrFeminine],
        ["\\p{L}+ой", { set: "%spellout-ordinal-feminine-genitive" }],
      ],
    },
  },
  sk: {
    dot: masculine,
    day: genitives.sk,
    roman: {
      when: "dot",
      ...masculine,
      queen: changed(masculine, ["tretí", "tretia"], ["ý", "á"], ["y", "a"]),
    },
  },
  sl: {
    dot: masculine,
    day: genitives.sl,
    roman: { when: "dot", ...masculine },
  },
  sr: {
    dot: masculine,
    day: genitives.sr,
    roman: {
      when: "always",
      ...masculine,
      queen: changed(masculine, ["и", "а"]),
      counted: "глава|део|том|фаза|тип|glava|deo|tom|faza|tip",
    },
  },
  sv: {
    suffixes: [[":[ae]", { set: "%spellout-ordinal-reale" }]],
    day: { set: "%spellout-ordinal-reale" },
    roman: { when: "ruler", set: "%spellout-ordinal-reale", article: "den" },
  },
  tr: turkic("['’]?(?:inci|ıncı|uncu|üncü|nci|ncı|ncu|ncü)"),
  tt: { suffixes: [["-(?:че|чы|нче|нчы|енче|ынчы)", ordinal]] },
  uk: {
    suffixes: [
      ["-(?:й|ий)", masculine],
      ["-(?:го|ого)", genitives.uk],
      ["-(?:а|я)", changed(masculine, ["третій", "третя"], ["ий", "а"])],
      ["-(?:е|є)", changed(masculine, ["третій", "третє"], ["ий", "е"])],
      ["-(?:і|ті|ні|мі|ші)", changed(masculine, ["третій", "треті"], ["ий", "і"])],
      ["-(?:х|их|тих)", changed(masculine, ["третій", "третіх"], ["ий", "их"])],
    ],
    day: genitives.uk,
    roman: {
      when: "always",
      ...masculine,
      queen: changed(masculine, ["третій", "третя"], ["ий", "а"]),
      counted: "розділ|глава|частина|том|акт|фаза|тип|клас",
      before: [
        ["століття", changed(masculine, ["третій", "третє"], ["ий", "е"])],
        ["століттi|столітті", changed(masculine, ["третій", "третьому"], ["ий", "ому"])],
        ["\\p{L}+а", changed(masculine, ["третій", "третя"], ["ий", "а"])],
      ],
    },
  },
  uz: { suffixes: [["-(?:chi|inchi|nchi)", ordinal]] },
};

/** First names of rulers and popes, after which a Roman numeral is an ordinal. */
export const rulers =
  "Carol|Mihai|Ahmed|Abdülhamid|Murat|Mustafa|Osman|Süleyman|Albert|Alfons|Carlo|Carlos|Enrico|Enrique|Erik|Felipe|Fernando|Filippo|Fredrik|Georg|Gustaf|Heinrich|Henri|Jan|Jindřich|Jorge|João|Luigi|Luis|Luís|Philippe|Pie|Pio|Pío|Alexander|Alfonso|Alphonse|Amenhotep|Baldwin|Benedict|Boniface|Carl|Karl|Charles|Christian|Clement|Constantine|Darius|Edmund|Edward|Ferdinand|Francis|Franz|Frederick|Friedrich|George|Gregory|Gustav|Haakon|Harald|Henry|Innocent|Ivan|James|John|Joseph|Julius|Karel|Leo|Leopold|Louis|Lodewijk|Ludwig|Maximilian|Mehmed|Murad|Napoleon|Nicholas|Olaf|Oscar|Otto|Paul|Pedro|Peter|Philip|Pius|Ptolemy|Ramesses|Rameses|Richard|Robert|Rudolf|Selim|Seti|Sixtus|Stephen|Suleiman|Thutmose|Urban|Valdemar|Wilhelm|Willem|William|Xerxes|Juan|Jaime|Sancho|Manuel|Umberto|Emanuele|Teodoro|Zygmunt|Bolesław|Mieszko|Kazimierz|Władysław|August|Aleksander|Mikołaj|Jerzy|Karol|Henryk|Wenceslas|Václav|Frederik|Håkon|Olav|Olof|Oskar|Ludvig|Kristian|Magnus|Sigismund|Petar|Aleksandar|Béla|István|Lajos|Károly|Ferenc|Jean|François|Napoléon|Charlemagne|Étienne|Nikolaus|Konrad|Lothar|Clemens|Benedikt|Johannes";
/** First names of queens, in languages in which the ordinal has their gender. */
export const queens =
  "Élisabeth|Beatrix|Catherine|Cleopatra|Elizabeth|Isabella|Margaret|Mary|Victoria|Elisabeth|Elisabetta|Isabel|Elżbieta|Elżbiety|Alžběta|Alžbeta|Elizabeta|Katharina|Caterina|Catalina|Catarina|Katarzyna|Kateřina|Katarína|Maria|María|Marie|Anna|Ana|Anne|Margrethe|Margarete|Margarita|Christina|Kristina|Viktoria|Juana|Joanna|Giovanna|Kleopatra|Wilhelmina|Erzsébet|Елизавета|Екатерина|Єлизавета|Катерина|Мария|Марія|Анна|Анастасия|Виктория|Клеопатра|Елисавета|Јелисавета";
