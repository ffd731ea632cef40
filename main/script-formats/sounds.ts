/** Sounds before a colon, as in radio plays: "SFX: Thunder", "MUSIC: A piano". */
import { addressedIn } from "./addressed";
import { characterKey } from "./character-names";
import { warnRows } from "./line-kinds";
import type { Problems } from "./problems";

const soundName =
  /^(?:SFX|FX|F\/X|SOUNDS?|SOUND EFFECTS?|MUSIC|AMBIENCE|ATMO|GERÄUSCHE?|MUSIK|BRUITAGES?|MUSIQUE|SONIDO|EFECTOS?|MÚSICA|RUMORE|MUSICA)(?: \d{1,3})?$/u;
/** Words for sounds that are no names. */
const onlySound = /^(?:SFX|F\/X|SOUND EFFECTS?|AMBIENCE|ATMO|GERÄUSCHE?|BRUITAGES?)(?: \d{1,3})?$/u;
/** Whether a name is a word for sounds. Characters can have such a name too. */
export const isSoundName = (name: string) => soundName.test(name);

const sentenceEnd = /[.!?…。！？]["”’»)\]]*$/u;
const said =
  /[?!？！]|(?<!\p{L})(?:I|I['’]\p{L}+|you|your|we|my|me|us|ich|du|wir|mir|mich|mein|dein|je|j['’]|tu|vous|nous|moi|mon|yo|tú|mi|soy|io|sono|mio)(?!\p{L})/iu;

interface Text {
  character: string | null;
  text: string;
}

/**
 * A function that returns whether a name is that of a sound: none of its texts is a sentence, and
 * no other text addresses it. A text of a sound that is never a name may end in a full stop, unless
 * it is a question or a call, or has a word such as "I".
 */
export function soundsOf(texts: readonly Text[]): (name: string) => boolean {
  const found = new Map<string, { names: Set<string>; texts: string[] }>();
  for (const { character, text } of texts) {
    if (character === null || !isSoundName(character)) continue;
    const key = characterKey(character);
    const own = found.get(key) ?? { names: new Set<string>(), texts: [] };
    found.set(key, own);
    own.names.add(character);
    own.texts.push(text);
  }
  if (found.size === 0) return () => false;
  const isAddressed = addressedIn(texts);
  const sounds = [...found].filter(([, { names, texts: own }]) => {
    const isOnlySound = [...names].every((name) => onlySound.test(name));
    const isSpeech = (text: string) => said.test(text) || (!isOnlySound && sentenceEnd.test(text));
    return !own.some(isSpeech) && ![...names].some(isAddressed);
  });
  const keys = new Set(sounds.map(([key]) => key));
  return (name) => keys.has(characterKey(name));
}

const listed = 10;
/** Warns of characters whose names are words for sounds. */
export function warnOfSounds(
  lines: readonly { row: number; character: string | null }[],
  problems: Problems,
): void {
  const found = lines.filter(({ character }) => character !== null && isSoundName(character));
  if (found.length === 0) return;
  const names = [...new Set(found.map(({ character }) => `“${character ?? ""}”`))];
  const message = `Words for sounds were read as characters: ${names.slice(0, listed).join(", ")}. Are their texts spoken?`;
  const rows = [...new Set(found.map(({ row }) => row))];
  const remedy = "Write sounds in brackets.";
  warnRows(problems, rows, "sounds-as-speakers", message, { remedy });
}
