/** SQL of lines that are added and removed. */
import { ofBatch, ofItsBatch } from "../scopes";
import { all, exists, get, run, type Rows, type Work } from "../unit-of-work";
import { countLines } from "../batches/line-rows";
import type { ChangedFrom, EditProblem, LineEditRows, MadeEdit } from "./line-edit-port";
import type { ReviewedLanguage } from "./review-port";
import { selectReviewed } from "./review-sql";
import { recordShared } from "./shared-values";
import { lineOf, rowsOf, withoutRows, type LineRows } from "./line-row-sets";
import { replaceLines } from "./replace-lines";
import { mergeRows, splitRows } from "./split-and-merge";
import { undoEdit } from "./undo-edit";
import { newIdentity, newLineId } from "./new-line";

export function createLineEditRows(rows: Rows): LineEditRows {
  /** Null unless the line has this revision. */
  function* findUnchanged(
    language: ReviewedLanguage,
    { number, revision }: ChangedFrom,
  ): Work<LineRows | null> {
    const { sql, values } = selectReviewed(language, "revision", {
      sql: "WHERE number = ?",
      values: [number],
    });
    const found = yield* get<{ revision: number }>(sql, ...values);
    return found?.revision === revision ? yield* rowsOf(language.batchId, number) : null;
  }

  function* isBusy(batchId: string): Work<boolean> {
    return yield* exists(
      `SELECT 1 FROM batches b WHERE b.id = ? AND (b.status IN ('ingesting', 'removed')
         OR EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = b.id))`,
      batchId,
    );
  }
  function* languagesOf(batchId: string): Work<string[]> {
    return (yield* all<{ languageId: string }>(
      "SELECT language_id AS languageId FROM translations WHERE batch_id = ? ORDER BY position",
      batchId,
    )).map(({ languageId }) => languageId);
  }
  /** Inside a transaction: the texts before and after a change, in the history of a line. */
  function* recordTexts(
    { before, after }: { before: LineRows; after: LineRows },
    { at, by }: { at: number; by: string },
    number: number,
  ): Work<void> {
    const { batch_id } = lineOf(after);
    for (const languageId of yield* languagesOf(batch_id)) {
      const textIn = (rows: LineRows) =>
        rows.line_texts.find(({ language_id }) => language_id === languageId)?.text ?? "";
      const [from, to] = [textIn(before), textIn(after)];
      if (from === to) continue;
      yield* run(
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
  const unlessBusy = <Edit>(
    work: (language: ReviewedLanguage, edit: Edit) => Work<MadeEdit | EditProblem>,
  ) =>
    rows.within(ofItsBatch).change(function* (
      language: ReviewedLanguage,
      edit: Edit,
    ): Work<MadeEdit | EditProblem> {
      return (yield* isBusy(language.batchId)) ? "busy" : yield* work(language, edit);
    });

  return {
    splitLine: unlessBusy(function* (language, { textEnd, atMs, at, by, ...from }) {
      const { batchId, languageId } = language;
      const before = yield* findUnchanged(language, from);
      if (!before) return "changed";
      const line = lineOf(before);
      if (line.source_audio !== "") return "audio";
      const { first, second } = splitRows(
        before,
        { languageId, textEnd, atMs },
        {
          identity: yield* newIdentity(batchId),
          lineId: yield* newLineId(batchId, line.line_id),
        },
      );
      const edit = { kind: "split", at, by, from: line.number, count: 1 } as const;
      const made = yield* replaceLines(batchId, edit, [first, second]);
      if (atMs !== null)
        yield* recordShared(
          { batchId, number: line.number },
          { at, by, changes: { endMs: [line.end_ms, atMs] } },
        );
      yield* recordTexts({ before, after: first }, { at, by }, line.number);
      const changes = { origin: [null, "split"] as [unknown, unknown] };
      yield* recordShared({ batchId, number: line.number + 1 }, { at, by, changes });
      return made;
    }),
    mergeLines: unlessBusy(function* (language, { nextRevision, at, by, ...from }) {
      const { batchId } = language;
      const first = yield* findUnchanged(language, from);
      const next = { number: from.number + 1, revision: nextRevision };
      const second = yield* findUnchanged(language, next);
      if (!first || !second) return "changed";
      const [line, other] = [lineOf(first), lineOf(second)];
      if (line.source_audio !== "" || other.source_audio !== "") return "audio";
      if (line.character_id !== other.character_id) return "character";
      const { merged, startMs, endMs } = mergeRows(first, second);
      const edit = { kind: "merge", at, by, from: line.number, count: 2 } as const;
      const made = yield* replaceLines(batchId, edit, [merged]);
      const changes: Record<string, [unknown, unknown]> = { origin: [null, "merge"] };
      if (startMs !== line.start_ms) changes["startMs"] = [line.start_ms, startMs];
      if (endMs !== line.end_ms) changes["endMs"] = [line.end_ms, endMs];
      yield* recordShared({ batchId, number: line.number }, { at, by, changes });
      yield* recordTexts({ before: first, after: merged }, { at, by }, line.number);
      return made;
    }),
    addLine: unlessBusy(function* (
      language,
      { isBefore, characterId, startMs, endMs, at, by, ...from },
    ) {
      const { batchId } = language;
      const beside = yield* findUnchanged(language, from);
      if (!beside) return "changed";
      const line = lineOf(beside);
      if (line.source_audio !== "") return "audio";
      const number = isBefore ? line.number : line.number + 1;
      const added = withoutRows({
        ...line,
        identity: yield* newIdentity(batchId),
        line_id: yield* newLineId(batchId, line.line_id),
        character_id: characterId,
        emotion: "",
        intensity: "",
        start_ms: startMs,
        end_ms: endMs,
        slot_ms: null,
        revision: 0,
      });
      const made = yield* replaceLines(batchId, { kind: "add", at, by, from: number, count: 0 }, [
        added,
      ]);
      const changes = { origin: [null, "add"] as [unknown, unknown] };
      yield* recordShared({ batchId, number }, { at, by, changes });
      return made;
    }),
    deleteLine: unlessBusy(function* (language, { at, by, ...from }) {
      const { batchId } = language;
      if (!(yield* findUnchanged(language, from))) return "changed";
      if ((yield* countLines(batchId)) === 1) return "last";
      return yield* replaceLines(
        batchId,
        { kind: "delete", at, by, from: from.number, count: 1 },
        [],
      );
    }),
    undoEdit: rows.within(ofBatch).change(function* (batchId, edit) {
      return (yield* isBusy(batchId)) ? "busy" : yield* undoEdit(batchId, edit);
    }),
  };
}
