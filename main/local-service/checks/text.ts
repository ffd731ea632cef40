/** Checks of the text of one line. */
import { checkRules, type Finding } from "../../../preload/facts/checks";

export interface CheckedText {
  number: number;
  languageId: string;
  /** Null if it is unknown. */
  sourceLanguageId: string | null;
  /** "" for none. */
  source: string;
  text: string;
  hasTake: boolean;
  /** The last attempt to make a take failed. */
  isFailed: boolean;
  /** What is not spoken, and cannot be; see `PreparedSpeech`. */
  unspoken: readonly string[];
  unreadable: readonly string[];
  glossary: {
    /** Words with a pronunciation that are in the text, and those that were applied in the take. */
    found: readonly string[];
    applied: readonly string[];
    /** Words of the source language that are in the source. */
    inSource: readonly string[];
  };
}

/** Entries and characters of a list in a finding. */
const maxListed = 10;
const maxSubject = 200;

const fold = (text: string) => text.normalize("NFKC").toLowerCase();
const lettersOf = (text: string) => fold(text).replace(/[\p{P}\p{S}\p{Z}\p{C}]+/gu, "");
const baseLanguage = (id: string) => id.split("-")[0] ?? id;
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Stops at the limit, so that a huge text costs little. */
function hasWords(text: string, limit: number): boolean {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) {
    if (isWordLike) count += 1;
    if (count >= limit) return true;
  }
  return false;
}

const scripts = new Map<string, string | undefined>();
/**
 * Whether a language is written in Latin letters.
 * @throws RangeError for an id that is no language tag.
 */
function isLatin(languageId: string): boolean {
  if (!scripts.has(languageId))
    scripts.set(languageId, new Intl.Locale(languageId).maximize().script);
  return scripts.get(languageId) === "Latn";
}

/** Share of the letters that are Latin; 0 for a text without letters. */
function latinShare(text: string): number {
  let letters = 0;
  for (const _letter of text.matchAll(/\p{L}/gu)) letters += 1;
  if (letters === 0) return 0;
  let latin = 0;
  for (const _letter of text.matchAll(/\p{sc=Latn}/gu)) latin += 1;
  return latin / letters;
}

/**
 * A line without a text has only the finding "missing".
 * @throws RangeError for an invalid language id.
 */
export function checkText(line: CheckedText): Finding[] {
  const { number, languageId, source, text, glossary } = line;
  const at = { line: number, languageId };
  const missing: Finding = { ...at, name: "missing", severity: "error" };
  if (text.trim() === "") return [missing];
  const findings: Finding[] = !line.hasTake || line.isFailed ? [missing] : [];
  if (line.unreadable.length > 0) {
    const subject = line.unreadable.slice(0, maxListed).join(" ");
    findings.push({ ...at, name: "not-speakable", severity: "error", subject });
  }
  if (line.unspoken.length > 0) {
    const subject = line.unspoken.slice(0, maxListed).join(" ").slice(0, maxSubject);
    findings.push({ ...at, name: "not-spoken", severity: "note", subject });
  }
  const isOtherLanguage =
    line.sourceLanguageId === null ||
    baseLanguage(line.sourceLanguageId) !== baseLanguage(languageId);
  const letters = isOtherLanguage ? lettersOf(text) : "";
  const { latinShare: share, untranslatedWords: words } = checkRules;
  if (letters !== "" && letters === lettersOf(source) && hasWords(text, words.limit))
    findings.push({ ...at, name: "untranslated", severity: "warning" });
  else if (!isLatin(languageId)) {
    const value = latinShare(text);
    if (value > share.limit)
      findings.push({
        ...at,
        name: "untranslated",
        severity: "warning",
        rule: "latinShare",
        value,
        limit: share.limit,
      });
  }
  const applied = new Set(glossary.applied);
  for (const subject of new Set(glossary.found))
    if (!applied.has(subject))
      findings.push({ ...at, name: "glossary", severity: "warning", subject });
  if (isOtherLanguage && glossary.inSource.length > 0) {
    const target = fold(text);
    for (const subject of new Set(glossary.inSource))
      if (!target.includes(fold(subject)))
        findings.push({ ...at, name: "glossary", severity: "note", subject });
  }
  return findings;
}
