/** SQL of characters, their voices, and the glossary. */
import { ofProject, type Scope } from "../scopes";
import { ofCharacters, ofGlossaryLine } from "../found-scopes";
import { all, get, jsonList, run, type Rows, type Work } from "../unit-of-work";
import { updateCounts } from "../batches/batch-rows";
import { markForCheck } from "../batches/batch-status";
import { batchesOfCharacter, setLanguageVoice, setVoices } from "../batches/voices";
import type {
  CharacterRow,
  CharacterRows,
  GlossaryRow,
  GlossaryRows,
  LanguageVoice,
} from "./project-port";

const ofCharacter = (id: string) => ofCharacters(id);
const ofItsCharacter = ({ characterId }: { characterId: string }) => ofCharacters(characterId);
const ofMerged = (from: string, into: string) => ofCharacters(from, into);
const ofVoices = (voices: readonly { characterId: string }[]) =>
  ofCharacters(...voices.map(({ characterId }) => characterId));
const ofGlossary = (lines: readonly { projectId: string }[]): Scope =>
  [...new Set(lines.map(({ projectId }) => projectId))].map((projectId) => ({ projectId }));

/** Lines of the glossary that one statement stores. */
const glossaryChunk = 1_000;

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

/** Adds lines of a glossary, or changes those with their ids, which are different ones. */
function* putGlossary(lines: readonly GlossaryRow[]): Work<void> {
  yield* run(
    `INSERT INTO glossary (id, project_id, word, language_id, phonemization, phonemization_language_id,
       pronunciation_language_id, pronounce_as, case_sensitive, created_at, updated_at)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
       CAST(value ->> 8 AS BIGINT), CAST(value ->> 9 AS BIGINT), CAST(value ->> 10 AS BIGINT) FROM @items WHERE true
     ON CONFLICT (id) DO UPDATE SET word = excluded.word, language_id = excluded.language_id,
       phonemization = excluded.phonemization,
       phonemization_language_id = excluded.phonemization_language_id,
       pronunciation_language_id = excluded.pronunciation_language_id,
       pronounce_as = excluded.pronounce_as, case_sensitive = excluded.case_sensitive,
       updated_at = excluded.updated_at`,
    jsonList(
      lines.map((line) => [
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
      ]),
    ),
  );
}

export function createCastingRows(rows: Rows): CharacterRows & GlossaryRows {
  function* characterBy(column: "id" | "folded", projectId: string, value: string) {
    return (
      (yield* get<CharacterRow>(
        `SELECT ${characterColumns} FROM characters WHERE project_id = ? AND ${column} = ?`,
        projectId,
        value,
      )) ?? null
    );
  }
  type Names = readonly { id: string; name: string; folded: string }[];
  function* byNames(projectId: string, characters: Names) {
    const found = yield* all<{ id: string; folded: string }>(
      "SELECT id, folded FROM characters WHERE project_id = ? AND folded IN @texts",
      projectId,
      jsonList(characters.map(({ folded }) => folded)),
    );
    return new Map(found.map(({ id, folded }) => [folded, id]));
  }
  const findByNames = rows.read(byNames);
  const addCharacters = rows.within(ofProject).change(function* (
    projectId: string,
    characters: Names,
    at: number,
  ) {
    yield* run(
      `INSERT INTO characters (id, project_id, name, folded, created_at, updated_at)
       SELECT value ->> 0, ?, value ->> 1, value ->> 2, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM @items WHERE true
       ON CONFLICT (project_id, folded) DO NOTHING`,
      projectId,
      at,
      at,
      jsonList(characters.map(({ id, name, folded }) => [id, name, folded])),
    );
    return yield* byNames(projectId, characters);
  });
  /** The takes of all batches are compared with the glossary by the next check. */
  function* markProject(projectId: string): Work<void> {
    const sql = "SELECT id FROM batches WHERE project_id = ?";
    yield* markForCheck((yield* all<{ id: string }>(sql, projectId)).map(({ id }) => id));
  }
  return {
    listCharacters: rows.read((projectId) =>
      all<CharacterRow>(
        `SELECT ${characterColumns} FROM characters WHERE project_id = ? ORDER BY created_at, id`,
        projectId,
      ),
    ),
    findCharacter: rows.read((projectId, id) => characterBy("id", projectId, id)),
    findCharacterByName: rows.read((projectId, folded) => characterBy("folded", projectId, folded)),
    async ensureCharacters(projectId, characters, at) {
      const found = await findByNames(projectId, characters);
      if (found.size === characters.length) return found;
      return addCharacters(projectId, characters, at);
    },
    assignVoices: rows.within(ofVoices).change((voices, at) => setVoices(voices, at)),
    listLanguageVoices: rows.read((projectId) =>
      all<LanguageVoice>(
        `SELECT v.character_id AS characterId, v.language_id AS languageId, v.voice
         FROM characters c JOIN character_voices v ON v.character_id = c.id
         WHERE c.project_id = ? ORDER BY c.created_at, c.id, v.language_id`,
        projectId,
      ),
    ),
    assignLanguageVoice: rows
      .within(ofItsCharacter)
      .change((assignment, at) => setLanguageVoice(assignment, at)),
    renameCharacter: rows.within(ofCharacter).change(function* (id, name, folded, at) {
      yield* run(
        "UPDATE characters SET name = ?, folded = ?, updated_at = ? WHERE id = ?",
        name,
        folded,
        at,
        id,
      );
    }),
    mergeCharacters: rows.within(ofMerged).change(function* (from, into, at) {
      const batchIds = yield* batchesOfCharacter(from);
      yield* run("UPDATE lines SET character_id = ? WHERE character_id = ?", into, from);
      yield* run(
        `INSERT INTO batch_characters (batch_id, character_id)
         SELECT batch_id, ? FROM batch_characters WHERE character_id = ? ON CONFLICT DO NOTHING`,
        into,
        from,
      );
      yield* run("DELETE FROM characters WHERE id = ?", from);
      yield* run("UPDATE characters SET updated_at = ? WHERE id = ?", at, into);
      yield* updateCounts(batchIds, at);
    }),

    listGlossary: rows.read(function* (projectId) {
      return (yield* all<StoredGlossaryRow>(
        `SELECT ${glossaryColumns} FROM glossary WHERE project_id = ? ORDER BY created_at, id`,
        projectId,
      )).map(toGlossaryRow);
    }),
    findGlossaryLine: rows.read(function* (projectId, id) {
      const sql = `SELECT ${glossaryColumns} FROM glossary WHERE project_id = ? AND id = ?`;
      const row = yield* get<StoredGlossaryRow>(sql, projectId, id);
      return row ? toGlossaryRow(row) : null;
    }),
    putGlossaryLines: rows.within(ofGlossary).change(function* (lines) {
      for (let at = 0; at < lines.length; at += glossaryChunk)
        yield* putGlossary(lines.slice(at, at + glossaryChunk));
      for (const projectId of new Set(lines.map((line) => line.projectId)))
        yield* markProject(projectId);
    }),
    removeGlossaryLine: rows.within(ofGlossaryLine).change(function* (id) {
      const sql = "DELETE FROM glossary WHERE id = ? RETURNING project_id AS projectId";
      const removed = yield* get<{ projectId: string }>(sql, id);
      if (removed) yield* markProject(removed.projectId);
    }),
  };
}
