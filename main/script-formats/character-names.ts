/** Names of characters: which texts are names, and which spellings are the same character. */
import { rememberResults } from "../common/remember-results";
import type { ScriptLine } from "./model";
import type { Problems } from "./problems";
import { cleanName } from "./files/text";

export const maxNameLength = 40;
/**
 * Punctuation that ends or divides sentences, in any writing system. Text that contains it is not a
 * name.
 */
export const sentencePunctuation = /[\p{Sentence_Terminal}…,;،؛、，；¿¡]/u;

/** Initials ("J. R."), titles and other words that are written with a dot. */
const abbreviations =
  /(?<!\p{L})(?:(?:\p{L}\.)+|(?:dr|mr|mrs|ms|mx|prof|st|ste|sr|sra|srta|jr|mme|mlle|mgr|hr|fr|frl|sig|dott|capt|cpt|lt|sgt|col|gen|maj|cmdr|cpl|pvt|rev|hon|ing|insp|det|pres|sen|gov|no|nr)\.)/giu;

/** A title or initials with their dots, as they begin a name. "I." ends a sentence. */
const title = String.raw`(?:dr|mr|mrs|ms|mx|prof|st|ste|sr|sra|srta|mme|mlle|mgr|hr|fr|frl|sig|dott|capt|cpt|lt|sgt|col|gen|maj|cmdr|cpl|pvt|rev|hon|insp|det|pres|sen|gov|(?!i\.)\p{L})\.`;
/** Up to four titles and initials before a name, as a part of a pattern that ignores case. */
export const titlesBefore = String.raw`(?:${title}\s?){0,4}`;
const lastTitle = new RegExp(String.raw`(?<![\p{L}\p{N}])${title}\s*$`, "iu");
/** Whether the last word of a text is a title or an initial: what follows is the rest of a name. */
export const endsInTitle = (text: string) => lastTitle.test(text.slice(-maxNameLength));

/** Whether a text can be the name of a character: short, not only a number, and no sentence. */
export function isName(name: string): boolean {
  return (
    name !== "" &&
    /[\p{L}\p{Extended_Pictographic}]/u.test(name) &&
    Array.from(name).length <= maxNameLength &&
    !sentencePunctuation.test(name.replace(abbreviations, ""))
  );
}

/** Whether a name has upper case letters only; false for scripts without case. */
export const isUpperCase = (name: string) =>
  /\p{Lu}/u.test(name) &&
  !/\p{Ll}|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name);

/** How a voice is heard, or that it continues: the abbreviations of scripts, in parentheses. */
const extensionWords =
  /^(?:(?:\d{1,2}:)?\d{1,2}:\d{2}(?:[.,:;]\d{1,3})?|v\.? ?o\.?|o\.? ?s\.?|o\.? ?c\.?|off|in off|en off|im off|aus dem off|voix off|voix|hors[- ]champ|h\.? ?c\.?|f\.? ?c\.?|fuori campo|fuera de campo|voice[- ]?over|off[- ]?screen|off[- ]?camera|on[- ]?screen|за кадром|cont['’]?d\.?|cont\.?|contd?\.?|continued|continuing|more|forts\.?|fortsetzung|fortgesetzt|suite|segue|sigue|pre-?lap|filtered|phone|on (?:the )?phone|into phone|tv|on tv|radio|am telefon|au téléphone|al telefono|por teléfono)$/iu;
const lastParentheses = /^(.*\S)\s*[([（［]([^()[\]（）［］]*)[)\]）］]$/su;
/** Extensions that are written without parentheses. */
const bareExtension = /^(.*[^\s,]),? (?:v\.\s?o\.|o\.\s?s\.|o\.\s?c\.|cont['’]d)$/iu;

/** A name without extensions such as "(V.O.)" and "(CONT'D)". */
export function withoutExtensions(name: string): string {
  let base = name;
  for (;;) {
    const [, before, words] = lastParentheses.exec(base) ?? [];
    const isExtension =
      words?.split(/[,/;]| and | & /).every((word) => extensionWords.test(word.trim())) === true;
    const shorter = isExtension ? before : bareExtension.exec(base)?.[1];
    if (shorter === undefined) return base;
    base = shorter;
  }
}

/** Characters that are not visible in a name, except those that join letters. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const joiners = /[\u200c\u200d]/g;

/** A mark of a list, and the number of a line: "- ", "12. ", "[12] ", "12 - ". */
const listMark =
  /^(?:[-–—•·▪►*]\s+)?(?:(?:\p{Nd}{1,5}[.)]|#\d{1,5}|[([]\d{1,5}[)\]]|\p{Nd}{1,5}\s?[-–—])\s+(?=\S))?/u;
export const withoutListMark = (name: string) => cleanName(name).replace(listMark, "");

export const beginsLower = (text: string) => /^\p{Ll}/u.test(text);

/** Words of names that are written in lower case. */
const particle = /^(?:de|von|van|der|den|di|da|do|dos|del|della|la|le|el|al|of|the|and|und|et|y)$/u;
/** Whether each word of a name begins in upper case; true for scripts without case. */
export const isCapitalised = (name: string) =>
  name.split(" ").every((word, at) => !beginsLower(word) || (at > 0 && particle.test(word)));

/** Brackets, quotes and signs of Markdown around a whole name. */
const enclosing = [
  "()",
  "[]",
  "<>",
  "{}",
  "（）",
  "【】",
  "［］",
  "＜＞",
  '""',
  "“”",
  "„“",
  "«»",
  "**",
  "__",
] as const;

/** Longer texts are no names. */
const maxMarkedLength = 200;
const isPlain = (name: string) => /^[\p{L}\p{N}].*[\p{L}\p{N}.)\]]$/su.test(name);

/** A name without what only sets it apart: brackets and quotes around it, "@", a mark of a list. */
export function withoutMarks(name: string): string {
  let base = cleanName(name);
  while (base.length <= maxMarkedLength && !isPlain(base)) {
    const inner = enclosing.some((marks) => isEnclosed(base, marks))
      ? base.slice(1, -1)
      : base.replace(/^(?:@|#{1,6}\s|[•·▪*–—-]\s)\s*/u, "").replace(/[:：*†‡^]$/u, "");
    const shorter = cleanName(inner);
    if (shorter === base || shorter === "") return base;
    base = shorter;
  }
  return base;
}

/** Whether a text is in one pair of marks. */
function isEnclosed(text: string, marks: string): boolean {
  const [open, close] = [marks.charAt(0), marks.charAt(1)];
  if (text.length < 3 || !text.startsWith(open) || !text.endsWith(close)) return false;
  const inner = text.slice(1, -1);
  // "**Anna**" has several marks on each side; "(ANNA) and (BEN)" is not one pair.
  return open === close || !(inner.includes(open) || inner.includes(close));
}

/** A name as it is displayed. */
const visibleName = (name: string) => withoutMarks(name.replace(invisible, ""));

/** Two names with the same key look equal: case, composed letters, apostrophes. */
export const nameKey = rememberResults((name) =>
  visibleName(name)
    .replace(joiners, "")
    // Before NFKC: it turns "´" into a space and an accent.
    .replace(/[’‘ʼ＇`´′]/g, "'")
    .normalize("NFKC")
    .replace(/[‐‑‒–−]/g, "-")
    // "ẞ" and "ß", "İ", "I" and "ı" differ in case only.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/\u0307/g, ""),
);

/** The key of a name without extensions: "ANNA (V.O.)" and "Anna" are one character. */
export const characterKey = (name: string) => nameKey(withoutExtensions(name));

/** To whom a speaker speaks: "ANNA to BEN", "Anna -> Ben", "ANNA (zu BEN)". */
const toWords = String.raw`to|TO|zu|ZU|an|à|À|a|para|PARA|al|alla|do|naar|aan|till|til|к`;
const arrow = /[-=–—]?>|→|➔|►/u;
const wordAfter = new RegExp(String.raw`^(\S.*?),? (?:${toWords}) (\S.*)$`, "u");
const toInParentheses = new RegExp(String.raw`^(?:${toWords})\s+\S`, "u");
const everyone =
  /^(?:all|everyone|everybody|himself|herself|themselves|self|camera|the camera|audience|alle|alle anderen|sich|sich selbst|kamera|publikum|tous|lui-même|elle-même|todos|tutti)$/iu;
/** The voice of a character: "太郎の声" is 太郎, if there is a 太郎. */
const voiceAfter = /^(.+?)\s?(?:の声|的声音|的聲音)$/su;
/** "ANNA, whispering" among names in capitals. */
const directionAfter = /^(\p{Lu}[^\p{Ll},]*), (\p{Ll}[^,]{0,40})$/u;

/** The name and the words of "ANNA, whispering": a comma and a direction in lower case. */
export function splitDirection(name: string): { base: string; direction: string } | null {
  const [, base, direction] = directionAfter.exec(name) ?? [];
  return base === undefined || direction === undefined ? null : { base, direction };
}

/** The name before a comma and a direction in lower case; null for others. */
export const nameBeforeDirection = (name: string): string | null =>
  splitDirection(name)?.base ?? null;

/** Words that tell how a text is spoken: no names, in any case. */
const mannerWords = new RegExp(
  String.raw`^(?:(?:very|sehr|ganz|très|muy) )?(?:${[
    "aside|soft|softly|quiet|quietly|loud|loudly|slowly|whispers?|whispering|shouts?|shouting",
    "chuckles?|groans?|grunts?|gasps?|moans?|giggles?|sniffles?|sniffs?|coughs?|scoffs?|snorts?",
    "laughs?|laughing|cries|crying|sighs?|sighing|yells?|yelling|sobs?|sobbing|smiles?|smiling",
    "screams?|screaming|angry|angrily|sad|sadly|happy|happily|calm|calmly|nervous|nervously",
    "afraid|scared|surprised|shocked|excited|excitedly|annoyed|furious|worried|confused|tired",
    "bored|disgusted|embarrassed|relieved|proud|jealous|hurt|serious|sarcastic|ironic|panicked",
    "leise|laut|langsam|wütend|zornig|böse|traurig|fröhlich|glücklich|ruhig|nervös|ängstlich",
    "überrascht|erschrocken|entsetzt|aufgeregt|genervt|verärgert|besorgt|verwirrt|müde",
    "gelangweilt|erleichtert|stolz|ernst|ironisch|verzweifelt|flüstert|flüsternd|lacht|lachend",
    "weint|weinend|ruft|rufend|seufzt|seufzend|schreit|schreiend|lächelt|lächelnd",
    "à voix basse|lentement|doucement|en colère|furieux|furieuse|fâchée?|triste",
    "tristement|heureux|heureuse|content|contente|calme|nerveux|nerveuse|effrayée?|surprise?",
    "choquée?|excitée?|agacée?|inquiet|inquiète|confus|confuse|fatiguée?|soulagée?",
    "fière|sérieux|sérieuse|ironique|désespérée?|rit|riant|pleure|pleurant|chuchote|chuchotant",
    "crie|criant|soupire|soupirant|en voz baja|enojad[oa]|enfadad[oa]|furios[oa]|feliz|contento",
    "alegre|tranquil[oa]|nervios[oa]|asustad[oa]|sorprendid[oa]|emocionad[oa]|molest[oa]",
    "preocupad[oa]|confundid[oa]|cansad[oa]|aburrid[oa]|aliviad[oa]|orgullos[oa]|seri[oa]",
    "irónic[oa]|desesperad[oa]|ríe|riendo|llora|llorando|susurra|susurrando|grita|gritando",
    "suspira|suspirando",
  ].join("|")})$`,
  "iu",
);
/** "Bas" is also a name. */
const mannerEnding = /(?:ing|ly|end|ando|endo|ant)$|^(?:bas|fort)$/iu;

/** Whether a text is a direction for the speaker ("Angry", "leise") and not a name. */
export const isMannerWord = (text: string) => mannerWords.test(text.normalize("NFC"));
/** Words in brackets, or above parts of a song, that are no names: "(Pause)", "[Verse 2]". */
const soundWords =
  /^(?:(?:long |short |lange |kurze )?(?:pause|beat|silence|stille|schweigen)|pausa|silencio|silenzio|music|musik|musique|música|musica|applause|applaus|laughter|gelächter|intro|outro|chorus|refrain|verse|strophe|bridge|pre-?chorus|hook|solo|instrumental|interlude|estribillo|estrofa|couplet|ritornello|strofa)(?: (?:\d+|[ivx]+))?$/iu;
/** Endings of words that describe a voice: "Anxious", "Playful", "Startled". */
const describingEnding = /\p{L}(?:ous|ful|less|ible|able|ish|ing|(?<!fr|hm|am|ar|dr|ay)ed)$/iu;
/**
 * Sounds, voices and feelings in Chinese and Japanese, whose words have no endings: in the words
 * after a name. Names have the same signs ("詩音", "乐乐").
 */
const soundSigns = /[声聲音笑泣哭叫息叹嘆咳怒驚惊鳴鸣響响歌曲楽樂乐拍吼囁]/u;
/** Whole words for sounds, voices and feelings: "ため息", "掌声", "ドアの音", "笑いながら". */
const soundWordsWithoutCase = new RegExp(
  `^(?:${[
    "音|音楽|音樂|音乐|歌|歌曲|効果音|足音|物音|雑音|爆発音|衝撃音|着信音|.{1,10}の音|拍手(?:喝采)?|鼓掌",
    "声|聲|[小大低高轻輕柔]+[声聲](?:で|地)?|悲鳴|雷鳴|尖叫|吐息|(?:荒い)?息|ため息|溜め?息|咳|咳払い|咳嗽",
    "(?:大|微|苦|冷|爆|嘲|傻)?笑(?:い|う|って|み|いながら|着|了)?|(?:大|痛)?哭(?:着|泣|了)?",
    "(?:すすり)?泣(?:き|く|いて|きながら)?|叫(?:び|ぶ|んで|びながら|着)?|怒(?:り|って|鳴る|鳴って|吼)?",
    "驚(?:き|く|いて)?|囁(?:き|く|いて|くように)?|[叹嘆](?:气|氣|息)|(?:惊|驚)(?:讶|訝|呼)|吼(?:叫)?",
    ".{0,6}(?:い|き|び|り|笑|哭|叫|喊|掌|歌|枪|槍|銃|炮|砲|雷|雨|风|風|水|铃|鈴|钟|鐘|门|門|步|歩|鼓|呼|吸|嗽|泣|歓|歡|產|産|警报|警報|爆炸|汽笛)[声聲]",
  ].join("|")})$`,
  "u",
);

/** Whether words in brackets are a sound or a direction of a list: "Music", "Angry", "ため息". */
export const isListedSound = (text: string) =>
  isMannerWord(text) || soundWords.test(text) || soundWordsWithoutCase.test(text);

/**
 * Whether words in brackets are probably a sound or a direction, also by their ending: "Anxious".
 * Names in capitals are none: "KING".
 */
export const isSoundOrManner = (text: string) =>
  isListedSound(text) || (!isUpperCase(text) && describingEnding.test(text));

/** Whether the words after a name tell how it speaks, and not which of two characters. */
export const isManner = (words: string) =>
  mannerEnding.test(words) || isSoundOrManner(words) || soundSigns.test(words);

/**
 * The keys of names that repeat in turn with another one that repeats, as speakers do: "Ted",
 * "Ned", "Ted", "Ned".
 */
export function namesInTurn(names: readonly string[]): ReadonlySet<string> {
  const keys = names.map(characterKey);
  const places = new Map<string, { first: number; last: number }>();
  for (const [at, key] of keys.entries())
    places.set(key, { first: places.get(key)?.first ?? at, last: at });
  const repeated = [...places].filter(([, { first, last }]) => first < last);
  return new Set(
    repeated
      .filter(([, own]) =>
        repeated.some(
          ([, other]) =>
            other !== own &&
            (own.first < other.first ? other.first < own.last : own.first < other.last),
        ),
      )
      .map(([key]) => key),
  );
}

/** What speakers without a name are called, before a number. */
const numberedSpeaker =
  /^(?:speaker|voice|person|man|woman|boy|girl|male|female|guest|caller|sprecher(?:in)?|stimme|mann|frau|gast|locut(?:eur|rice)|intervenante?|voix|personne|hablante|locutora?|interlocutora?|orador[ae]?|voz|persona|falante|pessoa|parlante|voce|spreker|stem|talare|röst|mówca|głos|диктор|спикер|говорящий|голос|話者|话者|話し手|発言者|スピーカー|说话人|說話人|发言人|發言人|화자|참석자|발언자)[ _-]?#?\p{Nd}+$/iu;
/** A name for counting repeated ones: "Speaker 1" and "Speaker 2" are one, "Slide 1" is not. */
export const withoutSpeakerNumber = (name: string) =>
  numberedSpeaker.test(name) ? name.replace(/\p{Nd}+/gu, "#") : name;

/**
 * The character of a name with an addressee or a direction: "ANNA to BEN", "Ben (smiling)"; null
 * for a name without. `isKnown`: whether another line has this name; `variants`: the words in
 * parentheses of each name.
 */
function speakerIn(
  name: string,
  isKnown: (name: string) => boolean,
  variants: ReadonlyMap<string, ReadonlySet<string>>,
): string | null {
  const [, before, words = ""] = lastParentheses.exec(name) ?? [];
  if (before !== undefined) {
    const isLower = beginsLower(words) && !beginsLower(before);
    const isDirection = isLower || soundSigns.test(words);
    const all = variants.get(nameKey(before)) ?? new Set<string>();
    const areManners = [...all].every((one) => isManner(one) || isTo(one));
    return isTo(words) || (isDirection && areManners) ? before : null;
  }
  const parts = name.split(arrow).map(cleanName);
  const [first, second] = parts;
  if (parts.length === 2 && first && second && isName(first) && isName(second)) return first;
  const heard = voiceAfter.exec(name)?.[1];
  if (heard !== undefined) return isKnown(heard) ? heard : null;
  const [, speaker, addressee = ""] = wordAfter.exec(name) ?? [];
  // "ANNA to BEN": capitals around a word.
  const isMarked =
    speaker !== undefined && isUpperCase(speaker) && isUpperCase(addressee) && !isUpperCase(name);
  if (speaker !== undefined && (isMarked || isKnown(addressee) || everyone.test(addressee)))
    return speaker;
  return nameBeforeDirection(name);
}

const isTo = (words: string) => toInParentheses.test(words);

/** The words in parentheses after names, and the names before addressees. */
function usesOf(names: Iterable<string>) {
  const variants = new Map<string, Set<string>>();
  const known = new Set<string>();
  for (const name of names) {
    known.add(nameKey(name));
    const [, before, words = ""] = lastParentheses.exec(name) ?? [];
    if (before !== undefined) {
      const key = nameKey(before);
      known.add(key);
      variants.set(key, (variants.get(key) ?? new Set()).add(words.toLowerCase()));
    }
    const speaker = wordAfter.exec(name)?.[1];
    if (speaker !== undefined) known.add(nameKey(speaker));
  }
  return { variants, isKnown: (name: string) => known.has(nameKey(name)) };
}

/** Spellings that one note lists. */
const listedSpellings = 10;

/**
 * Gives each character one name: that of its first line. Names that look equal, or differ in an
 * extension or a direction only, are one character. A name with other words in parentheses ("ANNA
 * (YOUNG)") is the character before them if that one also occurs without them. Adds the note
 * "names-joined".
 */
export function joinCharacterNames(lines: readonly ScriptLine[], problems: Problems): void {
  const bases = new Map<string, string>();
  const nameOfKey = new Map<string, string>();
  for (const { character } of lines) {
    if (character === null || bases.has(character)) continue;
    bases.set(character, withoutExtensions(visibleName(character)));
  }
  const { variants, isKnown } = usesOf(bases.values());
  for (const [character, full] of bases) {
    const base = speakerIn(full, isKnown, variants) ?? full;
    bases.set(character, base);
    if (!nameOfKey.has(nameKey(base))) nameOfKey.set(nameKey(base), base);
  }
  const names = new Map<string, string>();
  const joined: string[] = [];
  for (const [character, base] of bases) {
    const shorter = lastParentheses.exec(base)?.[1];
    const own = nameOfKey.get(nameKey(base)) ?? base;
    const name = (shorter === undefined ? undefined : nameOfKey.get(nameKey(shorter))) ?? own;
    names.set(character, name);
    if (name !== cleanName(character)) joined.push(`“${character}” as ${name}`);
  }
  for (const line of lines)
    if (line.character !== null) line.character = names.get(line.character) ?? null;
  if (joined.length === 0) return;
  const more = joined.length - listedSpellings;
  const list = joined.slice(0, listedSpellings).join(", ") + (more > 0 ? `, and ${more} more` : "");
  problems.note(null, null, "names-joined", `Spellings of one name were joined: ${list}.`);
}
