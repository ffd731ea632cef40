/**
 * Forms of ordinals with a full stop by the ending of the word after them, and by a preposition
 * before them: "3. piętro" is "trzecie piętro", and "na 3. piętrze" has another form. Endings that
 * several genders and cases share have the form that is the most frequent.
 */
import type { OrdinalForm } from "./ordinal-words";
import { isWord } from "./written-numbers";

/** A form with the sources of patterns of the word after its number and of the word before it. */
export type FormBefore = readonly [string, OrdinalForm, string?];

/** What is replaced at the end of each word of a form. */
type Endings = readonly (readonly [string, string])[];

const formsOf =
  (set: string) =>
  (endings: Endings): OrdinalForm => ({ set, endings });
const set = (name: string): OrdinalForm => ({ set: `%spellout-ordinal-${name}` });
/** A word of at least three letters with such an ending. */
const ending = (source: string) => `\\p{L}{2,}(?:${source})`;

const polish: readonly FormBefore[] = [
  [
    "albo|lub|oraz|ale|czyli|więc|lecz|niż|jako|tylko|tego|tej|jest|była|było|nie|się|dla|przez|przed|razem|potem|zanim|gdzie|kiedy|która|które|którzy|którą|jeszcze|także|również|bardzo|dobrze|mają|będą|będzie|może|chyba|ona|ono|oni|nigdy|zawsze|wtedy|teraz|natomiast|ponieważ|podczas",
    set("masculine"),
  ],
  ["imię|zwierzę|plemię|ramię", set("neuter")],
  [ending("ego"), set("masculine-genitive")],
  [ending("ej"), set("feminine-genitive")],
  [ending("ym|im|em"), set("masculine-instrumental")],
  [ending("ą"), set("feminine-instrumental")],
  [ending("ę"), set("feminine-accusative")],
  [ending("[au]"), set("masculine-genitive"), "do|od|z|ze|bez|dla|u|około|podczas|oprócz|koło"],
  [ending("[yi]"), set("feminine-genitive"), "do|od|z|ze|bez|dla|u|około|podczas|oprócz|koło"],
  [
    `${ending("u")}|rozdziale|akcie|sezonie|rzędzie|tomie|punkcie|finale|półfinale|etapie|planie|piętrze|mieście`,
    set("masculine-locative"),
    "w|we|na|po|o|przy",
  ],
  [ending("[yi]"), set("feminine-locative"), "w|we|na|po|o|przy"],
  [ending("e"), set("feminine-locative"), "w|we|o|po|przy"],
  [ending("a"), set("feminine")],
  [ending("o|um|e"), set("neuter")],
  [ending("u"), set("masculine-genitive")],
];

const czechForm = formsOf("masculine");
const czechGenitive = czechForm([
  ["ý", "ého"],
  ["í", "ího"],
]);
const czechLocative = czechForm([
  ["ý", "ém"],
  ["í", "ím"],
]);
const ofCzech = "do|od|ode|z|ze|bez|u|podle|vedle|kolem|během|kromě";
const czech: readonly FormBefore[] = [
  [
    "nebo|anebo|ale|jako|také|tedy|protože|která|které|byla|bylo|jsou|bude|budou|kde|kdy|který|jeho|jejich|ještě|pouze|potom|pak|ona|ono|oni|tady|tam|nebyl|dobře|určitě|podle|bez|proto|neboť|když|zatímco|může|mohou|asi",
    czechForm([]),
  ],
  [ending("ého"), czechGenitive],
  [
    ending("ým|ím|em"),
    czechForm([
      ["ý", "ým"],
      ["í", "ím"],
    ]),
  ],
  [ending("ém"), czechLocative],
  [ending("ou"), czechForm([["ý", "ou"]])],
  [
    "patře|kole|místě|městě|století|poschodí|období|pololetí|čtvrtletí",
    czechLocative,
    "v|ve|na|po|o|při",
  ],
  [ending("u"), czechLocative, "v|ve|po|o|při"],
  [ending("[auí]"), czechGenitive, ofCzech],
  [ending("[yeě]"), czechForm([["ý", "é"]]), `${ofCzech}|v|ve|po|o|při`],
  [ending("u"), czechForm([["ý", "ou"]])],
  [ending("[aá]|ce|le|še|ie"), czechForm([["ý", "á"]])],
  [ending("o|é|um|ání|ení|letí|schodí|městí|dobí"), czechForm([["ý", "é"]])],
];

const slovakForm = formsOf("masculine");
const slovak = (third: string, long: string, short: string) =>
  slovakForm([
    ["tretí", `tret${third}`],
    ["ý", long],
    ["y", short],
  ]);
const slovakGenitive = slovak("ieho", "ého", "eho");
const ofSlovak = "do|od|zo|z|bez|u|podľa|okrem|počas";
const slovakNouns: readonly FormBefore[] = [
  [
    "alebo|ale|ako|aby|keď|ktorá|ktoré|bola|bolo|lebo|teda|bude|budú|kde|kedy|ktorý|jeho|ešte|potom|ona|ono|oni|tiež|veľmi|dobre|určite|podľa|preto|pretože|môže|môžu|asi",
    slovakForm([]),
  ],
  [ending("ého|eho"), slovakGenitive],
  [ending("ým|om"), slovak("ím", "ým", "ym")],
  [ending("[au]"), slovakGenitive, ofSlovak],
  [ending("[yei]"), slovak("ej", "ej", "ej"), ofSlovak],
  [`mieste|kole|meste|${ending("[íu]")}`, slovak("om", "om", "om"), "v|vo|na|po|o|pri"],
  [ending("[ei]"), slovak("ej", "ej", "ej"), "v|vo|po|o|pri"],
  [ending("u"), slovak("iu", "ú", "u")],
  [ending("[aá]"), slovak("ia", "á", "a")],
  [ending("o|ie|é|um"), slovak("ie", "é", "e")],
];

/** The Cyrillic letters of Serbian for those of Croatian. */
const cyrillic: Readonly<Record<string, string>> = {
  a: "а",
  e: "е",
  g: "г",
  i: "и",
  j: "ј",
  m: "м",
  o: "о",
  r: "р",
  t: "т",
  u: "у",
  ć: "ћ",
};

/**
 * Croatian and Bosnian, and Serbian in Cyrillic letters. `letters`: endings in the letters of the
 * language; `others`: words that are no nouns.
 */
function southern(
  set: string,
  letters: (latin: string) => string,
  { others, of, at }: { others: string; of: string; at: string },
): readonly FormBefore[] {
  const form = (...endings: [string, string][]): OrdinalForm => ({
    set,
    endings: endings.map(([from, to]) => [letters(from), letters(to)]),
  });
  const noun = (source: string) => ending(letters(source));
  return [
    [others, form()],
    [noun("a"), form(["treći", "trećeg"], ["i", "og"]), of],
    [noun("e"), form(["i", "e"]), of],
    [noun("u"), form(["treći", "trećem"], ["i", "om"]), at],
    [noun("i"), form(["i", "oj"]), at],
    [noun("a"), form(["i", "a"])],
    [noun("[oe]"), form(["treći", "treće"], ["i", "o"])],
    [noun("u"), form(["i", "u"])],
  ];
}
const croatianNouns = southern("%spellout-ordinal-masculine", (latin) => latin, {
  others:
    "ili|ali|ako|kao|kako|nego|što|samo|jer|koja|koje|bila|bilo|ima|nema|biće|bit|gdje|kada|koji|koju|ona|ono|oni|sada|onda|zato|dobro|još|možda|prije|poslije|treba|može|mogu|nije|nisu|jesu",
  of: "do|od|iz|s|sa|bez|nakon|prije|poslije|tijekom|tokom|kod|oko",
  at: "u|na|o|po|pri",
});
const serbianNouns = southern(
  "masculine",
  (latin) => latin.replace(/\p{L}/gu, (letter) => cyrillic[letter] ?? letter),
  {
    others:
      "или|али|ако|као|како|него|што|само|јер|која|које|била|било|има|нема|биће|где|када|који|коју|она|оно|они|сада|онда|зато|добро|још|можда|пре|после|треба|може|могу|није|нису|јесу",
    of: "до|од|из|с|са|без|након|пре|после|током|код|око",
    at: "у|на|о|по|при",
  },
);

const slovenianForm = formsOf("masculine");
const slovenian: readonly FormBefore[] = [
  [
    "ali|ampak|kot|kako|samo|saj|ker|bila|bilo|pred|torej|ima|nima|bodo|kje|kdaj|kateri|katera|katere|ona|ono|oni|sedaj|zdaj|zato|dobro|morda|treba|lahko|more|gre|kjer|potem|brez|okoli",
    slovenianForm([]),
  ],
  [ending("a"), slovenianForm([["i", "ega"]]), "do|od|iz|z|s|brez|okoli"],
  [ending("e"), slovenianForm([["i", "e"]]), "do|od|iz|z|s|brez|okoli"],
  [ending("u"), slovenianForm([["i", "em"]]), "v|na|o|po|pri"],
  [ending("o"), slovenianForm([["i", "o"]]), "v|čez"],
  [ending("a"), slovenianForm([["i", "a"]])],
  [
    ending("[oe]"),
    slovenianForm([
      ["tretji", "tretje"],
      ["i", "o"],
    ]),
  ],
];

/** A definite adjective: its genitive and its feminine form are the same. */
const latvianForm = formsOf("masculine");
const latvian: readonly FormBefore[] = [
  ["vai|bet|jeb|nekā|tikai|bija|tāpēc|kura|kuru|kurā|pirms|nevis|jau|vēl|būs", latvianForm([])],
  [ending("[āēī]"), latvianForm([["ais", "ajā"]])],
  [ending("u"), latvianForm([["ais", "o"]])],
  [ending("[ae]"), latvianForm([["ais", "ā"]])],
];

const finnish: readonly FormBefore[] = [
  ["\\p{L}+nen|jäsen|avain|puhelin|kuin|vain|niin|tai|eli", { set: "%spellout-ordinal" }],
  [ending("ss[aä]"), set("inessive")],
  [ending("st[aä]"), set("elative")],
  [ending("ll[aä]"), set("adessive")],
  [ending("lt[aä]"), set("ablative")],
  [ending("lle"), set("allative")],
  [ending("ksi"), set("translative")],
  [ending("aan|ään|een|iin|oon|uun|yyn|öön"), set("illative")],
  [ending("n"), set("genitive")],
  [ending("aa|ää"), set("partitive")],
];

/** The forms by the language without its region; the first one whose patterns match is used. */
export const formsBeforeNouns: Readonly<Record<string, readonly FormBefore[]>> = {
  bs: croatianNouns,
  cs: czech,
  fi: finnish,
  hr: croatianNouns,
  lv: latvian,
  pl: polish,
  sk: slovakNouns,
  sl: slovenian,
  sr: serbianNouns,
};

/** The form of a number between two words; undefined if they do not show it. */
export function formBetween(
  base: string,
  before: string | undefined,
  after: string | undefined,
): OrdinalForm | undefined {
  const forms = formsBeforeNouns[base] ?? [];
  return forms.find(
    ([noun, , preposition]) =>
      isWord(noun, after) && (preposition === undefined || isWord(preposition, before)),
  )?.[1];
}
