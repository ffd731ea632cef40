/** SQL that brings the takes of a dub in line with its plan. */
import type { Database } from "../../../common/database/database";
import type { QueueOptions } from "./dub-port";
import type { TakeRow, TakeWorkRows } from "./dub-port";
import { toPromise } from "../to-promise";

interface KnownTake {
  id: number;
  number: number;
  variant: number;
  key: string;
  state: TakeRow["state"];
}

export function createTakePlanRows(database: Database): Pick<TakeWorkRows, "planTakes"> {
  const setState = (id: number, state: TakeRow["state"]) =>
    database.run("UPDATE takes SET state = ? WHERE id = ?", state, id);

  /** Takes that are no longer present: made ones stay as outdated, others are removed. */
  function retire({ id, state }: KnownTake): void {
    if (state === "made") setState(id, "outdated");
    else if (state !== "outdated") database.run("DELETE FROM takes WHERE id = ?", id);
  }

  return {
    planTakes: ({ batchId, languageId }, { takes, after, to }, queue) =>
      toPromise(() =>
        database.transaction(() => {
          const known = database.all<KnownTake>(
            `SELECT id, number, variant, key, state FROM takes
             WHERE batch_id = ? AND language_id = ? AND number > ? AND number <= ?`,
            batchId,
            languageId,
            after,
            to,
          );
          const wanted = new Map(takes.map((take) => [positionOf(take), take]));
          for (const take of known) {
            const position = positionOf(take);
            const isPresent = wanted.get(position)?.key === take.key;
            if (!isPresent) {
              retire(take);
              continue;
            }
            wanted.delete(position);
            if (take.state === "outdated") setState(take.id, "made");
            if (take.state === "failed" && queue) setState(take.id, "queued");
            if (queue && (take.state === "failed" || take.state === "queued"))
              database.run(
                "UPDATE takes SET priority = max(priority, ?) WHERE id = ?",
                priorityOf(take, queue),
                take.id,
              );
          }
          if (!queue) return;
          const { choose } = queue;
          for (const { number, variant, key, text, fit } of wanted.values()) {
            const isToChoose = choose?.variant === variant;
            database.run(
              `INSERT INTO takes (batch_id, language_id, number, variant, key, state, text, fit, priority,
                 is_to_choose, requested_by) VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?)`,
              batchId,
              languageId,
              number,
              variant,
              key,
              text,
              String(fit),
              priorityOf({ variant }, queue),
              isToChoose ? 1 : 0,
              isToChoose ? choose.by : "",
            );
          }
        }),
      ),
  };
}

/** Above all others, the take that the reviewer wants to hear. */
const priorityOf = ({ variant }: { variant: number }, { priority = 0, first }: QueueOptions) =>
  variant === first ? priority + 1 : priority;

const positionOf = ({ number, variant }: { number: number; variant: number }) =>
  `${number}/${variant}`;
