/** SQL of dubs: their states, and the statuses of batches and languages that follow from them. */
import { kindsOfUrl } from "../../../../preload/facts/line-kinds";
import { end, hold, isFree, withdraw } from "../leases";
import { ofBatch, ofLeasedBatch, ofLeasedItsBatch } from "../scopes";
import { all, get, jsonList, notIn, run, type Rows, type Work } from "../unit-of-work";
import { batchExistsSql } from "../batches/batch-rows";
import { refreshStatus } from "../batches/batch-status";
import { withVideoNote } from "../../../../preload/facts/service-messages";
import type { LocalSettings } from "../../../../preload/local-service/local-settings";
import type { BatchSettings } from "../batches/batch-port";
import { activeDubStates, dubId, type DubRow, type DubSubject, type DubRows } from "./dub-port";
import { checkRunning } from "./dub-plan-rows";

const columns = `d.batch_id AS batchId, d.language_id AS languageId, d.state, d.note, d.priority,
  d.requested_at AS requestedAt, d.planned, d.made, d.failed, d.outdated, d.untranslated`;
/** A dub `d` of a batch that exists. */
const existing = `FROM dubs d JOIN batches b ON b.id = d.batch_id AND ${batchExistsSql}`;
const order = "d.priority DESC, d.requested_at, d.batch_id, d.language_id";
/** The key of the leases of a dub: see `dubId`. */
const leaseKey = "d.batch_id || '/' || d.language_id";
const activeStates = jsonList(activeDubStates);
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

export function createDubRows(rows: Rows): DubRows {
  /** The languages of these dubs of a batch, changed by `set`. */
  function* change(
    batchId: string,
    languageIds: readonly string[] | undefined,
    set: { sql: string; values: (string | number)[] },
    at: number,
  ): Work<string[]> {
    const languages = languageIds && jsonList(languageIds);
    const changed = yield* all<{ languageId: string }>(
      `UPDATE dubs SET ${set.sql} ${languages === undefined ? "" : "AND language_id IN @texts"}
       AND batch_id = ? RETURNING language_id AS languageId`,
      ...set.values,
      ...(languages === undefined ? [] : [languages]),
      batchId,
    );
    yield* refreshStatus(batchId, at);
    return changed.map(({ languageId }) => languageId).sort();
  }

  return {
    listDubs: rows.read((batchId) =>
      all<DubRow>(
        `SELECT ${columns} FROM dubs d JOIN translations t
           ON t.batch_id = d.batch_id AND t.language_id = d.language_id
         WHERE d.batch_id = ? ORDER BY t.position`,
        batchId,
      ),
    ),
    listDubsIn: rows.read((state, limit) =>
      all<DubRow>(
        `SELECT ${columns} ${existing} WHERE d.state = ? ORDER BY ${order} LIMIT ?`,
        state,
        limit,
      ),
    ),
    listDubsFor: rows.read((kind, limit, except) => {
      const { sql, values } = notIn(leaseKey, except, "@texts");
      return all<DubRow>(
        `SELECT ${columns} ${existing} WHERE d.state = ? AND ${sql} AND ${isFree(kind, leaseKey)}
           ORDER BY ${order} LIMIT ?`,
        kind === "plan" ? "due" : "finishing",
        ...values,
        limit,
      );
    }),
    listDubsToCheck: rows.read((limit, except) => {
      const { sql, values } = notIn(leaseKey, except, "@texts");
      return all<DubRow>(
        `SELECT ${columns} ${existing} WHERE d.is_check_due <> 0 AND ${sql}
           AND ${isFree("plan", leaseKey)} ORDER BY d.batch_id, d.language_id LIMIT ?`,
        ...values,
        limit,
      );
    }),
    findDub: rows.read(function* (batchId, languageId) {
      const row = yield* get<StoredSubject>(
        `SELECT ${columns}, p.id AS projectId, p.name AS projectName, p.type AS projectType, b.name AS batchName,
           b.video_path AS videoPath, b.settings, b.local_settings AS localSettings, ${scriptOfDub} AS scriptPath
         ${existing} JOIN projects p ON p.id = b.project_id WHERE d.batch_id = ? AND d.language_id = ?`,
        batchId,
        languageId,
      );
      return row ? toSubject(row) : null;
    }),
    startDubs: rows.within(ofBatch).change(function* (batchId, { languageIds, priority }, at) {
      const sql = `state = 'due', note = '', requested_at = ?, priority = coalesce(?, priority)
        WHERE true`;
      const values = [at, priority ?? null] as (string | number)[];
      return yield* change(batchId, languageIds, { sql, values }, at);
    }),
    stopDubs: rows.within(ofBatch).change(function* (batchId, languageIds, at) {
      const sql = `state = 'stopped' WHERE state IN @texts`;
      const stopped = yield* change(batchId, languageIds, { sql, values: [activeStates] }, at);
      for (const languageId of stopped) yield* removeQueued(batchId, languageId);
      // A process that is finishing one ends that, and publishes nothing more.
      yield* withdraw(
        "finish",
        stopped.map((languageId) => dubId({ batchId, languageId })),
      );
      return stopped;
    }),
    finishDub: rows.within(ofLeasedItsBatch).change(function* (
      lease,
      { batchId, languageId },
      videoNote,
      at,
    ) {
      yield* hold(lease);
      yield* end(lease);
      const stored = yield* get<Pick<DubRow, "note">>(
        "SELECT note FROM dubs WHERE batch_id = ? AND language_id = ? AND state = 'finishing'",
        batchId,
        languageId,
      );
      if (!stored) return;
      yield* run(
        "UPDATE dubs SET state = 'made', note = ? WHERE batch_id = ? AND language_id = ?",
        withVideoNote(stored.note, videoNote),
        batchId,
        languageId,
      );
      yield* refreshStatus(batchId, at);
    }),
    blockDub: rows.within(ofLeasedBatch).change(function* (lease, batchId, languageId, note, at) {
      yield* hold(lease);
      const sql = `state = 'blocked', note = ? WHERE state IN @texts`;
      const blocked = yield* change(
        batchId,
        [languageId],
        { sql, values: [note, activeStates] },
        at,
      );
      if (blocked.length > 0) yield* removeQueued(batchId, languageId);
      yield* run(
        `UPDATE dubs SET is_check_due = 0 WHERE batch_id = ? AND language_id = ? AND is_check_due = ${checkRunning}`,
        batchId,
        languageId,
      );
    }),
    findFolder: rows.read(function* (batchId) {
      return (
        (yield* get<{ folder: string }>(
          "SELECT folder FROM dub_folders WHERE batch_id = ?",
          batchId,
        ))?.folder ?? null
      );
    }),
    claimFolder: rows.within(ofBatch).change(function* (batchId, folder, folded) {
      const sql = `INSERT INTO dub_folders (batch_id, folder, folded) VALUES (?, ?, ?)
        ON CONFLICT (folded) DO NOTHING`;
      return (yield* run(sql, batchId, folder, folded)) > 0;
    }),
  };
}

/** Inside a transaction: deletes the queued takes of a dub, which are then counted as outdated. */
function* removeQueued(batchId: string, languageId: string): Work<void> {
  const removed = yield* run(
    "DELETE FROM takes WHERE batch_id = ? AND language_id = ? AND state = 'queued'",
    batchId,
    languageId,
  );
  yield* run(
    "UPDATE dubs SET outdated = outdated + ? WHERE batch_id = ? AND language_id = ?",
    removed,
    batchId,
    languageId,
  );
}
