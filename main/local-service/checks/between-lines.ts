/** Checks that compare the chosen takes of a language's lines, in one pass. */
import { checkRules, type Finding } from "../../../preload/facts/checks";

export interface ComparedLine {
  number: number;
  character: string;
  text: string;
  /** LUFS of the chosen take, or null. */
  loudness: number | null;
  /** SHA-256 of the samples of the chosen take; null without a take. */
  hash: string | null;
}

/** Memory: one text and one hash for each line. */
export function createComparison(languageId: string): { add(line: ComparedLine): Finding[] } {
  const loudnesses = new Map<string, { number: number; loudness: number }>();
  const firsts = new Map<string, Pick<ComparedLine, "number" | "character" | "text">>();

  function checkLoudness({ number, character, loudness }: ComparedLine): Finding[] {
    if (loudness === null) return [];
    const last = loudnesses.get(character);
    loudnesses.set(character, { number, loudness });
    const { limit } = checkRules.loudnessJump;
    const value = last ? Math.abs(loudness - last.loudness) : 0;
    if (!last || value <= limit) return [];
    return [
      {
        line: number,
        languageId,
        name: "loudness-jump",
        severity: "warning",
        rule: "loudnessJump",
        value,
        limit,
        subject: last.number,
      },
    ];
  }

  function checkDuplicate({ number, character, text, hash }: ComparedLine): Finding[] {
    if (hash === null) return [];
    const first = firsts.get(hash);
    if (!first) {
      firsts.set(hash, { number, character, text: text.normalize("NFC").trim() });
      return [];
    }
    const isOtherText = first.text !== text.normalize("NFC").trim();
    if (!isOtherText && first.character === character) return [];
    const severity = isOtherText ? "error" : "warning";
    return [{ line: number, languageId, name: "duplicate", severity, subject: first.number }];
  }

  return {
    /** Lines in order. The findings name the earlier line as their subject. */
    add: (line) => [...checkLoudness(line), ...checkDuplicate(line)],
  };
}
