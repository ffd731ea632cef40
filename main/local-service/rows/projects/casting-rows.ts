/** SQL of characters, their voices, and the glossary. */
import type { Database } from "../../../common/database/database";
import { updateCounts } from "../batches/batch-rows";
import { markForCheck } from "../batches/batch-status";
import { batchesOfCharacter, setVoices } from "../batches/voices";
import type { CharacterRow, GlossaryRow, CharacterRows, GlossaryRows } from "./project-port";
import { toPromise } from "../to-promise";

const characterColumns =
  "id, project_id AS projectId, name, folded, voice, created_at AS createdAt, updated_at AS updatedAt";
const glossaryColumns = `id, project_id AS projectId, word, language_id AS languageId, phonemization,
  phonemization_language_id AS phonemizationLanguageId, pronunciation_language_id AS pronunciationLanguageId,
  pronounce_as AS pronounceAs, case_sensitive AS caseSensitive, created_at AS createdAt, updated_at AS updatedAt`;

type StoredGlossaryRow = Omit<GlossaryRow, "caseSensitive"> & { caseSensitive: number };
const toGlossaryRow = (row: StoredGlossaryRow): GlossaryRow => ({
  ...row,
  caseSensitive: row.caseSensitive === 1,
});

export function createCastingRows(database: Database): CharacterRows & GlossaryRows {
  const characterBy = (column: "id" | "folded", projectId: string, value: string) =>
    database.get<CharacterRow>(
      `SELECT ${characterColumns} FROM characters WHERE project_id = ? AND ${column} = ?`,
      projectId,
      value,
    ) ?? null;
  /** The takes of all batches are compared with the glossary by the next check. */
  function markProject(projectId: string): void {
    const sql = "SELECT id FROM batches WHERE project_id = ?";
    for (const { id } of database.all<{ id: string }>(sql, projectId)) markForCheck(database, id);
  }
  return {
    listCharacters: (projectId) =>
      toPromise(() =>
        database.all<CharacterRow>(
          `SELECT ${characterColumns} FROM characters WHERE project_id = ? ORDER BY created_at, id`,
          projectId,
        ),
      ),
    findCharacter: (projectId, id) => toPromise(() => characterBy("id", projectId, id)),
    findCharacterByName: (projectId, folded) =>
      toPromise(() => characterBy("folded", projectId, folded)),
    ensureCharacters: (projectId, characters, at) =>
      toPromise(() =>
        database.durably(() => {
          const ids = new Map<string, string>();
          for (const { id, name, folded } of characters) {
            database.run(
              `INSERT INTO characters (id, project_id, name, folded, created_at, updated_at)
               VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (project_id, folded) DO NOTHING`,
              id,
              projectId,
              name,
              folded,
              at,
              at,
            );
            ids.set(folded, characterBy("folded", projectId, folded)?.id ?? id);
          }
          return ids;
        }),
      ),
    assignVoices: (voices, at) =>
      toPromise(() => database.durably(() => setVoices(database, voices, at))),
    renameCharacter: (id, name, folded, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "UPDATE characters SET name = ?, folded = ?, updated_at = ? WHERE id = ?",
            name,
            folded,
            at,
            id,
          );
        }),
      ),
    mergeCharacters: (from, into, at) =>
      toPromise(() =>
        database.durably(() => {
          const batchIds = batchesOfCharacter(database, from);
          database.run("UPDATE lines SET character_id = ? WHERE character_id = ?", into, from);
          database.run(
            "UPDATE OR IGNORE batch_characters SET character_id = ? WHERE character_id = ?",
            into,
            from,
          );
          database.run("DELETE FROM characters WHERE id = ?", from);
          database.run("UPDATE characters SET updated_at = ? WHERE id = ?", at, into);
          updateCounts(database, batchIds, at);
        }),
      ),

    listGlossary: (projectId) =>
      toPromise(() =>
        database
          .all<StoredGlossaryRow>(
            `SELECT ${glossaryColumns} FROM glossary WHERE project_id = ? ORDER BY created_at, id`,
            projectId,
          )
          .map(toGlossaryRow),
      ),
    findGlossaryLine: (projectId, id) =>
      toPromise(() => {
        const sql = `SELECT ${glossaryColumns} FROM glossary WHERE project_id = ? AND id = ?`;
        const row = database.get<StoredGlossaryRow>(sql, projectId, id);
        return row ? toGlossaryRow(row) : null;
      }),
    putGlossaryLines: (lines) =>
      toPromise(() =>
        database.durably(() => {
          for (const line of lines)
            database.run(
              `INSERT INTO glossary (id, project_id, word, language_id, phonemization, phonemization_language_id,
                 pronunciation_language_id, pronounce_as, case_sensitive, created_at, updated_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
               ON CONFLICT (id) DO UPDATE SET word = excluded.word, language_id = excluded.language_id,
                 phonemization = excluded.phonemization,
                 phonemization_language_id = excluded.phonemization_language_id,
                 pronunciation_language_id = excluded.pronunciation_language_id,
                 pronounce_as = excluded.pronounce_as, case_sensitive = excluded.case_sensitive,
                 updated_at = excluded.updated_at`,
              line.id,
              line.projectId,
              line.word,
              line.languageId,
              line.phonemization,
              line.phonemizationLanguageId,
              line.pronunciationLanguageId,
              line.pronounceAs,
              line.caseSensitive ? 1 : 0,
              line.createdAt,
              line.updatedAt,
            );
          for (const projectId of new Set(lines.map((line) => line.projectId)))
            markProject(projectId);
        }),
      ),
    removeGlossaryLine: (id) =>
      toPromise(() =>
        database.durably(() => {
          const sql = "DELETE FROM glossary WHERE id = ? RETURNING project_id AS projectId";
          const removed = database.get<{ projectId: string }>(sql, id);
          if (removed) markProject(removed.projectId);
        }),
      ),
  };
}
