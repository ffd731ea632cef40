/** SQL of batches, their translations and assignments. */
import type { Database } from "../../../common/database/database";
import type {
  BatchRow,
  BatchRows,
  BatchSettings,
  BatchSource,
  NewBatch,
  StoredPicture,
} from "./batch-port";
import type { TaskRow } from "./ingestion-port";
import { addDubs, markForCheck, refreshStatus } from "./batch-status";
import { addProjectLanguages } from "./project-languages";
import type { SourceSigner } from "../source-signer";
import { toPromise } from "../to-promise";
import { runUnit } from "../sqlite-driver";

/** The columns of a batch `b`, its translations as JSON in order. */
export const batchColumns = `b.id, b.project_id AS projectId, b.name, b.status, b.note,
  b.character_count AS characterCount, b.uncast_count AS uncastCount,
  (SELECT json_group_array(json_array(t.language_id, t.type, t.status, t.note,
     t.type = 'target' AND t.status = 'pending' AND b.status <> 'ingesting' AND NOT EXISTS (SELECT 1 FROM tasks k
       WHERE k.batch_id = b.id AND (k.language_id IS NULL OR k.language_id = t.language_id)),
     CASE WHEN d.state IS NULL THEN NULL
     ELSE json_object('state', d.state, 'note', d.note, 'planned', d.planned, 'made', d.made, 'failed', d.failed,
       'outdated', d.outdated, 'untranslated', d.untranslated) END))
   FROM (SELECT * FROM translations WHERE batch_id = b.id ORDER BY position) t
   LEFT JOIN dubs d ON d.batch_id = t.batch_id AND d.language_id = t.language_id) AS translations,
  CASE b.status WHEN 'ingesting' THEN (SELECT json_array(count(s.text), count(*)) FROM speech_spans s
    WHERE s.batch_id = b.id HAVING count(*) > 0) END AS transcription,
  b.created_at AS createdAt, b.updated_at AS updatedAt`;

/**
 * SQL condition: the batch `b` exists. Deleting only marks a batch or project as removed, and this
 * condition hides it; the rows are deleted later in chunks (purge-rows.ts).
 */
export const batchExistsSql = `b.status <> 'removed'
  AND EXISTS (SELECT 1 FROM projects p WHERE p.id = b.project_id AND p.status <> 'removed')`;

/** Whether a batch exists; inside or outside of a transaction. */
export const batchExists = (database: Database, id: string): boolean =>
  database.get(`SELECT 1 AS found FROM batches b WHERE b.id = ? AND ${batchExistsSql}`, id) !==
  undefined;

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
export function updateCounts(database: Database, batchIds: Iterable<string>, at: number): void {
  for (const id of batchIds) {
    database.run(
      `UPDATE batches SET
         character_count = (SELECT count(*) FROM batch_characters WHERE batch_id = batches.id),
         uncast_count = (SELECT count(*) FROM batch_characters s JOIN characters c ON c.id = s.character_id
                         WHERE s.batch_id = batches.id AND c.voice IS NULL)
       WHERE id = ?`,
      id,
    );
    refreshStatus(database, id, at);
    addDubs(database, id, at);
    markForCheck(database, id);
  }
}

/**
 * Inside a transaction: adds a batch and its ingestion task; `bulk` for a batch of a bulk request.
 */
export function insertBatch(
  { database, signer }: { database: Database; signer: SourceSigner },
  batch: NewBatch,
  at: number,
  bulk?: { requestId: string; position: number },
): void {
  database.run(
    `INSERT INTO batches (id, project_id, name, status, script_path, video_path, language_code, settings,
       signature, created_at, updated_at) VALUES (?, ?, ?, 'ingesting', ?, ?, ?, ?, ?, ?, ?)`,
    batch.id,
    batch.projectId,
    batch.name,
    batch.scriptPath,
    batch.videoPath,
    batch.languageCode,
    JSON.stringify(batch.settings),
    signer.batch(batch.id, batch.scriptPath, batch.videoPath),
    at,
    at,
  );
  batch.translations.forEach(({ languageId, type }, position) => {
    database.run(
      "INSERT INTO translations (batch_id, position, language_id, type, status) VALUES (?, ?, ?, ?, 'pending')",
      batch.id,
      position,
      languageId,
      type,
    );
  });
  addTask(database, "batch", batch.projectId, { batchId: batch.id }, bulk);
}

/**
 * Inside a transaction: adds a task. Its position in the casting order is its id, or that of its
 * bulk request.
 */
export function addTask(
  database: Database,
  kind: TaskRow["kind"],
  projectId: string,
  subject: { batchId?: string; languageId?: string; requestId?: string },
  bulk?: { requestId: string; position: number },
): void {
  const { batchId = null, languageId = null, requestId = null } = subject;
  database.run(
    `INSERT INTO tasks (kind, batch_id, language_id, request_id, project_id, lane, turn)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    kind,
    batchId,
    languageId,
    requestId,
    projectId,
    bulk?.requestId ?? requestId ?? projectId,
    bulk?.position ?? 0,
  );
  if (!bulk) database.run("UPDATE tasks SET turn = id WHERE id = last_insert_rowid()");
}

export function createBatchRows(database: Database, signer: SourceSigner): BatchRows {
  const batchOf = (id: string) => {
    const sql = `SELECT ${batchColumns} FROM batches b WHERE b.id = ? AND ${batchExistsSql}`;
    const row = database.get<StoredBatch>(sql, id);
    return row ? toBatchRow(row) : null;
  };
  const pictureOf = (id: string): StoredPicture | null =>
    database.get<StoredPicture>(
      `SELECT picture_ms AS lengthMs, picture_rate AS frameRate FROM batches
       WHERE id = ? AND picture_ms IS NOT NULL`,
      id,
    ) ?? null;
  return {
    listBatches: (projectId, after, limit) =>
      toPromise(() =>
        database
          .all<StoredBatch>(
            `SELECT ${batchColumns} FROM batches b
             WHERE b.project_id = ? AND (b.created_at, b.id) > (?, ?) AND ${batchExistsSql}
             ORDER BY b.created_at, b.id LIMIT ?`,
            projectId,
            after?.createdAt ?? -1,
            after?.id ?? "",
            limit,
          )
          .map(toBatchRow),
      ),
    findBatch: (id) => toPromise(() => batchOf(id)),
    findBatchSource: (id) =>
      toPromise(() => {
        const sql = `SELECT script_path AS scriptPath, video_path AS videoPath,
          language_code AS languageCode, settings FROM batches b WHERE id = ? AND ${batchExistsSql}`;
        const row = database.get<Omit<BatchSource, "settings"> & { settings: string }>(sql, id);
        return row ? { ...row, settings: JSON.parse(row.settings) as BatchSettings } : null;
      }),
    changeLocalSettings: (id, changed, at) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `UPDATE batches SET local_settings = json_patch(local_settings, ?), updated_at = ?
            WHERE id = ?`;
          database.run(sql, JSON.stringify(changed), at, id);
        }),
      ),
    findPicture: (id) => toPromise(() => pictureOf(id)),
    setPicture: (id, { frameRate, lengthMs }) =>
      toPromise(() =>
        database.durably(() => {
          const known = pictureOf(id);
          if (known?.frameRate === frameRate && known.lengthMs === lengthMs) return;
          const sql = "UPDATE batches SET picture_ms = ?, picture_rate = ? WHERE id = ?";
          database.run(sql, lengthMs, frameRate, id);
          database.run("UPDATE dubs SET findings_state = 1 WHERE batch_id = ?", id);
        }),
      ),
    addBatch: (batch, at) =>
      toPromise(() =>
        database.durably(() => {
          insertBatch({ database, signer }, batch, at);
          const added = batchOf(batch.id);
          if (!added) throw new Error("the added batch does not exist");
          return added;
        }),
      ),
    removeBatches: (ids) =>
      toPromise(() =>
        database.durably(() => {
          for (const id of ids) {
            database.run("UPDATE batches SET status = 'removed' WHERE id = ?", id);
            database.run("DELETE FROM tasks WHERE batch_id = ?", id);
          }
        }),
      ),
    assignMembers: (batchId, assignments) =>
      toPromise(() =>
        database.durably(() => {
          for (const { userId, languageId } of assignments)
            database.run(
              `INSERT INTO assignments (batch_id, language_id, user_id) VALUES (?, ?, ?)
               ON CONFLICT DO NOTHING`,
              batchId,
              languageId,
              userId,
            );
        }),
      ),
    listAssignments: (batchId) =>
      toPromise(() =>
        database.all(
          `SELECT user_id AS userId, language_id AS languageId FROM assignments WHERE batch_id = ?
           ORDER BY language_id, user_id`,
          batchId,
        ),
      ),
    addBatchLanguages: (batchId, projectId, languages, at) =>
      toPromise(() =>
        database.durably(() => {
          runUnit(
            database,
            addProjectLanguages(
              projectId,
              languages.map(({ languageId }) => languageId),
            ),
          );
          for (const { languageId, scriptPath, speakerSeparator } of languages) {
            database.run(
              `INSERT INTO translations (batch_id, position, language_id, type, status)
               VALUES (?, (SELECT coalesce(max(position), -1) + 1 FROM translations WHERE batch_id = ?), ?,
                 'target', 'pending') ON CONFLICT (batch_id, language_id) DO NOTHING`,
              batchId,
              batchId,
              languageId,
            );
            if (scriptPath === null) continue;
            database.run(
              `UPDATE translations SET script_path = ?, speaker_separator = ?, signature = ?, status = 'pending',
                 note = '' WHERE batch_id = ? AND language_id = ?`,
              scriptPath,
              speakerSeparator,
              signer.language(batchId, languageId, scriptPath),
              batchId,
              languageId,
            );
            addTask(database, "language", projectId, { batchId, languageId });
          }
          database.run("UPDATE batches SET updated_at = ? WHERE id = ?", at, batchId);
          refreshStatus(database, batchId, at);
        }),
      ),
    findLanguageScript: (batchId, languageId) =>
      toPromise(
        () =>
          database.get<{ scriptPath: string; speakerSeparator: string | null }>(
            `SELECT script_path AS scriptPath, speaker_separator AS speakerSeparator FROM translations
             WHERE batch_id = ? AND language_id = ? AND script_path IS NOT NULL`,
            batchId,
            languageId,
          ) ?? null,
      ),
  };
}
