/** SQL of the voices of characters, from which the counts of their batches follow. */
import type { Database } from "../../../common/database/database";
import { updateCounts } from "./batch-rows";

/** The batches in which a character has lines. */
export const batchesOfCharacter = (database: Database, characterId: string): string[] =>
  database
    .all<{ id: string }>(
      "SELECT batch_id AS id FROM batch_characters WHERE character_id = ?",
      characterId,
    )
    .map(({ id }) => id);

/**
 * Inside a transaction: assigns voices to characters, and updates the counts of the affected
 * batches.
 */
export function setVoices(
  database: Database,
  voices: readonly { characterId: string; voice: string }[],
  at: number,
): void {
  const batchIds = new Set<string>();
  for (const { characterId, voice } of voices) {
    const sql = "UPDATE characters SET voice = ?, updated_at = ? WHERE id = ?";
    database.run(sql, voice, at, characterId);
    for (const id of batchesOfCharacter(database, characterId)) batchIds.add(id);
  }
  updateCounts(database, batchIds, at);
}
