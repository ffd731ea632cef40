/** SQL of dubs: their states, and the statuses of batches and languages that follow from them. */
import { kindsOfUrl } from "../../../../preload/facts/line-kinds";
import type { Database } from "../../../common/database/database";
import { batchExistsSql } from "../batches/batch-rows";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import type { LocalSettings } from "../../../../preload/local-service/local-settings";
import type { BatchSettings } from "../batches/batch-port";
import {
  activeDubStates,
  type DubRow,
  type DubSubject,
  type DubRows,
  type DubPlanRows,
} from "./dub-port";
import { toPromise } from "../to-promise";

const columns = `d.batch_id AS batchId, d.language_id AS languageId, d.state, d.note, d.priority,
  d.requested_at AS requestedAt, d.planned, d.made, d.failed, d.outdated, d.untranslated`;
/** A dub `d` of a batch that exists. */
const existing = `FROM dubs d JOIN batches b ON b.id = d.batch_id AND ${batchExistsSql}`;
const order = "d.priority DESC, d.requested_at, d.batch_id, d.language_id";
/** Without the dubs of a JSON array of `dubId`. */
const notIn = "d.batch_id || '/' || d.language_id NOT IN (SELECT value FROM json_each(?))";
const activeStates = JSON.stringify(activeDubStates);
/** `is_check_due` while takes are compared; 1 when they are to be compared. */
const running = 2;

/** The script of the language of a dub `d`, or else that of its batch `b`. */
export const scriptOfDub = `coalesce((SELECT t.script_path FROM translations t WHERE t.batch_id = d.batch_id
  AND t.language_id = d.language_id), b.script_path)`;

/** Whether descriptions are spoken, by the choice in the location of the script. */
export const speaksDescriptions = (scriptPath: string | null): boolean =>
  kindsOfUrl(scriptPath ?? "")?.speaksDirections === true;

type StoredSubject = Omit<DubSubject, "settings" | "localSettings" | "speaksDescriptions"> & {
  settings: string;
  localSettings: string;
  scriptPath: string | null;
};

const toSubject = ({ settings, localSettings, scriptPath, ...row }: StoredSubject): DubSubject => ({
  ...row,
  settings: JSON.parse(settings) as BatchSettings,
  localSettings: JSON.parse(localSettings) as LocalSettings,
  speaksDescriptions: speaksDescriptions(scriptPath),
});

export function createDubRows(database: Database): DubRows & DubPlanRows {
  /** The languages of these dubs of a batch, changed by `set`. */
  function change(
    batchId: string,
    languageIds: readonly string[] | undefined,
    set: { sql: string; values: (string | number)[] },
    at: number,
  ): string[] {
    const languages = languageIds && JSON.stringify(languageIds);
    const changed = database.all<{ languageId: string }>(
      `UPDATE dubs SET ${set.sql} ${languages === undefined ? "" : "AND language_id IN (SELECT value FROM json_each(?))"}
       AND batch_id = ? RETURNING language_id AS languageId`,
      ...set.values,
      ...(languages === undefined ? [] : [languages]),
      batchId,
    );
    refreshStatus(database, batchId, at);
    return changed.map(({ languageId }) => languageId);
  }

  return {
    listDubs: (batchId) =>
      toPromise(() =>
        database.all<DubRow>(
          `SELECT ${columns} FROM dubs d JOIN translations t
             ON t.batch_id = d.batch_id AND t.language_id = d.language_id
           WHERE d.batch_id = ? ORDER BY t.position`,
          batchId,
        ),
      ),
    listDubsIn: (state, limit, except = []) =>
      toPromise(() =>
        database.all<DubRow>(
          `SELECT ${columns} ${existing} WHERE d.state = ? AND ${notIn} ORDER BY ${order} LIMIT ?`,
          state,
          JSON.stringify(except),
          limit,
        ),
      ),
    listDubsToCheck: (limit, except = []) =>
      toPromise(() =>
        database.all<DubRow>(
          // The second condition selects the partial index.
          `SELECT ${columns} ${existing} WHERE d.is_check_due = 1 AND d.is_check_due <> 0 AND ${notIn}
             ORDER BY d.batch_id, d.language_id LIMIT ?`,
          JSON.stringify(except),
          limit,
        ),
      ),
    findDub: (batchId, languageId) =>
      toPromise(() => {
        const row = database.get<StoredSubject>(
          `SELECT ${columns}, p.id AS projectId, p.name AS projectName, p.type AS projectType, b.name AS batchName,
             b.video_path AS videoPath, b.settings, b.local_settings AS localSettings, ${scriptOfDub} AS scriptPath
           ${existing} JOIN projects p ON p.id = b.project_id WHERE d.batch_id = ? AND d.language_id = ?`,
          batchId,
          languageId,
        );
        return row ? toSubject(row) : null;
      }),
    startDubs: (batchId, { languageIds, priority }, at) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `state = 'due', note = '', requested_at = ?, priority = coalesce(?, priority)
            WHERE true`;
          const values = [at, priority ?? null] as (string | number)[];
          return change(batchId, languageIds, { sql, values }, at);
        }),
      ),
    stopDubs: (batchId, languageIds, at) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `state = 'stopped' WHERE state IN (SELECT value FROM json_each(?))`;
          const stopped = change(batchId, languageIds, { sql, values: [activeStates] }, at);
          for (const languageId of stopped) removeQueued(database, batchId, languageId);
          return stopped;
        }),
      ),
    requestChecks: () =>
      toPromise(
        () =>
          // A plan in progress may have no takes yet.
          void database.run(
            `UPDATE dubs SET is_check_due = 1 WHERE planned > 0 OR is_check_due = ${running}`,
          ),
      ),
    requestCheck: (batchId, languageId) =>
      toPromise(() => markForCheck(database, batchId, languageId)),
    beginPlan: (batchId, languageId) =>
      toPromise(
        () =>
          void database.run(
            `UPDATE dubs SET is_check_due = ${running} WHERE batch_id = ? AND language_id = ?`,
            batchId,
            languageId,
          ),
      ),
    restartPlans: () =>
      toPromise(
        () => void database.run(`UPDATE dubs SET is_check_due = 1 WHERE is_check_due = ${running}`),
      ),
    isPlanDue: (batchId, languageId) =>
      toPromise(
        () =>
          database.get(
            "SELECT 1 FROM dubs WHERE batch_id = ? AND language_id = ? AND (state = 'due' OR is_check_due <> 0)",
            batchId,
            languageId,
          ) !== undefined,
      ),
    finishPlan: (batchId, languageId, { planned, lines }, at) =>
      toPromise(() =>
        database.durably(() => {
          const counted = database.all<{ state: string; count: number }>(
            `SELECT state, count(*) AS count FROM takes WHERE batch_id = ? AND language_id = ? GROUP BY state`,
            batchId,
            languageId,
          );
          const count = (state: string) => counted.find((row) => row.state === state)?.count ?? 0;
          const [made, failed, queued] = [count("made"), count("failed"), count("queued")];
          database.run(
            `UPDATE dubs SET planned = ?, made = ?, failed = ?, outdated = ?,
               untranslated = max(0, (SELECT count(*) FROM lines l WHERE l.batch_id = dubs.batch_id) - ?),
               is_check_due = CASE is_check_due WHEN ${running} THEN 0 ELSE is_check_due END,
               note = CASE WHEN failed = 0 AND state <> 'blocked' THEN '' ELSE note END,
               state = CASE WHEN state NOT IN ('due', 'making') THEN state WHEN ? > 0 THEN 'making' ELSE 'finishing' END
             WHERE batch_id = ? AND language_id = ?`,
            planned,
            made,
            failed,
            planned - made - failed - queued,
            lines,
            queued,
            batchId,
            languageId,
          );
          refreshStatus(database, batchId, at);
        }),
      ),
    finishDub: (batchId, languageId, at) =>
      toPromise(() =>
        database.durably(() => {
          database.run(
            "UPDATE dubs SET state = 'made' WHERE batch_id = ? AND language_id = ? AND state = 'finishing'",
            batchId,
            languageId,
          );
          refreshStatus(database, batchId, at);
        }),
      ),
    blockDub: (batchId, languageId, note, at) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `state = 'blocked', note = ? WHERE state IN (SELECT value FROM json_each(?))`;
          const blocked = change(batchId, [languageId], { sql, values: [note, activeStates] }, at);
          if (blocked.length > 0) removeQueued(database, batchId, languageId);
          database.run(
            `UPDATE dubs SET is_check_due = 0 WHERE batch_id = ? AND language_id = ? AND is_check_due = ${running}`,
            batchId,
            languageId,
          );
        }),
      ),
    findFolder: (batchId) =>
      toPromise(
        () =>
          database.get<{ folder: string }>(
            "SELECT folder FROM dub_folders WHERE batch_id = ?",
            batchId,
          )?.folder ?? null,
      ),
    claimFolder: (batchId, folder, folded) =>
      toPromise(() =>
        database.durably(() => {
          const sql = `INSERT INTO dub_folders (batch_id, folder, folded) VALUES (?, ?, ?)
            ON CONFLICT (folded) DO NOTHING`;
          return database.run(sql, batchId, folder, folded) > 0;
        }),
      ),
  };
}

/** Inside a transaction: deletes the queued takes of a dub, which are then counted as outdated. */
function removeQueued(database: Database, batchId: string, languageId: string): void {
  const removed = database.run(
    "DELETE FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'queued'",
    batchId,
    languageId,
  );
  database.run(
    "UPDATE dubs SET outdated = outdated + ? WHERE batch_id = ? AND language_id = ?",
    removed,
    batchId,
    languageId,
  );
}
