/** SQL of the voices of characters, from which the counts of their batches follow. */
import { all, run, type Work } from "../unit-of-work";
import { updateCounts } from "./batch-rows";

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
  yield* updateCounts(batchIds, at);
}
