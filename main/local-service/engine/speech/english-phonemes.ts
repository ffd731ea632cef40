/** The phonemes of English in the notations of the two engines (ARPAbet, eSpeak NG) and in IPA. */

/**
 * ARPAbet; eSpeak NG; spellings in IPA without length marks, the first of which is the usual one.
 */
const table: readonly (readonly [arpabet: string, espeak: string, ...ipa: string[]])[] = [
  ["aa", "A:", "ɑ", "ɒ"],
  ["ae", "a", "æ", "a"],
  ["ah", "V", "ʌ", "ɐ"],
  ["ao", "O:", "ɔ"],
  ["aw", "aU", "aʊ"],
  ["ax", "@", "ə"],
  ["ay", "aI", "aɪ"],
  ["b", "b", "b"],
  ["ch", "tS", "tʃ", "ʧ"],
  ["d", "d", "d"],
  ["dh", "D", "ð"],
  ["eh", "E", "ɛ", "e"],
  ["er", "3:", "ɜɹ", "ɜr", "əɹ", "ər", "ɝ", "ɚ", "ɜ"],
  ["ey", "eI", "eɪ"],
  ["f", "f", "f"],
  ["g", "g", "ɡ", "g"],
  ["hh", "h", "h"],
  ["ih", "I", "ɪ", "ɨ"],
  ["iy", "i:", "i"],
  ["jh", "dZ", "dʒ", "ʤ"],
  ["k", "k", "k"],
  ["l", "l", "l", "ɫ"],
  ["m", "m", "m"],
  ["n", "n", "n"],
  ["ng", "N", "ŋ"],
  ["ow", "oU", "oʊ", "əʊ", "o"],
  ["oy", "OI", "ɔɪ"],
  ["p", "p", "p"],
  ["r", "r", "ɹ", "r"],
  ["s", "s", "s"],
  ["sh", "S", "ʃ"],
  ["t", "t", "t", "ɾ"],
  ["th", "T", "θ"],
  ["uh", "U", "ʊ"],
  ["uw", "u:", "u"],
  ["v", "v", "v"],
  ["w", "w", "w", "ʍ"],
  ["y", "j", "j"],
  ["z", "z", "z"],
  ["zh", "Z", "ʒ"],
];

const byArpabet = new Map(table.map((row) => [row[0], row]));
const byIpa = new Map(table.flatMap((row) => row.slice(2).map((ipa) => [ipa, row[0]] as const)));
const longestIpa = Math.max(...Array.from(byIpa.keys(), ({ length }) => length));
const isVowel = (arpabet: string) => /^[aeiou]/.test(arpabet);

/** A phoneme in ARPAbet; `stress` is 1 for the primary, 2 for the secondary one, 0 for none. */
export interface EnglishPhoneme {
  arpabet: string;
  stress: 0 | 1 | 2;
}

const stressOf: Readonly<Record<string, 1 | 2>> = { "1": 1, "2": 2 };
const stressOfMark: Readonly<Record<string, 1 | 2>> = { ˈ: 1, "'": 1, ˌ: 2, ",": 2 };

/**
 * Phonemes in ARPAbet, in any case, separated by spaces: "HH AH0 L OW1". Null for another notation.
 */
export function parseArpabet(text: string): EnglishPhoneme[] | null {
  const phonemes: EnglishPhoneme[] = [];
  for (const word of text.trim().toLowerCase().split(/\s+/)) {
    const [, name = "", digit = ""] = /^([a-z]+)([012]?)$/.exec(word) ?? [];
    if (!byArpabet.has(name) || (digit !== "" && !isVowel(name))) return null;
    // An unstressed "ah" is a schwa, which Flite distinguishes.
    const arpabet = name === "ah" && digit === "0" ? "ax" : name;
    phonemes.push({ arpabet, stress: stressOf[digit] ?? 0 });
  }
  return phonemes;
}

/**
 * Phonemes in IPA, with or without slashes: "/həˈloʊ/". Null for a symbol that English does not
 * have.
 */
export function parseIpa(text: string): EnglishPhoneme[] | null {
  // Ties, syllable boundaries, length marks and the limits of a transcription do not change a
  // phoneme of English.
  const plain = text.normalize("NFC").replace(/[\s/[\].ːˑ‿]|\u0361|\u035C/gu, "");
  const phonemes: EnglishPhoneme[] = [];
  let stress: EnglishPhoneme["stress"] = 0;
  let at = 0;
  while (at < plain.length) {
    const mark = stressOfMark[plain.charAt(at)];
    if (mark !== undefined) {
      stress = mark;
      at += 1;
      continue;
    }
    let length = longestIpa;
    while (length > 0 && !byIpa.has(plain.slice(at, at + length))) length -= 1;
    const arpabet = byIpa.get(plain.slice(at, at + length));
    if (arpabet === undefined) return null;
    at += length;
    phonemes.push({ arpabet, stress: isVowel(arpabet) ? stress : 0 });
    // The mark is before the syllable; its stress is that of the vowel.
    if (isVowel(arpabet)) stress = 0;
  }
  return phonemes.length === 0 ? null : phonemes;
}

/** For the option -p of Flite. */
export const toFlite = (phonemes: readonly EnglishPhoneme[]): string =>
  phonemes.map(({ arpabet, stress }) => (stress === 0 ? arpabet : `${arpabet}${stress}`)).join(" ");

const espeakStress = ["", "'", ","] as const;

/** For `[[ ]]` of eSpeak NG. */
export const toEspeak = (phonemes: readonly EnglishPhoneme[]): string =>
  phonemes
    .map(({ arpabet, stress }) => {
      const [, mnemonic = ""] = byArpabet.get(arpabet) ?? [];
      return `${espeakStress[stress]}${mnemonic}`;
    })
    .join("");
