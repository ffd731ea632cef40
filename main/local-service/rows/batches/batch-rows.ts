/** SQL of batches, their translations and assignments. */
import { ofBatch, type Scope } from "../scopes";
import { all, exists, get, run, type Rows, type Work } from "../unit-of-work";
import type {
  BatchRow,
  BatchRows,
  BatchSettings,
  BatchSource,
  NewBatch,
  StoredPicture,
} from "./batch-port";
import type { TaskRow } from "./ingestion-port";
import { addDubs, among, markForCheck, refreshStatus, type BatchIds } from "./batch-status";
import { addProjectLanguages } from "./project-languages";
import type { LocalSettings } from "../../../../preload/local-service/local-settings";
import type { SourceSigner } from "../source-signer";

const ofNewBatch = ({ id, projectId }: NewBatch): Scope => ({ batchId: id, projectId });
const ofBatches = (ids: readonly string[]): Scope => ids.map((batchId) => ({ batchId }));
const ofProjectOfBatch = (_batchId: string, projectId: string): Scope => ({ projectId });

/** The columns of a batch `b`, its translations as JSON in order. */
const batchColumns = `b.id, b.project_id AS projectId, b.name, b.status, b.note,
  b.character_count AS characterCount, b.uncast_count AS uncastCount,
  (SELECT coalesce(json_group_array(json_array(t.language_id, t.type, t.status, t.note,
     CASE WHEN t.type = 'target' AND t.status = 'pending' AND b.status <> 'ingesting' AND NOT EXISTS (SELECT 1 FROM tasks k
       WHERE k.batch_id = b.id AND (k.language_id IS NULL OR k.language_id = t.language_id)) THEN 1 ELSE 0 END,
     CASE WHEN t.dub_state IS NULL THEN NULL
     ELSE json_object('state', t.dub_state, 'note', t.dub_note, 'planned', t.planned, 'made', t.made, 'failed', t.failed,
       'outdated', t.outdated, 'untranslated', t.untranslated) END)), '[]')
   FROM (SELECT l.language_id, l.type, l.status, l.note, d.state AS dub_state, d.note AS dub_note, d.planned, d.made,
       d.failed, d.outdated, d.untranslated FROM translations l
     LEFT JOIN dubs d ON d.batch_id = l.batch_id AND d.language_id = l.language_id
     WHERE l.batch_id = b.id ORDER BY l.position) t) AS translations,
  CASE b.status WHEN 'ingesting' THEN (SELECT json_array(count(s.text), count(*)) FROM speech_spans s
    WHERE s.batch_id = b.id HAVING count(*) > 0) END AS transcription,
  b.created_at AS createdAt, b.updated_at AS updatedAt`;

/**
 * SQL condition: the batch `b` exists. Deleting only marks a batch or project as removed, and this
 * condition hides it; the rows are deleted later in chunks (purge-rows.ts).
 */
export const batchExistsSql = `b.status <> 'removed'
  AND EXISTS (SELECT 1 FROM projects p WHERE p.id = b.project_id AND p.status <> 'removed')`;

/** The query of the batch with an id. */
export const batchById = `SELECT ${batchColumns} FROM batches b WHERE b.id = ? AND ${batchExistsSql}`;

/** Whether a batch exists; inside or outside of a transaction. */
export function* batchExists(id: string): Work<boolean> {
  return yield* exists(`SELECT 1 AS found FROM batches b WHERE b.id = ? AND ${batchExistsSql}`, id);
}

export type StoredBatch = Omit<BatchRow, "translations" | "transcription"> & {
  translations: string;
  /** The numbers of transcribed and of all spans as JSON. */
  transcription: string | null;
};
type Translation = BatchRow["translations"][number];
type StoredTranslation = [
  string,
  Translation["type"],
  Translation["status"],
  string,
  0 | 1,
  Translation["dub"],
];

export function toBatchRow(stored: StoredBatch): BatchRow {
  const translations = (JSON.parse(stored.translations) as StoredTranslation[]).map(
    ([languageId, type, status, note, isWithoutText, dub]) => ({
      languageId,
      type,
      status,
      note,
      isWithoutText: isWithoutText === 1,
      dub,
    }),
  );
  if (stored.transcription === null) return { ...stored, translations, transcription: null };
  const [done = 0, total = 0] = JSON.parse(stored.transcription) as number[];
  return { ...stored, translations, transcription: { done, total } };
}

/**
 * Inside a transaction: updates the counts of characters of batches, and what depends on the
 * voices.
 */
export function* updateCounts(batchIds: BatchIds, at: number): Work<void> {
  const [isAmong, ids] = among("id", batchIds);
  yield* run(
    `UPDATE batches SET
       character_count = (SELECT count(*) FROM batch_characters WHERE batch_id = batches.id),
       uncast_count = (SELECT count(*) FROM batch_characters s JOIN characters c ON c.id = s.character_id
                       WHERE s.batch_id = batches.id AND c.voice IS NULL)
     WHERE ${isAmong}`,
    ids,
  );
  yield* refreshStatus(batchIds, at);
  yield* addDubs(batchIds, at);
  yield* markForCheck(batchIds);
}

/**
 * Inside a transaction: adds a batch and its ingestion task; `bulk` for a batch of a bulk request.
 */
export function* insertBatch(
  signer: SourceSigner,
  batch: NewBatch,
  at: number,
  bulk?: { requestId: string; position: number },
): Work<void> {
  yield* run(
    `INSERT INTO batches (id, project_id, name, status, script_path, video_path, language_code, settings,
       signature, note, created_at, updated_at) VALUES (?, ?, ?, 'ingesting', ?, ?, ?, ?, ?, ?, ?, ?)`,
    batch.id,
    batch.projectId,
    batch.name,
    batch.scriptPath,
    batch.videoPath,
    batch.languageCode,
    JSON.stringify(batch.settings),
    signer.batch(batch.id, batch.scriptPath, batch.videoPath),
    batch.note ?? "",
    at,
    at,
  );
  for (const [position, { languageId, type }] of batch.translations.entries())
    yield* run(
      "INSERT INTO translations (batch_id, position, language_id, type, status) VALUES (?, ?, ?, ?, 'pending')",
      batch.id,
      position,
      languageId,
      type,
    );
  yield* addTask("batch", batch.projectId, { batchId: batch.id }, bulk);
}

/**
 * Inside a transaction: adds a task. Its position in the casting order is its id, or that of its
 * bulk request.
 */
export function* addTask(
  kind: TaskRow["kind"],
  projectId: string,
  subject: { batchId?: string; languageId?: string; requestId?: string },
  bulk?: { requestId: string; position: number },
): Work<void> {
  const { batchId = null, languageId = null, requestId = null } = subject;
  const added = yield* get<{ id: number }>(
    `INSERT INTO tasks (kind, batch_id, language_id, request_id, project_id, lane, turn)
     VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    kind,
    batchId,
    languageId,
    requestId,
    projectId,
    bulk?.requestId ?? requestId ?? projectId,
    bulk?.position ?? 0,
  );
  if (!bulk && added) yield* run("UPDATE tasks SET turn = id WHERE id = ?", added.id);
}

export function createBatchRows(rows: Rows, signer: SourceSigner): BatchRows {
  function* batchOf(id: string) {
    const row = yield* get<StoredBatch>(batchById, id);
    return row ? toBatchRow(row) : null;
  }
  function* pictureOf(id: string): Work<StoredPicture | null> {
    return (
      (yield* get<StoredPicture>(
        `SELECT picture_ms AS lengthMs, picture_rate AS frameRate FROM batches
       WHERE id = ? AND picture_ms IS NOT NULL`,
        id,
      )) ?? null
    );
  }
  return {
    listBatches: rows.read(function* (projectId, after, limit) {
      return (yield* all<StoredBatch>(
        `SELECT ${batchColumns} FROM batches b
         WHERE b.project_id = ? AND (b.created_at, b.id) > (?, ?) AND ${batchExistsSql}
         ORDER BY b.created_at, b.id LIMIT ?`,
        projectId,
        after?.createdAt ?? -1,
        after?.id ?? "",
        limit,
      )).map(toBatchRow);
    }),
    findBatch: rows.read((id) => batchOf(id)),
    hasBatch: rows.read((id) => batchExists(id)),
    findBatchSource: rows.read(function* (id) {
      const sql = `SELECT script_path AS scriptPath, video_path AS videoPath,
        language_code AS languageCode, settings FROM batches b WHERE id = ? AND ${batchExistsSql}`;
      const row = yield* get<Omit<BatchSource, "settings"> & { settings: string }>(sql, id);
      return row ? { ...row, settings: JSON.parse(row.settings) as BatchSettings } : null;
    }),
    changeLocalSettings: rows.within(ofBatch).change(function* (id, changed, at) {
      const before = yield* get<{ settings: string }>(
        "SELECT local_settings AS settings FROM batches WHERE id = ?",
        id,
      );
      if (!before) return;
      const settings = { ...(JSON.parse(before.settings) as LocalSettings), ...changed };
      const sql = "UPDATE batches SET local_settings = ?, updated_at = ? WHERE id = ?";
      yield* run(sql, JSON.stringify(settings), at, id);
    }),
    findPicture: rows.read((id) => pictureOf(id)),
    setPicture: rows.within(ofBatch).change(function* (id, { frameRate, lengthMs }) {
      const known = yield* pictureOf(id);
      if (known?.frameRate === frameRate && known.lengthMs === lengthMs) return;
      const sql = "UPDATE batches SET picture_ms = ?, picture_rate = ? WHERE id = ?";
      yield* run(sql, lengthMs, frameRate, id);
      yield* run("UPDATE dubs SET findings_state = 1 WHERE batch_id = ?", id);
    }),
    addBatch: rows.within(ofNewBatch).change(function* (batch, at) {
      yield* insertBatch(signer, batch, at);
      const added = yield* batchOf(batch.id);
      if (!added) throw new Error("the added batch does not exist");
      return added;
    }),
    removeBatches: rows.within(ofBatches).change(function* (ids) {
      for (const id of ids) {
        yield* run("UPDATE batches SET status = 'removed' WHERE id = ?", id);
        yield* run("DELETE FROM tasks WHERE batch_id = ?", id);
      }
    }),
    assignMembers: rows.within(ofBatch).change(function* (batchId, assignments) {
      for (const { userId, languageId } of assignments)
        yield* run(
          `INSERT INTO assignments (batch_id, language_id, user_id) VALUES (?, ?, ?)
           ON CONFLICT DO NOTHING`,
          batchId,
          languageId,
          userId,
        );
    }),
    listAssignments: rows.read((batchId) =>
      all(
        `SELECT user_id AS userId, language_id AS languageId FROM assignments WHERE batch_id = ?
         ORDER BY language_id, user_id`,
        batchId,
      ),
    ),
    addBatchLanguages: rows
      .within(ofProjectOfBatch)
      .change(function* (batchId, projectId, languages, at) {
        yield* addProjectLanguages(
          projectId,
          languages.map(({ languageId }) => languageId),
        );
        for (const { languageId, scriptPath, speakerSeparator } of languages) {
          yield* run(
            `INSERT INTO translations (batch_id, position, language_id, type, status)
           VALUES (?, (SELECT coalesce(max(position), -1) + 1 FROM translations WHERE batch_id = ?), ?,
             'target', 'pending') ON CONFLICT (batch_id, language_id) DO NOTHING`,
            batchId,
            batchId,
            languageId,
          );
          if (scriptPath === null) continue;
          yield* run(
            `UPDATE translations SET script_path = ?, speaker_separator = ?, signature = ?, status = 'pending',
             note = '' WHERE batch_id = ? AND language_id = ?`,
            scriptPath,
            speakerSeparator,
            signer.language(batchId, languageId, scriptPath),
            batchId,
            languageId,
          );
          yield* addTask("language", projectId, { batchId, languageId });
        }
        yield* run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
        yield* refreshStatus(batchId, at);
      }),
    findLanguageScript: rows.read(function* (batchId, languageId) {
      return (
        (yield* get<{ scriptPath: string; speakerSeparator: string | null }>(
          `SELECT script_path AS scriptPath, speaker_separator AS speakerSeparator FROM translations
           WHERE batch_id = ? AND language_id = ? AND script_path IS NOT NULL`,
          batchId,
          languageId,
        )) ?? null
      );
    }),
  };
}
