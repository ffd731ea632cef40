/** Whether the dot of an abbreviation is the full stop of a sentence too. */

/** Words with a capital that begin a sentence for certain, in languages with other capitals. */
const starts: Readonly<Record<string, string>> = {
  bs: "A|Ali|Bila|Bilo|Bio|Do|Gdje|I|Iz|Ja|Je|Kad|Kada|Kako|Kod|Na|Nakon|Ne|Njegov|Njegova|O|Od|On|Ona|Oni|Ovaj|Po|Pod|Poslije|Prije|S|Sa|Sada|Šta|Ta|Tada|Taj|Tako|Te|To|Tu|U|Uz|Vi|Za|Zašto|Zatim|Zato",
  cs: "A|Ale|Ano|Až|Bez|Byl|Byla|Bylo|Co|Do|I|Já|Jak|Je|Jeho|Jejich|Její|Jen|K|Kde|Kdo|Kdy|Když|Ke|Mezi|My|Na|Nad|Ne|Nebo|Od|On|Ona|Oni|Pak|Po|Pod|Potom|Pro|Proč|Proto|Protože|Před|Při|S|Se|Ta|Tak|Také|Tam|Tato|Tehdy|Ten|Tento|Teď|To|Toto|Ty|U|V|Ve|Však|Vy|Z|Za|Ze|Že",
  da: "Af|Alle|At|Da|De|Den|Der|Derefter|Det|Dette|Du|Efter|En|Er|Et|For|Fra|Han|Hans|Hendes|Hun|Hvad|Hvem|Hvis|Hvor|Hvorfor|I|Jeg|Man|Med|Men|Nu|Når|Og|Om|På|Siden|Som|Så|Til|Var|Ved|Vi",
  de: "Aber|Als|Am|An|Auch|Auf|Bis|Da|Danach|Dann|Das|Dem|Den|Der|Die|Dies|Diese|Dieser|Doch|Dort|Du|Ein|Eine|Er|Es|Heute|Ich|Ihr|Im|In|Ist|Jetzt|Man|Mit|Nach|Nun|Ob|Sie|So|Und|Wann|Warum|Was|Weil|Wenn|Wer|Wie|Wir|Wo",
  en: "A|After|All|An|And|Are|As|At|But|Did|Do|Does|For|From|He|Her|His|How|However|I|If|In|Is|It|Its|It's|My|No|Now|On|One|Or|Our|She|So|That|The|Their|Then|There|These|They|This|Those|To|Was|We|Were|What|When|Where|Who|Why|With|Yes|You|Your",
  eu: "Baina|Eta|Gero|Gu|Hau|Hori|Hura|Ni|Orduan|Zer|Zergatik|Zu",
  hr: "A|Ali|Bila|Bilo|Bio|Do|Gdje|I|Iz|Ja|Je|Kad|Kada|Kako|Kod|Na|Nakon|Ne|Njegov|Njegova|O|Od|On|Ona|Oni|Ovaj|Po|Pod|Poslije|Prije|S|Sa|Sada|Što|Ta|Tada|Taj|Tako|Te|To|Tu|U|Uz|Vi|Za|Zašto|Zatim|Zato",
  is: "Af|Að|Ef|Eftir|Einn|En|Frá|Hann|Hún|Hvar|Hvað|Hver|Með|Nú|Og|Svo|Við|Á|Ég|Í|Það|Þar|Þegar|Þeir|Þessi|Þetta|Þá",
  lv: "Ap|Ar|Bet|Es|Kad|Kas|Kur|Kā|Man|Mēs|No|Ne|Pie|Pēc|Tad|Tagad|Tas|Tie|Tur|Tā|Un|Uz|Viņa|Viņi|Viņš|Šis|Šī",
  nb: "Alle|At|Av|Da|De|Den|Der|Deretter|Det|Dette|Du|En|Er|Et|Etter|For|Fra|Han|Hans|Hennes|Hun|Hva|Hvem|Hvis|Hvor|Hvorfor|I|Jeg|Man|Med|Men|Nå|Når|Og|Om|På|Siden|Som|Så|Til|Var|Ved|Vi",
  sk: "A|Aj|Ako|Ale|Až|Bol|Bola|Bolo|Do|Ich|Ja|Je|Jeho|Jej|Kde|Kedy|Keď|Kto|Medzi|My|Na|Nad|Nie|Od|On|Ona|Oni|Po|Pod|Potom|Pre|Pred|Preto|Prečo|Pri|S|So|Ta|Tak|Tam|Táto|Ten|Tento|Teraz|To|Toto|Ty|Tá|U|V|Vo|Však|Vtedy|Vy|Z|Za|Zo|Čo|Že",
  sl: "A|Ali|Ampak|Bil|Bila|Bilo|Do|In|Iz|Jaz|Je|Kaj|Kako|Kdaj|Kdo|Kje|Ko|Med|Na|Nato|Ne|Njegov|Njegova|Ob|Od|On|Ona|Oni|Po|Pod|Potem|Pri|S|Se|Sedaj|Ta|Tako|Takrat|Tam|Ti|To|Toda|V|Vi|Z|Za|Zakaj|Zato|Zdaj",
  sr: "А|Али|Био|Била|Било|Где|Да|До|За|Зато|Затим|Зашто|И|Из|Ја|Је|Кад|Када|Како|Код|На|Након|Не|Његов|Његова|О|Овај|Од|Он|Она|Они|По|Под|После|Пре|С|Са|Сада|Та|Тада|Тај|Тако|Те|То|Ту|У|Уз|Шта|A|Ali|Bio|Bila|Bilo|Gde|Da|Do|Za|Zato|Zatim|Zašto|I|Iz|Ja|Je|Kad|Kada|Kako|Kod|Na|Nakon|Ne|Njegov|Njegova|O|Ovaj|Od|On|Ona|Oni|Po|Pod|Posle|Pre|S|Sa|Sada|Ta|Tada|Taj|Tako|Te|To|Tu|U|Uz|Šta",
  tr: "Ama|Ancak|Ben|Bir|Biz|Bu|Bunlar|Daha|Evet|Fakat|Hayır|Her|Nasıl|Ne|Neden|O|Onlar|Orada|Sen|Siz|Sonra|Ve|Çünkü|Şimdi|Şu",
};
/** Closing quotes and brackets before, and opening ones after the space between sentences. */
const gap = "[\"'»”“’)\\]]*\\s+[\"'«“„‚¿¡(\\[–—-]*[ \\u00A0]?";

const startPatterns = new Map<string, RegExp>();
/**
 * The pattern of the start of a sentence; any capital letter in languages without such a list.
 * `base`: the language without its region.
 */
function startPattern(base: string): RegExp {
  const known = startPatterns.get(base);
  if (known) return known;
  const words = starts[base];
  const created = new RegExp(`^${gap}${words ? `(?:${words})(?![\\p{L}’'])` : "\\p{Lu}"}`, "u");
  startPatterns.set(base, created);
  return created;
}
const anyStart = new RegExp(`^${gap}\\p{Lu}`, "u");

/**
 * The source of a pattern that a word at the start of a sentence does not follow: no initial, and
 * no saint with such a name.
 */
export const notBeforeStart = (base: string): string =>
  `(?![ \\u00A0](?:${starts[base] ?? "(?!)"})(?![\\p{L}’'.]|[ \\u00A0](?:Saints?|Lady)(?!\\p{L})))`;

/** Whether the text ends before this rest of it. */
export const isTextEnd = (after: string): boolean => /^["'»”“’)\]]*\s*$/u.test(after);

/** Whether a sentence begins after a dot, by words that begin one; `base` has no region. */
export const beginsSentence = (base: string, after: string): boolean =>
  startPattern(base).test(after);

/** Whether a sentence begins after a dot that stands before no name: with any capital. */
export const beginsAnySentence = (after: string): boolean => anyStart.test(after);

/** Words with which a sentence begins that has its verb after a date: "W 1989 r. Polska była". */
const prepositions: Readonly<Record<string, string>> = {
  be: "У|Ў|Да|Ад|З|Пасля|Каля|На",
  bg: "През|До|От|В|Във|След|Около|На|Към",
  cs: "V|Ve|Od|Do|Na|Po|Kolem|Před|Za|Již v|Už v",
  es: "En|A|Al|Del|Desde|Hasta|Hacia|Durante|Sobre|Ya en",
  fr: "Au|Du|Dès|Depuis|Vers|À|En|Jusqu'au|Jusqu’au|Avant|Après",
  hu: "A|Az",
  it: "Nel|Nell'|Nell’|Dal|Dall'|Fino|Verso|Dopo|Prima|Già nel",
  lt: "Nuo|Iki|Po|Apie",
  mk: "Во|До|Од|По|На|Околу",
  pl: "W|We|Od|Do|Około|Po|Przed|Z|Na|Pod|Już w|Za",
  pt: "Em|No|Até|Desde|Já em|Do|Ao|Durante",
  ru: "В|Во|До|С|К|Около|После|На|Уже в|С начала",
  uk: "У|В|До|Від|З|Після|Близько|На|Уже в|Вже в",
};
const openingPatterns = new Map<string, RegExp>();
function openingPattern(base: string): RegExp {
  const known = openingPatterns.get(base);
  if (known) return known;
  const first = `(?:${prepositions[base] ?? "(?!)"}|\\d{3,4})`;
  const created = new RegExp(
    `(?:^|[.!?…:]["'»”’)\\]]*\\s+|\\n)["'«„“¿¡(\\[–—-]*\\s?(?:${first}[ \\u00A0](?:[^\\s.!?]+[ \\u00A0]){0,3})?[\\dXVIХІ][\\dXVIХІ–-]*(?:e|ème|\\.)?[ \\u00A0]?$`,
    "u",
  );
  openingPatterns.set(base, created);
  return created;
}
/** How much of a text is read before an abbreviation. */
const openingLength = 80;

/**
 * Whether this text before the abbreviation of a year or a century only opens a sentence, which has
 * no verb yet: then a name after the dot is a part of it, as in "W 1989 r. Polska była".
 */
export const opensSentence = (base: string, before: string): boolean =>
  openingPattern(base).test(
    before.length > openingLength ? `x${before.slice(-openingLength)}` : before,
  );

/** Whether the dot of a unit is that of a sentence too; `after` follows the dot. */
export const endsSentence = (base: string, after: string): boolean =>
  isTextEnd(after) || (base === "de" ? beginsSentence(base, after) : /^\s+\p{Lu}/u.test(after));
