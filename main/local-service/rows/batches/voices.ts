/** SQL of the voices of characters, from which the counts of their batches follow. */
import { all, run, type Work } from "../unit-of-work";
import { updateCounts } from "./batch-rows";
import { markForCheck } from "./batch-status";

/** SQL: the voice of a character `c` in the language of a translation `t`, or null. */
export const voiceOfCharacter = `coalesce((SELECT v.voice FROM character_voices v
  WHERE v.character_id = c.id AND v.language_id = t.language_id), c.voice)`;

/** The batches in which a character has lines. */
export function* batchesOfCharacter(characterId: string): Work<string[]> {
  return (yield* all<{ id: string }>(
    "SELECT batch_id AS id FROM batch_characters WHERE character_id = ?",
    characterId,
  )).map(({ id }) => id);
}

/**
 * Inside a transaction: assigns voices to characters, and updates the counts of the affected
 * batches.
 */
export function* setVoices(
  voices: readonly { characterId: string; voice: string }[],
  at: number,
): Work<void> {
  const batchIds = new Set<string>();
  for (const { characterId, voice } of voices) {
    const sql = "UPDATE characters SET voice = ?, updated_at = ? WHERE id = ?";
    yield* run(sql, voice, at, characterId);
    for (const id of yield* batchesOfCharacter(characterId)) batchIds.add(id);
  }
  yield* updateCounts([...batchIds], at);
}

/**
 * Inside a transaction: assigns a voice to a character in a language; null for the voice that it
 * has in all others. Only the takes of that language are compared again.
 */
export function* setLanguageVoice(
  {
    characterId,
    languageId,
    voice,
  }: { characterId: string; languageId: string; voice: string | null },
  at: number,
): Work<void> {
  if (voice === null)
    yield* run(
      "DELETE FROM character_voices WHERE character_id = ? AND language_id = ?",
      characterId,
      languageId,
    );
  else
    yield* run(
      `INSERT INTO character_voices (character_id, language_id, voice) VALUES (?, ?, ?)
       ON CONFLICT (character_id, language_id) DO UPDATE SET voice = excluded.voice`,
      characterId,
      languageId,
      voice,
    );
  yield* run("UPDATE characters SET updated_at = ? WHERE id = ?", at, characterId);
  yield* markForCheck(yield* batchesOfCharacter(characterId), languageId);
}
