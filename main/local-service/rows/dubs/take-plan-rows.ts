/** SQL that brings the takes of a dub in line with its plan. */
import { hold } from "../leases";
import { ofLeasedLanguage } from "../scopes";
import { all, jsonList, run, type Rows, type Work } from "../unit-of-work";
import type { PlannedTake, QueueOptions, TakeRow, TakeWorkRows } from "./dub-port";

interface KnownTake {
  id: number;
  number: number;
  variant: number;
  key: string;
  state: TakeRow["state"];
}

/** What becomes of takes, in the order in which it is done. */
const changes = {
  outdated: "UPDATE takes SET state = 'outdated'",
  removed: "DELETE FROM takes",
  made: "UPDATE takes SET state = 'made'",
  queued: "UPDATE takes SET state = 'queued'",
} as const;
type Change = keyof typeof changes;

interface Comparison {
  /** The ids of the known takes by their change. */
  changed: Readonly<Record<Change, number[]>>;
  /** The known takes that are or will be queued. */
  waiting: readonly KnownTake[];
  missing: readonly PlannedTake[];
}

/**
 * Known takes that are not planned are retired: made ones stay as outdated, others are removed.
 * Failed ones that are planned are made again if `isQueuing`.
 */
function compare(
  known: readonly KnownTake[],
  planned: readonly PlannedTake[],
  isQueuing: boolean,
): Comparison {
  const missing = new Map(planned.map((take) => [positionOf(take), take]));
  const changed: Record<Change, number[]> = { outdated: [], removed: [], made: [], queued: [] };
  const waiting: KnownTake[] = [];
  for (const take of known) {
    const position = positionOf(take);
    const { id, state } = take;
    if (missing.get(position)?.key !== take.key) {
      if (state === "made") changed.outdated.push(id);
      else if (state !== "outdated") changed.removed.push(id);
      continue;
    }
    missing.delete(position);
    if (state === "outdated") changed.made.push(id);
    if (state === "failed" && isQueuing) changed.queued.push(id);
    if (state === "failed" || state === "queued") waiting.push(take);
  }
  return { changed, waiting, missing: [...missing.values()] };
}

export function createTakePlanRows(rows: Rows): Pick<TakeWorkRows, "planTakes"> {
  function* change(sql: string, ids: readonly number[]): Work<void> {
    if (ids.length > 0) yield* run(`${sql} WHERE id IN @numbers`, jsonList(ids));
  }
  /** No take gets a lower priority. */
  function* raisePriorities(takes: readonly KnownTake[], queue: QueueOptions): Work<void> {
    for (const priority of new Set(takes.map((take) => priorityOf(take, queue)))) {
      const raised = takes.filter((take) => priorityOf(take, queue) === priority);
      yield* run(
        "UPDATE takes SET priority = ? WHERE id IN @numbers AND priority < ?",
        priority,
        jsonList(raised.map(({ id }) => id)),
        priority,
      );
    }
  }

  return {
    planTakes: rows.within(ofLeasedLanguage).note(function* (
      lease,
      { batchId, languageId },
      { takes, after, to },
      queue,
    ) {
      if (lease) yield* hold(lease);
      const known = yield* all<KnownTake>(
        `SELECT id, number, variant, key, state FROM takes
         WHERE batch_id = ? AND language_id = ? AND number > ? AND number <= ?`,
        batchId,
        languageId,
        after,
        to,
      );
      const { changed, waiting, missing } = compare(known, takes, queue !== null);
      for (const kind of Object.keys(changes) as Change[])
        yield* change(changes[kind], changed[kind]);
      if (!queue) return;
      yield* raisePriorities(waiting, queue);
      if (missing.length === 0) return;
      const { choose } = queue;
      yield* run(
        `INSERT INTO takes (batch_id, language_id, number, variant, key, state, text, fit, priority,
           is_to_choose, requested_by)
         SELECT ?, ?, CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), value ->> 2, 'queued', value ->> 3,
           value ->> 4, CAST(value ->> 5 AS BIGINT), CAST(value ->> 6 AS BIGINT), value ->> 7 FROM @items`,
        batchId,
        languageId,
        jsonList(
          missing.map(({ number, variant, key, text, fit }) => {
            const isToChoose = choose?.variant === variant;
            const priority = priorityOf({ variant }, queue);
            const by = isToChoose ? choose.by : "";
            return [number, variant, key, text, String(fit), priority, Number(isToChoose), by];
          }),
        ),
      );
    }),
  };
}
/** Above all others, the take that the reviewer wants to hear. */
const priorityOf = ({ variant }: { variant: number }, { priority = 0, first }: QueueOptions) =>
  variant === first ? priority + 1 : priority;

const positionOf = ({ number, variant }: { number: number; variant: number }) =>
  `${number}/${variant}`;
