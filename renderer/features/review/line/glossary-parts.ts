import type { GlossaryHit } from "../../../../preload/contract/line-details";

/** A part of a text; `pronunciation` is null outside of the words of the glossary. */
export interface MarkedPart {
  text: string;
  pronunciation: string | null;
}

/** The parts of a text in the form NFC, in order. Words outside of the text are left out. */
export function markedParts(text: string, hits: readonly GlossaryHit[]): MarkedPart[] {
  const normal = text.normalize("NFC");
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const { start, end, pronunciation } of hits) {
    if (start < at || end > normal.length) continue;
    if (start > at) parts.push({ text: normal.slice(at, start), pronunciation: null });
    parts.push({ text: normal.slice(start, end), pronunciation });
    at = end;
  }
  if (at < normal.length) parts.push({ text: normal.slice(at), pronunciation: null });
  return parts;
}
