/** The requests of interface §4.3 for characters, their voices, and glossaries. */
import type { Character, GlossaryLine } from "../../preload/model/resources";
import type { Http } from "./http/http";
import { projectPath } from "./projects";
import { fieldsOf, type Fields } from "./http/fields";
import { flag, idOf, timestamp, readRows, text, type ListChunks } from "./http/tolerant-parse";

export interface Casting {
  characters(projectId: string, signal?: AbortSignal): ListChunks<Character>;
  assignVoice(projectId: string, characterId: string, voice: string): Promise<void>;
  glossary(projectId: string, signal?: AbortSignal): ListChunks<GlossaryLine>;
}

export const characterPath = (projectId: string, characterId: string) =>
  `${projectPath(projectId)}/characters/${encodeURIComponent(characterId)}`;

export function createCasting(http: Http): Casting {
  return {
    characters: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/characters`, signal }, toCharacter),
    async assignVoice(projectId, characterId, voice) {
      const path = characterPath(projectId, characterId);
      await http.json({ method: "POST", path, body: { voice }, isRepeatable: true });
    },
    glossary: (projectId, signal) =>
      readRows(http, { path: `${projectPath(projectId)}/glossary`, signal }, toGlossaryLine),
  };
}

/**
 * Parses a character; null if it has no id. A voice without a name counts as no voice: services
 * that send only strings express "no voice" like this.
 */
export function toCharacter(fields: Fields): Character | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  const given = fields["voice"];
  const voice = typeof given === "string" ? { name: given } : (fieldsOf(given) ?? {});
  const name = text(voice["name"]);
  return {
    id,
    name: text(fields["name"]),
    voice:
      name === ""
        ? null
        : {
            name,
            gender: text(voice["gender"]),
            voiceTag: text(voice["voiceTag"]),
            description: text(voice["description"]),
          },
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}

/** Parses a glossary line; null if it has no id. */
export function toGlossaryLine(fields: Fields): GlossaryLine | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    word: text(fields["word"]),
    languageId: text(fields["languageId"]),
    phonemization: text(fields["phonemization"]),
    phonemizationLanguageId: text(fields["phonemizationLanguageId"]),
    pronunciationLanguageId: text(fields["pronunciationLanguageId"]),
    pronounceAs: text(fields["pronounceAs"]),
    caseSensitive: flag(fields["caseSensitive"]),
    createdAt: timestamp(fields["createdAt"]),
    updatedAt: timestamp(fields["updatedAt"]),
  };
}
