import type { Plugin } from "vite";
import type { GuideTopic } from "../../renderer/domain/guide";

export function anchorOf(heading: string): string;
export function parseTopic(markdown: string): Pick<GuideTopic, "blocks" | "pictures">;
export function readTopics(
  read: (language: string, topic: string) => string,
  language: string,
  names: readonly string[],
): GuideTopic[];
export function guide(folder: string, names: readonly string[]): Plugin;
