/** SQL that finds the tasks to begin next. */
import { isFree } from "../leases";
import { all, notIn, type Rows } from "../unit-of-work";
import type { TaskRow, TaskRows } from "./ingestion-port";

interface StoredTask {
  id: number;
  kind: TaskRow["kind"];
  step: TaskRow["step"];
  group: string;
  isBulk: number;
  crashes: number;
  batchId: string | null;
  languageId: string | null;
  requestId: string | null;
}

const columns = `t.id, t.kind, t.step, t.lane AS "group", t.lane <> t.project_id AS isBulk,
  coalesce((SELECT w.attempts FROM leases w WHERE w.kind = 'ingest' AND w.key = CAST(t.id AS TEXT)), 0) AS crashes,
  t.batch_id AS batchId,
  t.language_id AS languageId, t.request_id AS requestId`;

/** A condition: no process runs the task `t`. */
const isTaskFree = isFree("ingest", "CAST(t.id AS TEXT)");

function toTask({ kind, batchId, languageId, requestId, ...stored }: StoredTask): TaskRow {
  const common = { ...stored, isBulk: stored.isBulk === 1 };
  if (kind === "bulk") return { ...common, kind, requestId: requestId ?? "" };
  if (kind === "batch") return { ...common, kind, batchId: batchId ?? "" };
  return { ...common, kind, batchId: batchId ?? "", languageId: languageId ?? "" };
}

export function createTaskLists(rows: Rows): Pick<TaskRows, "listTasks"> {
  /** The distinct values of an indexed column: one index lookup per value instead of a scan. */
  function* valuesOf(column: "lane" | "project_id") {
    return (yield* all<{ value: string }>(
      `WITH RECURSIVE found (value) AS (
         SELECT min(${column}) FROM tasks
         UNION ALL
         SELECT (SELECT min(${column}) FROM tasks WHERE ${column} > value) FROM found WHERE value IS NOT NULL
       ) SELECT value FROM found WHERE value IS NOT NULL`,
    )).map(({ value }) => value);
  }
  function* tasksToRead(group: string, limit: number, except: readonly number[]) {
    const { sql, values } = notIn("t.id", except, "@numbers");
    return yield* all<StoredTask>(
      `SELECT ${columns} FROM tasks t
       WHERE t.lane = ? AND t.step = 'read' AND t.is_held = 0 AND ${sql} AND ${isTaskFree}
         AND NOT EXISTS (SELECT 1 FROM tasks o WHERE o.batch_id = t.batch_id AND o.id < t.id)
       ORDER BY t.id LIMIT ?`,
      group,
      ...values,
      limit,
    );
  }
  function* firstTask(projectId: string, overtaken: readonly number[]) {
    const { sql, values } = notIn("t.id", overtaken, "@numbers");
    return yield* all<StoredTask & { isFree: number }>(
      `SELECT ${columns}, CASE WHEN ${isTaskFree} THEN 1 ELSE 0 END AS isFree FROM tasks t
       WHERE t.project_id = ? AND t.is_held = 0 AND ${sql} ORDER BY t.turn, t.id LIMIT 1`,
      projectId,
      ...values,
    );
  }

  return {
    listTasks: rows.read(function* (limit, { running, waiting, overtaken }) {
      const toCast: StoredTask[] = [];
      for (const projectId of yield* valuesOf("project_id"))
        for (const { isFree, ...task } of yield* firstTask(projectId, overtaken))
          if (task.step === "cast" && isFree === 1 && !running.includes(task.id)) toCast.push(task);
      const except = [...running, ...waiting];
      const reading: StoredTask[] = [];
      for (const group of yield* valuesOf("lane"))
        reading.push(...(yield* tasksToRead(group, limit, except)));
      return [...toCast, ...reading].map(toTask);
    }),
  };
}
