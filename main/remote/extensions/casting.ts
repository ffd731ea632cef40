/**
 * Casting beyond the interface (extensions "casting", "characters", "language-voices" and
 * "voice-samples").
 */
import { z } from "zod";
import { castingFacts, voiceFacts } from "../../../preload/local-service/casting";
import type { Character } from "../../../preload/model/resources";
import { characterPath, toCharacter } from "../casting";
import type { Http } from "../http/http";
import { limits } from "../http/limits";
import { readRow } from "../http/tolerant-parse";
import { projectPath } from "../projects";
import { createReader, local, readBytes } from "./read-form";

/** Facts by the name of the voice. */
type VoiceFacts = Map<string, Omit<z.infer<typeof voiceFacts>, "name">>;

export interface CastingCalls {
  /** What the interface does not report of voices. */
  voiceFacts(signal?: AbortSignal): Promise<VoiceFacts>;
  facts(projectId: string): Promise<z.infer<typeof castingFacts>>;
  rename(projectId: string, characterId: string, name: string): Promise<Character>;
  /**
   * Assigns a voice to a character in one language; null for the voice that it has in all others.
   */
  assignLanguageVoice(
    projectId: string,
    assignment: { characterId: string; languageId: string; voice: string | null },
  ): Promise<void>;
  /** Returns the remaining character. */
  merge(projectId: string, characterId: string, intoCharacterId: string): Promise<Character>;
  /** A WAV file. */
  voiceSample(voice: string): Promise<Uint8Array>;
}

export function createCastingCalls(http: Http): CastingCalls {
  const read = createReader(http);
  return {
    async voiceFacts(signal) {
      const voices = await read(z.array(voiceFacts), { path: `${local}/voices`, signal });
      return new Map(voices.map(({ name, ...facts }) => [name, facts]));
    },
    facts: (projectId) => read(castingFacts, { path: `${local}${projectPath(projectId)}/casting` }),
    async rename(projectId, characterId, name) {
      const path = `${local}${characterPath(projectId, characterId)}`;
      const body = { name };
      const response = await http.json({ method: "PUT", path, body, isRepeatable: true });
      return readRow(response, toCharacter);
    },
    async merge(projectId, characterId, intoCharacterId) {
      const path = `${local}${characterPath(projectId, characterId)}/merge`;
      const body = { intoCharacterId };
      const response = await http.json({ method: "POST", path, body, isRepeatable: false });
      return readRow(response, toCharacter);
    },
    async assignLanguageVoice(projectId, { characterId, languageId, voice }) {
      const path = `${local}${characterPath(projectId, characterId)}/voices/${encodeURIComponent(languageId)}`;
      await http.json({ method: "PUT", path, body: { voice }, isRepeatable: true });
    },
    voiceSample: (voice) =>
      readBytes(
        http,
        `${local}/voices/${encodeURIComponent(voice)}/sample`,
        limits.voiceSampleBytes,
      ),
  };
}
