/** Names that one speaker addresses in the text of another one: "How are you, Ben?" */
import { nameKey } from "./character-names";

interface Text {
  character: string | null;
  text: string;
}

const maxLength = 60;

/**
 * Whether the text of another speaker addresses a name: the name stands alone between the
 * punctuation of a longer text.
 */
export function addressedIn(texts: Iterable<Text>): (name: string) => boolean {
  /** The speaker of each part of a text; `null` where several speakers have it. */
  const speakerOf = new Map<string, string | null>();
  for (const { character, text } of texts) {
    const speaker = nameKey(character ?? "");
    const parts = text.split(/[.!?…,;¡¿。，！？、\n]+/u).filter((part) => part.trim() !== "");
    if (parts.length < 2) continue;
    for (const part of parts) {
      if (part.length > maxLength) continue;
      const key = nameKey(part);
      const before = speakerOf.get(key);
      speakerOf.set(key, before === undefined || before === speaker ? speaker : null);
    }
  }
  return (name) => {
    const key = nameKey(name);
    const speaker = speakerOf.get(key);
    return speaker !== undefined && speaker !== key;
  };
}
