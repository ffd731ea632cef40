import type { ScriptLine } from "../model";

/** A script line with only a text, a speaker and a position. */
export function plainLine(
  row: number,
  language: string,
  spoken: { character: string | null; text: string },
): Omit<ScriptLine, "number"> {
  return {
    id: null,
    character: spoken.character,
    text: { [language]: spoken.text },
    sourceAudio: null,
    emotion: null,
    intensity: null,
    startMs: null,
    endMs: null,
    row,
  };
}
