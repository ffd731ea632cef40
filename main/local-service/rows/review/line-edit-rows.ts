/** SQL of lines that are added and removed. */
import type { Database } from "../../../common/database/database";
import { toPromise } from "../to-promise";
import type { ChangedFrom, EditProblem, LineEditRows, MadeEdit } from "./line-edit-port";
import type { ReviewedLanguage } from "./review-port";
import { selectReviewed } from "./review-sql";
import { recordShared } from "./shared-values";
import { countLines } from "./count-lines";
import { createLineRowSets, lineOf, withoutRows, type LineRows } from "./line-row-sets";
import { createLineReplacement } from "./replace-lines";
import { mergeRows, splitRows } from "./split-and-merge";
import { createUndoEdit } from "./undo-edit";
import { newIdentity, newLineId } from "./new-line";

export function createLineEditRows(database: Database): LineEditRows {
  const rowSets = createLineRowSets(database);
  const replace = createLineReplacement(database, rowSets);
  const undo = createUndoEdit(database, rowSets, replace);

  /** Null unless the line has this revision. */
  function findUnchanged(
    language: ReviewedLanguage,
    { number, revision }: ChangedFrom,
  ): LineRows | null {
    const { sql, values } = selectReviewed(language, "revision", {
      sql: "WHERE number = ?",
      values: [number],
    });
    const found = database.get<{ revision: number }>(sql, ...values);
    return found?.revision === revision ? rowSets.rowsOf(language.batchId, number) : null;
  }

  const isBusy = (batchId: string): boolean =>
    database.get(
      `SELECT 1 FROM batches b WHERE b.id = ? AND (b.status IN ('ingesting', 'removed')
         OR EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = b.id))`,
      batchId,
    ) !== undefined;
  const languagesOf = (batchId: string): string[] =>
    database
      .all<{ languageId: string }>(
        "SELECT language_id AS languageId FROM translations WHERE batch_id = ? ORDER BY position",
        batchId,
      )
      .map(({ languageId }) => languageId);
  /** Inside a transaction: the texts before and after a change, in the history of a line. */
  function recordTexts(
    { before, after }: { before: LineRows; after: LineRows },
    { at, by }: { at: number; by: string },
    number: number,
  ): void {
    const { batch_id } = lineOf(after);
    for (const languageId of languagesOf(batch_id)) {
      const textIn = (rows: LineRows) =>
        rows.line_texts.find(({ language_id }) => language_id === languageId)?.text ?? "";
      const [from, to] = [textIn(before), textIn(after)];
      if (from === to) continue;
      database.run(
        `INSERT INTO line_history (batch_id, number, language_id, at, by, changes) VALUES (?, ?, ?, ?, ?, ?)`,
        batch_id,
        number,
        languageId,
        at,
        by,
        JSON.stringify({ target: [from, to] }),
      );
    }
  }
  const changing = (
    batchId: string,
    work: () => MadeEdit | EditProblem,
  ): Promise<MadeEdit | EditProblem> =>
    toPromise(() => database.durably(() => (isBusy(batchId) ? "busy" : work())));

  return {
    splitLine: (language, { textEnd, atMs, at, by, ...from }) =>
      changing(language.batchId, () => {
        const { batchId, languageId } = language;
        const before = findUnchanged(language, from);
        if (!before) return "changed";
        const line = lineOf(before);
        if (line.source_audio !== "") return "audio";
        const { first, second } = splitRows(
          before,
          { languageId, textEnd, atMs },
          {
            identity: newIdentity(database, batchId),
            lineId: newLineId(database, batchId, line.line_id),
          },
        );
        const edit = { kind: "split", at, by, from: line.number, count: 1 } as const;
        const made = replace(batchId, edit, [first, second]);
        if (atMs !== null)
          recordShared(
            database,
            { batchId, number: line.number },
            { at, by, changes: { endMs: [line.end_ms, atMs] } },
          );
        recordTexts({ before, after: first }, { at, by }, line.number);
        const changes = { origin: [null, "split"] as [unknown, unknown] };
        recordShared(database, { batchId, number: line.number + 1 }, { at, by, changes });
        return made;
      }),
    mergeLines: (language, { nextRevision, at, by, ...from }) =>
      changing(language.batchId, () => {
        const { batchId } = language;
        const first = findUnchanged(language, from);
        const next = { number: from.number + 1, revision: nextRevision };
        const second = findUnchanged(language, next);
        if (!first || !second) return "changed";
        const [line, other] = [lineOf(first), lineOf(second)];
        if (line.source_audio !== "" || other.source_audio !== "") return "audio";
        if (line.character_id !== other.character_id) return "character";
        const { merged, startMs, endMs } = mergeRows(first, second);
        const edit = { kind: "merge", at, by, from: line.number, count: 2 } as const;
        const made = replace(batchId, edit, [merged]);
        const changes: Record<string, [unknown, unknown]> = { origin: [null, "merge"] };
        if (startMs !== line.start_ms) changes["startMs"] = [line.start_ms, startMs];
        if (endMs !== line.end_ms) changes["endMs"] = [line.end_ms, endMs];
        recordShared(database, { batchId, number: line.number }, { at, by, changes });
        recordTexts({ before: first, after: merged }, { at, by }, line.number);
        return made;
      }),
    addLine: (language, { isBefore, characterId, startMs, endMs, at, by, ...from }) =>
      changing(language.batchId, () => {
        const { batchId } = language;
        const beside = findUnchanged(language, from);
        if (!beside) return "changed";
        const line = lineOf(beside);
        if (line.source_audio !== "") return "audio";
        const number = isBefore ? line.number : line.number + 1;
        const added = withoutRows({
          ...line,
          identity: newIdentity(database, batchId),
          line_id: newLineId(database, batchId, line.line_id),
          character_id: characterId,
          emotion: "",
          intensity: "",
          start_ms: startMs,
          end_ms: endMs,
          slot_ms: null,
          revision: 0,
        });
        const made = replace(batchId, { kind: "add", at, by, from: number, count: 0 }, [added]);
        const changes = { origin: [null, "add"] as [unknown, unknown] };
        recordShared(database, { batchId, number }, { at, by, changes });
        return made;
      }),
    deleteLine: (language, { at, by, ...from }) =>
      changing(language.batchId, () => {
        const { batchId } = language;
        if (!findUnchanged(language, from)) return "changed";
        if (countLines(database, batchId) === 1) return "last";
        return replace(batchId, { kind: "delete", at, by, from: from.number, count: 1 }, []);
      }),
    undoEdit: (batchId, edit) => changing(batchId, () => undo(batchId, edit)),
  };
}
