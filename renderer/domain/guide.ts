/**
 * The user guide: its data, which resources/tools/guide.mjs makes from Markdown at build time, and
 * its search.
 */
import { topics as german } from "virtual:guide/de";
import { topics as english } from "virtual:guide/en";
import type { HelpTopic } from "../../preload/facts/help-topics";
import { interfaceLanguage } from "../app/locale";

export type GuideInline =
  | { kind: "text" | "strong" | "code"; text: string }
  /** `topic` is null for the same topic, `section` for its begin. */
  | { kind: "link"; text: string; topic: HelpTopic | null; section: string | null };

export type GuideBlock =
  | { kind: "heading"; depth: number; id: string; content: GuideInline[] }
  | { kind: "text"; content: GuideInline[] }
  | { kind: "list"; isOrdered: boolean; items: GuideBlock[][] }
  | { kind: "table"; head: GuideInline[][]; rows: GuideInline[][][] }
  /** `picture`: index in the pictures of the topic; `text`: what it shows. */
  | { kind: "picture"; text: string; picture: number };

export interface GuideTopic {
  name: HelpTopic;
  blocks: GuideBlock[];
  /** URLs. */
  pictures: string[];
}

/** The guide in the language of the window. */
export const guideTopics: readonly GuideTopic[] = interfaceLanguage === "de" ? german : english;
