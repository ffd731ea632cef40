/** SQL that counts due work. */
import { get, type Rows } from "./unit-of-work";
import { keepRemovedMs } from "../objects/keep-removed";
import { batchExistsSql } from "./batches/batch-rows";
import type { DueKind, DueWork, OperationsRows } from "./operations-port";

const dubs = `FROM dubs d JOIN batches b ON b.id = d.batch_id AND ${batchExistsSql}`;
const queuedTakes = `${dubs} JOIN takes t ON t.batch_id = d.batch_id AND t.language_id = d.language_id
  WHERE d.state = 'making' AND t.state = 'queued'`;

/**
 * A query for the count and the time of each kind. A time is that of the request; tasks have none,
 * so theirs is that of the last change of the batch, or of the bulk request. A dub that is compared
 * with a change, is finished, or has a take that a reviewer requested, may have been requested long
 * before: these have no time.
 */
const queries: Readonly<Record<DueKind, string>> = {
  ingest: `SELECT count(*) AS count, min(coalesce(b.updated_at, r.created_at)) AS since
    FROM tasks t LEFT JOIN batches b ON b.id = t.batch_id LEFT JOIN bulk_requests r ON r.id = t.request_id
    WHERE t.is_held = 0 AND b.status IS DISTINCT FROM 'removed'`,
  plan: `SELECT count(*) AS count, min(CASE d.state WHEN 'due' THEN d.requested_at END) AS since
    ${dubs} WHERE d.state = 'due' OR d.is_check_due <> 0`,
  wanted: `SELECT count(*) AS count, NULL AS since ${queuedTakes} AND t.priority > 0`,
  takes: `SELECT count(*) AS count, min(d.requested_at) AS since ${queuedTakes} AND t.priority <= 0`,
  finish: `SELECT count(*) AS count, NULL AS since ${dubs} WHERE d.state = 'finishing'`,
  check: `SELECT count(*) AS count, NULL AS since ${dubs} WHERE d.findings_state <> 0`,
  export: "SELECT count(*) AS count, min(created_at) AS since FROM exports WHERE state = 'making'",
  // Bytes that stay for a while are no work yet.
  purge: `SELECT (SELECT count(*) FROM removals WHERE removed_at <= @now - ${keepRemovedMs}) + (SELECT count(*) FROM batches WHERE status = 'removed')
    + (SELECT count(*) FROM projects WHERE status = 'removed') AS count, NULL AS since`,
};

export const createOperationsRows = (rows: Rows): OperationsRows => ({
  countDueWork: rows.read(function* () {
    const due: DueWork[] = [];
    for (const [kind, sql] of Object.entries(queries)) {
      const found = yield* get<{ count: number; since: number | null }>(sql);
      due.push({ kind: kind as DueKind, count: found?.count ?? 0, since: found?.since ?? null });
    }
    return due;
  }),
  readTime: rows.read(function* () {
    return (yield* get<{ now: number }>("SELECT @now AS now"))?.now ?? 0;
  }),
  readSchemaVersion: rows.read(function* () {
    return Object.values((yield* get<Record<string, number>>("@schemaVersion")) ?? {})[0] ?? 0;
  }),
});
