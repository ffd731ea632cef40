/** The search in all topics of the guide. */
import type { HelpTopic } from "../../../preload/facts/help-topics";
import type { GuideBlock, GuideInline, GuideTopic } from "../../domain/guide";

/** A piece of a snippet; marked if it matches a word of the search. */
interface SnippetPart {
  text: string;
  isMatch: boolean;
}

/** A section of a topic that contains all words of a search. */
export interface GuideMatch {
  topic: HelpTopic;
  topicTitle: string;
  /** The id of the section; null for the text before the first heading. */
  section: string | null;
  title: string;
  snippet: SnippetPart[];
}

interface Section extends Omit<GuideMatch, "snippet"> {
  text: string;
}

/** Characters of a snippet before its first match, and of the whole snippet. */
const contextBefore = 40;
const snippetLength = 160;

const textOf = (content: readonly GuideInline[]): string =>
  content.map(({ text }) => text).join("");

function textOfBlock(block: GuideBlock): string {
  switch (block.kind) {
    case "heading":
    case "text":
      return textOf(block.content);
    case "list":
      return block.items.map((item) => item.map(textOfBlock).join(" ")).join(" ");
    case "table":
      return [block.head, ...block.rows].map((row) => row.map(textOf).join(" ")).join(" ");
    case "picture":
      return "";
  }
}

function sectionsOf({ name, blocks }: GuideTopic): Section[] {
  const sections: Section[] = [];
  for (const block of blocks) {
    const last = sections.at(-1);
    if (block.kind === "heading") {
      const title = textOf(block.content);
      const isTopic = last === undefined;
      sections.push({
        topic: name,
        topicTitle: isTopic ? title : last.topicTitle,
        section: isTopic ? null : block.id,
        title,
        text: "",
      });
    } else if (last) last.text = `${last.text} ${textOfBlock(block)}`.trim();
  }
  return sections;
}

/**
 * Lower case without accents, of the same length as the text, so that positions are those of the
 * text.
 */
const folded = (text: string) =>
  text.replace(/./gsu, (character) => {
    const base = character.normalize("NFD").charAt(0).toLowerCase();
    return base.length === character.length ? base : character;
  });

function partsOf(text: string, words: readonly string[]): SnippetPart[] {
  const search = folded(text);
  const parts: SnippetPart[] = [];
  let from = 0;
  while (from < text.length) {
    const next = words
      .map((word) => ({ at: search.indexOf(word, from), length: word.length }))
      .filter(({ at }) => at >= 0)
      .sort((one, other) => one.at - other.at || other.length - one.length)[0];
    const at = next?.at ?? text.length;
    if (at > from) parts.push({ text: text.slice(from, at), isMatch: false });
    if (next) parts.push({ text: text.slice(at, at + next.length), isMatch: true });
    from = at + (next?.length ?? 0);
  }
  return parts;
}

/** The part of a text with the most words of the search. */
function snippetOf(text: string, words: readonly string[]): SnippetPart[] {
  const search = folded(text);
  const found = words.map((word) => search.indexOf(word)).filter((at) => at >= 0);
  const wordsFrom = (at: number) => {
    const part = search.slice(at, at + snippetLength - contextBefore);
    return words.filter((word) => part.includes(word)).length;
  };
  const first = found.sort((a, b) => wordsFrom(b) - wordsFrom(a) || a - b)[0] ?? 0;
  const start = first <= contextBefore ? 0 : text.lastIndexOf(" ", first - contextBefore) + 1;
  const limit = start + snippetLength;
  const wordEnd = text.lastIndexOf(" ", limit);
  const end = text.length <= limit ? text.length : wordEnd > first ? wordEnd : limit;
  const cut = `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`;
  return partsOf(cut, words);
}

/**
 * The sections that contain all words, those with the words in their title first; none for an empty
 * search.
 */
export function searchGuide(topics: readonly GuideTopic[], search: string): GuideMatch[] {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return [];
  const isIn = (text: string) => words.every((word) => folded(text).includes(word));
  const matches = topics
    .flatMap(sectionsOf)
    .filter(({ title, text }) => isIn(`${title} ${text}`))
    .map(({ text, ...section }) => ({ ...section, snippet: snippetOf(text, words) }));
  const inTitle = (match: GuideMatch) => isIn(match.title);
  return [...matches.filter(inTitle), ...matches.filter((match) => !inTitle(match))];
}
