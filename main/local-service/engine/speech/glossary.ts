/** Applies the glossary of a project to the texts of one language. */
import type { VoiceEngine } from "../../catalogue/voices";
import type { GlossaryFields } from "../../../../preload/model/resources";
import { EngineError, type SpokenPart } from "../ports";
import { phonemesFor } from "./phonemes";

export interface SpokenText<Line> {
  parts: SpokenPart[];
  /** The glossary lines that were applied, each once, in the order of the text. */
  used: Line[];
}

/**
 * Scripts without spaces between words; in them a word of the glossary may be inside of a sequence
 * of letters.
 */
const unspaced =
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]$/u;
const wordCharacter = /^[\p{L}\p{M}\p{N}]$/u;

const fold = (word: string) => word.normalize("NFC").toLowerCase();

/** The language without the region: the regions of a language have the same phonemes. */
const baseLanguage = (id: string) => id.split("-")[0] ?? id;

/**
 * There is a boundary of words between these two characters; an empty string is the end of the
 * text.
 */
const isBoundary = (before: string, after: string) =>
  !wordCharacter.test(before) ||
  !wordCharacter.test(after) ||
  unspaced.test(before) ||
  unspaced.test(after);

/** The character that ends or starts at an index; an empty string outside of the text. */
const characterAt = (text: string, index: number) => {
  const code = text.codePointAt(index);
  return code === undefined ? "" : String.fromCodePoint(code);
};
const characterBefore = (text: string, index: number) => {
  if (index === 0) return "";
  const isPair = /[\uDC00-\uDFFF]/.test(text.charAt(index - 1)) && index > 1;
  return characterAt(text, index - (isPair ? 2 : 1));
};

/**
 * A null voice: any pronunciation, with phonemes as they are written.
 * @throws EngineError that names the line, when its pronunciation cannot be used with the voice.
 */
function partOf(line: GlossaryFields, voice: VoiceEngine | null): SpokenPart {
  const { word, phonemization } = line;
  const isPhonemes = phonemization.trim() !== "";
  if (!voice) return isPhonemes ? { phonemes: phonemization.trim() } : { text: line.pronounceAs };
  const { languageId } = voice;
  const given = isPhonemes ? line.phonemizationLanguageId : line.pronunciationLanguageId;
  if (given !== "" && baseLanguage(given) !== baseLanguage(languageId))
    throw new EngineError(
      `glossary, "${word}": the pronunciation is in "${given}", and the voice speaks "${languageId}"`,
    );
  if (!isPhonemes) return { text: line.pronounceAs };
  try {
    return { phonemes: phonemesFor(phonemization, voice) };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw new EngineError(`glossary, "${word}": ${error.message}`);
  }
}

export interface FoundWord<Line> {
  line: Line;
  /** Position in the text in the form NFC. */
  start: number;
  end: number;
}

/**
 * A function that finds the words of the glossary in a text of the form NFC, in order. Whole words
 * are found, longest first; a line with `caseSensitive` is preferred, then the first one. Lines of
 * other languages, and lines without a pronunciation, are ignored.
 */
export function createWordFinder<Line extends GlossaryFields>(
  lines: readonly Line[],
  languageId: string,
): (text: string) => Iterable<FoundWord<Line>> {
  const byWord = new Map<string, Line[]>();
  const lengths = new Set<number>();
  for (const line of lines) {
    const word = line.word.normalize("NFC").trim();
    const isEmpty = line.phonemization.trim() === "" && line.pronounceAs.trim() === "";
    if (line.languageId !== languageId || word === "" || isEmpty) continue;
    const same = byWord.get(fold(word));
    if (same) same.push(line);
    else byWord.set(fold(word), [line]);
    lengths.add(word.length);
  }
  const longestFirst = [...lengths].sort((a, b) => b - a);

  /** The line whose word starts at this index of the text, and the end of the word. */
  function lineAt(text: string, start: number): { line: Line; end: number } | null {
    if (!isBoundary(characterBefore(text, start), characterAt(text, start))) return null;
    for (const length of longestFirst) {
      const end = start + length;
      if (end > text.length) continue;
      const found = text.slice(start, end);
      const candidates = byWord.get(fold(found));
      if (!candidates || !isBoundary(characterBefore(text, end), characterAt(text, end))) continue;
      const line =
        candidates.find((one) => one.caseSensitive && one.word.normalize("NFC").trim() === found) ??
        candidates.find((one) => !one.caseSensitive);
      if (line) return { line, end };
    }
    return null;
  }

  return function* (text) {
    if (longestFirst.length === 0) return;
    let at = 0;
    while (at < text.length) {
      const found = lineAt(text, at);
      if (found) yield { ...found, start: at };
      at = found ? found.end : at + characterAt(text, at).length;
    }
  };
}

/**
 * A function that applies the words that `createWordFinder` finds. Phonemes are preferred to
 * `pronounceAs`. It throws an EngineError that names the line, for a pronunciation in another
 * language than that of the voice, or for phonemes in an unknown notation.
 */
export function createGlossary<Line extends GlossaryFields>(
  lines: readonly Line[],
  languageId: string,
): (text: string, voice: VoiceEngine | null) => SpokenText<Line> {
  const find = createWordFinder(lines, languageId);
  return (source, voice) => {
    const text = source.normalize("NFC");
    const parts: SpokenPart[] = [];
    const used = new Set<Line>();
    const add = (part: SpokenPart) => {
      const last = parts.at(-1);
      if ("text" in part && last && "text" in last) last.text += part.text;
      else if (!("text" in part) || part.text !== "") parts.push({ ...part });
    };
    let spokenTo = 0;
    for (const { line, start, end } of find(text)) {
      add({ text: text.slice(spokenTo, start) });
      add(partOf(line, voice));
      used.add(line);
      spokenTo = end;
    }
    add({ text: text.slice(spokenTo) });
    return { parts, used: [...used] };
  };
}
