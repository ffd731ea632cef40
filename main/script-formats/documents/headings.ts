/** Headings that no style marks: those of Markdown and of scenes, and short texts above others. */
import { kindOfText } from "../line-kinds";
import type { Document } from "./blocks";
import type { ScreenplayText } from "./screenplay";

const markdownHeading = /^#{1,6} \S.{0,100}$/u;
/** "# Happy birthday to you #", as subtitles write what is sung. */
const song = /^# .*\s#$/u;
const otherMarkdown = /^#{2,6} \S/u;

/** Whether a text is a heading of Markdown: beside songs, a single "#" is that of a song. */
export function markdownHeadings(texts: readonly string[]): (text: string) => boolean {
  const hasSongs =
    texts.some((text) => song.test(text)) && !texts.some((text) => otherMarkdown.test(text));
  return (text) => !hasSongs && markdownHeading.test(text);
}

/** A heading of a scene in a script, as Japanese scripts write it. */
export const isScene = (text: string) =>
  /^[○◯〇●■□◆◇]\s*\S/u.test(text) || kindOfText(text) === "heading";

const maxHeadingLength = 60;
const maxHeadingWords = 6;
/** The share of other texts that are sentences or have a speaker: fewer are a list or a poem. */
const minSentences = 0.6;
const isSentenceEnd = (text: string) => /[.!?…。！？।؟:：,;—–-]["”’»)」』]*$/u.test(text);

/**
 * Short texts without a speaker and the end of a sentence, each above other texts. In printed
 * lines, a text in the next line continues the sentence.
 */
export function plausibleHeadings(
  texts: readonly ScreenplayText[],
  { hasPrintedLines }: Document,
): ReadonlySet<ScreenplayText> {
  const isSpeech = ({ kind, isHeading, text }: ScreenplayText) =>
    kind === null && isHeading !== true && kindOfText(text) === null;
  const speeches = texts.filter(isSpeech);
  const isCandidate = ({ character, text }: ScreenplayText) =>
    character === null &&
    text.length <= maxHeadingLength &&
    text.split(/\s+/).length <= maxHeadingWords &&
    /^[\p{Lu}\p{Lo}\p{N}]/u.test(text) &&
    !isSentenceEnd(text);
  const found = speeches.filter((one, at) => {
    const next = speeches[at + 1];
    if (next === undefined || !isCandidate(one) || isCandidate(next)) return false;
    return !hasPrintedLines || next.character !== null || next.row > one.row + 1;
  });
  const others = speeches.filter((one) => !isCandidate(one));
  const sentences = others.filter(
    ({ character, text }) => character !== null || isSentenceEnd(text),
  ).length;
  const isText = found.length <= others.length && sentences >= minSentences * others.length;
  return new Set(isText ? found : []);
}
