/** SQL of lines that are added and removed. */
import { createHash } from "node:crypto";
import { z } from "zod";
import type { Database, SqlValue } from "../../../common/database/database";
import { markForCheck, refreshStatus } from "../batches/batch-status";
import { toPromise } from "../to-promise";
import type { lineEdits } from "../../../../preload/facts/line-edits";
import type { ChangedFrom, EditProblem, LineEditRows, MadeEdit } from "./line-edit-port";
import { reviewValues } from "./line-review";
import type { ReviewedLanguage } from "./review-port";
import { selectReviewed } from "./review-sql";
import { recordShared, refreshCharacters } from "./shared-values";
import { joinTexts, splitText } from "./split-text";
import { lineSchemas, madeLine } from "./line-schemas";

/** The rows of a line, by table; parents first. */
const lineTables = [
  "lines",
  "line_texts",
  "line_reviews",
  "line_history",
  "comments",
  "ignored_checks",
] as const;
type LineTable = (typeof lineTables)[number];
type Row<Table extends LineTable> = z.infer<(typeof lineSchemas)[Table]>;
type LineRows = { [Table in LineTable]: Row<Table>[] };
/** SECURITY: the rows may be those of a prepared backup, and their names become SQL. */
const storedRows = z.array(
  z.strictObject({
    lines: z.array(lineSchemas.lines).length(1),
    line_texts: z.array(lineSchemas.line_texts),
    line_reviews: z.array(lineSchemas.line_reviews),
    line_history: z.array(lineSchemas.line_history),
    comments: z.array(lineSchemas.comments),
    ignored_checks: z.array(lineSchemas.ignored_checks),
  }),
);

/** Tables with numbers of lines, which change together. */
const numberedTables = [...lineTables, "line_findings", "takes"] as const;
/** Above all numbers of lines: rows are there while they get other numbers. */
const aside = 1_000_000_000;
/** Identities of added lines begin after those of the lines of a script. */
const firstIdentity = 1_000_000_000;
/** Changes that can be undone in a batch; earlier ones are forgotten. */
const keptEdits = 500;

/** What a reviewer sets for a line and sees of it. */
const seenValues = ["voice", "offsetMs", "fit", "decision", "reason"] as const;
const noValues = JSON.stringify(seenValues.map((name) => reviewValues[name].none));
/** The columns of a review; those of `reviewValues` have no types of their own. */
const reviewOf = (row: Row<"line_reviews">): Readonly<Record<string, unknown>> => row;

interface Edit {
  kind: (typeof lineEdits)[number];
  by: string;
  at: number;
  /** The number of the first replaced line, and how many are replaced. */
  from: number;
  count: number;
}

export function createLineEditRows(database: Database): LineEditRows {
  function rowsOf(batchId: string, number: number): LineRows {
    const entries = lineTables.map((table) => [
      table,
      database.all(`SELECT * FROM ${table} WHERE batch_id = ? AND number = ?`, batchId, number),
    ]);
    return Object.fromEntries(entries) as LineRows;
  }
  const lineOf = (rows: LineRows): Row<"lines"> => {
    const [line] = rows.lines;
    if (!line) throw new Error("the rows have no line");
    return line;
  };
  function insert(table: LineTable, row: Record<string, SqlValue>): void {
    const names = Object.keys(row);
    const places = names.map(() => "?").join(", ");
    database.run(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`,
      ...Object.values(row),
    );
  }

  /** What a reviewer sees of a line: its values, texts and decisions. */
  function contentOf(batchId: string, number: number): string {
    const { lines, line_texts, line_reviews } = rowsOf(batchId, number);
    const texts = line_texts.map(({ language_id, text }) => [language_id, text]);
    // A line without a row of a language, and one whose row has no value, are the same.
    const reviews = line_reviews
      .map((row) => seenValues.map((name) => reviewOf(row)[reviewValues[name].column] ?? null))
      .map((values, index) => [line_reviews[index]?.language_id, ...values])
      .filter(([, ...values]) => JSON.stringify(values) !== noValues);
    const values = lines.map((line) => [
      line.character_id,
      line.emotion,
      line.intensity,
      line.start_ms,
      line.end_ms,
    ]);
    return createHash("sha256")
      .update(JSON.stringify([values, texts, reviews]))
      .digest("hex");
  }

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
    return found?.revision === revision ? rowsOf(language.batchId, number) : null;
  }

  const isBusy = (batchId: string): boolean =>
    database.get(
      `SELECT 1 FROM batches b WHERE b.id = ? AND (b.status IN ('ingesting', 'removed')
         OR EXISTS (SELECT 1 FROM tasks k WHERE k.batch_id = b.id))`,
      batchId,
    ) !== undefined;
  const countLines = (batchId: string): number =>
    database.get<{ count: number }>(
      "SELECT count(*) AS count FROM lines WHERE batch_id = ?",
      batchId,
    )?.count ?? 0;
  const languagesOf = (batchId: string): string[] =>
    database
      .all<{ languageId: string }>(
        "SELECT language_id AS languageId FROM translations WHERE batch_id = ? ORDER BY position",
        batchId,
      )
      .map(({ languageId }) => languageId);
  const newIdentity = (batchId: string): number =>
    firstIdentity +
    (database.get<{ set: number }>('SELECT line_set AS "set" FROM batches WHERE id = ?', batchId)
      ?.set ?? 0);

  /** An id that no line has yet: "L7-2" after "L7"; "" in a script without ids. */
  function newLineId(batchId: string, id: string): string {
    if (id === "") return "";
    for (let part = 2; ; part += 1) {
      const candidate = `${id}-${part}`;
      const sql = "SELECT 1 FROM lines WHERE batch_id = ? AND line_id = ?";
      if (!database.get(sql, batchId, candidate)) return candidate;
    }
  }

  /** The takes of a line that is removed stay, for the case that it returns. */
  function parkTakes(batchId: string, { number, identity }: Row<"lines">): void {
    const line = [batchId, number];
    database.run(
      `DELETE FROM takes WHERE batch_id = ? AND number = ? AND state IN ('queued', 'failed')`,
      ...line,
    );
    database.run(
      "UPDATE takes SET number = ?, state = 'outdated' WHERE batch_id = ? AND number = ?",
      -identity,
      ...line,
    );
  }

  /** Gives the lines from `from` on other numbers, in all tables. */
  function shift(batchId: string, from: number, by: number): void {
    if (by === 0) return;
    for (const table of numberedTables) {
      database.run(
        `UPDATE ${table} SET number = number + ${aside} WHERE batch_id = ? AND number >= ?`,
        batchId,
        from,
      );
      database.run(
        `UPDATE ${table} SET number = number - ${aside} + ? WHERE batch_id = ? AND number >= ${aside}`,
        by,
        batchId,
      );
    }
  }

  /** Inside a transaction: replaces lines by others, whose rows get their numbers here. */
  function replace(batchId: string, edit: Edit, lines: readonly LineRows[]): MadeEdit {
    const { kind, by, at, from, count } = edit;
    // The rows of lines refer to them: both get other numbers in this transaction.
    database.exec("PRAGMA defer_foreign_keys = ON");
    const afterLine = database.get<{ identity: number }>(
      "SELECT identity FROM lines WHERE batch_id = ? AND number = ?",
      batchId,
      from - 1,
    );
    const replaced = Array.from({ length: count }, (_, index) => rowsOf(batchId, from + index));
    for (const rows of replaced) {
      parkTakes(batchId, lineOf(rows));
      const sql = "DELETE FROM lines WHERE batch_id = ? AND number = ?";
      database.run(sql, batchId, lineOf(rows).number);
    }
    shift(batchId, from + count, lines.length - count);
    const numbers = lines.map((rows, index) => {
      const number = from + index;
      for (const table of lineTables)
        for (const row of rows[table]) insert(table, { ...row, batch_id: batchId, number });
      const sql = "UPDATE takes SET number = ? WHERE batch_id = ? AND number = ?";
      database.run(sql, number, batchId, -lineOf(rows).identity);
      return number;
    });
    database.run("UPDATE batches SET line_set = line_set + 1 WHERE id = ?", batchId);
    // Clients read all lines again.
    database.run(
      `INSERT INTO review_revisions
         SELECT batch_id, language_id, unixepoch(), unixepoch() FROM translations WHERE batch_id = ?
       ON CONFLICT DO UPDATE SET first = revision + 1, revision = revision + 1`,
      batchId,
    );
    database.run("DELETE FROM line_changes WHERE batch_id = ?", batchId);
    database.run(
      "UPDATE translations SET spare_from = 1 WHERE batch_id = ? AND spare_from IS NOT NULL",
      batchId,
    );
    database.run("UPDATE dubs SET findings_state = 1 WHERE batch_id = ?", batchId);
    markForCheck(database, batchId);
    refreshCharacters(database, batchId, at);
    refreshStatus(database, batchId, at);
    const made = lines.map((rows, index) => ({
      identity: lineOf(rows).identity,
      content: contentOf(batchId, from + index),
    }));
    const stored = database.get<{ id: number }>(
      `INSERT INTO line_edits (batch_id, kind, at, by, after_line, replaced, made)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      batchId,
      kind,
      at,
      by,
      afterLine?.identity ?? 0,
      JSON.stringify(replaced),
      JSON.stringify(made),
    );
    const id = stored?.id ?? 0;
    database.run(
      `DELETE FROM line_edits WHERE batch_id = ? AND id NOT IN
         (SELECT id FROM line_edits WHERE batch_id = ? ORDER BY id DESC LIMIT ${keptEdits})`,
      batchId,
      batchId,
    );
    return { id, numbers };
  }

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
  const languageOfSet = (set: string) => set.replace(/#$/, "");
  const withoutRows = (line: Row<"lines">): LineRows => ({
    lines: [line],
    line_texts: [],
    line_reviews: [],
    line_history: [],
    comments: [],
    ignored_checks: [],
  });
  /** Another line of the same voice and fit, without decisions and offset. */
  const toNewReview = (row: Row<"line_reviews">): Row<"line_reviews"> => ({
    ...row,
    ...Object.fromEntries(
      Object.entries(reviewValues)
        .filter(([name]) => name !== "voice" && name !== "fit")
        .map(([, { column, none }]) => [column, none]),
    ),
    revision: 1,
  });
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
        const own = before.line_texts.find((row) => row.language_id === languageId)?.text ?? "";
        const share = own.length === 0 ? 0.5 : textEnd / own.length;
        const parts = before.line_texts.map((row) => {
          const of = languageOfSet(row.language_id);
          const isOwn = row.language_id === languageId;
          const [first, second] = isOwn
            ? [row.text.slice(0, textEnd).trim(), row.text.slice(textEnd).trim()]
            : splitText(row.text, share, of);
          return [
            { ...row, text: first },
            { ...row, text: second },
          ] as const;
        });
        const atSecond = (atComment: number | null) =>
          atMs !== null && atComment !== null && atComment >= atMs - (line.start_ms ?? 0);
        const first: LineRows = {
          ...before,
          lines: [{ ...line, end_ms: atMs ?? line.end_ms, revision: line.revision + 1 }],
          line_texts: parts.map(([text]) => text),
          comments: before.comments.filter(({ at_ms }) => !atSecond(at_ms)),
        };
        const second: LineRows = {
          ...withoutRows({
            ...line,
            identity: newIdentity(batchId),
            line_id: newLineId(batchId, line.line_id),
            start_ms: atMs ?? line.start_ms,
            slot_ms: null,
          }),
          line_texts: parts.map(([, text]) => text),
          line_reviews: before.line_reviews.map(toNewReview),
          comments: before.comments
            .filter(({ at_ms }) => atSecond(at_ms))
            .map((row) => ({
              ...row,
              at_ms: (row.at_ms ?? 0) - ((atMs ?? 0) - (line.start_ms ?? 0)),
              take_id: null,
            })),
        };
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
        const isTimed = line.start_ms !== null && other.start_ms !== null;
        const startMs = isTimed ? Math.min(line.start_ms ?? 0, other.start_ms ?? 0) : line.start_ms;
        const endMs = isTimed ? Math.max(line.end_ms ?? 0, other.end_ms ?? 0) : line.end_ms;
        const sets = new Set(
          [...first.line_texts, ...second.line_texts].map(({ language_id }) => language_id),
        );
        const textIn = (rows: LineRows, set: string) =>
          rows.line_texts.find(({ language_id }) => language_id === set)?.text ?? "";
        const moved = (of: Row<"lines">) => (row: Row<"comments">) => ({
          ...row,
          at_ms: row.at_ms === null ? null : row.at_ms + (of.start_ms ?? 0) - (startMs ?? 0),
        });
        const merged: LineRows = {
          ...first,
          lines: [{ ...line, start_ms: startMs, end_ms: endMs, revision: line.revision + 1 }],
          line_texts: [...sets].map((set) => ({
            batch_id: batchId,
            number: line.number,
            language_id: set,
            text: joinTexts(textIn(first, set), textIn(second, set), languageOfSet(set)),
          })),
          comments: [
            ...first.comments.map(moved(line)),
            ...second.comments.map((row) => ({ ...moved(other)(row), take_id: null })),
          ],
        };
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
          identity: newIdentity(batchId),
          line_id: newLineId(batchId, line.line_id),
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
        if (countLines(batchId) === 1) return "last";
        return replace(batchId, { kind: "delete", at, by, from: from.number, count: 1 }, []);
      }),
    undoEdit: (batchId, { id, at, by }) =>
      changing(batchId, () => {
        const stored = database.get<{ afterLine: number; replaced: string; made: string }>(
          `SELECT after_line AS afterLine, replaced, made FROM line_edits
           WHERE batch_id = ? AND id = ? AND is_undone = 0`,
          batchId,
          id,
        );
        if (!stored) return "unknown";
        const replaced = storedRows.safeParse(JSON.parse(stored.replaced));
        const made = z.array(madeLine).safeParse(JSON.parse(stored.made));
        if (!replaced.success || !made.success) return "unknown";
        const numberOf = (identity: number) =>
          database.get<{ number: number }>(
            "SELECT number FROM lines WHERE batch_id = ? AND identity = ?",
            batchId,
            identity,
          )?.number;
        const numbers = made.data.map(({ identity }) => numberOf(identity));
        // A change that made no line is undone after the line that was before the removed ones.
        const before = stored.afterLine === 0 ? 0 : numberOf(stored.afterLine);
        const from = numbers[0] ?? (before === undefined ? countLines(batchId) : before) + 1;
        const isUnchanged = made.data.every(
          ({ content }, index) =>
            numbers[index] === from + index && contentOf(batchId, from + index) === content,
        );
        const isReturned = replaced.data.some(({ lines }) => {
          const number = numberOf(lines[0]?.identity ?? 0);
          return number !== undefined && !numbers.includes(number);
        });
        if (!isUnchanged || isReturned) return "changed";
        const lines = withNewComments(batchId, { from, count: made.data.length }, replaced.data);
        if (!lines) return "changed";
        const edit = { kind: "undo", at, by, from, count: made.data.length } as const;
        const undone = replace(batchId, edit, lines);
        database.run("UPDATE line_edits SET is_undone = 1 WHERE id = ?", id);
        return undone;
      }),
  };

  /**
   * Comments and entries of the history that were added since then stay, at the first line. Null if
   * there is no line for a comment.
   */
  function withNewComments(
    batchId: string,
    { from, count }: { from: number; count: number },
    lines: readonly LineRows[],
  ): LineRows[] | null {
    const present = Array.from({ length: count }, (_, index) => rowsOf(batchId, from + index));
    const known = new Set(lines.flatMap(({ comments }) => comments.map(({ id }) => id)));
    const added = present
      .flatMap(({ comments }) => comments)
      .filter(({ id }) => !known.has(id))
      .map((row) => ({ ...row, take_id: null }));
    if (lines.length === 0 && added.length > 0) return null;
    return lines.map((rows, index) => {
      const { identity } = lineOf(rows);
      const now = present.find((one) => lineOf(one).identity === identity);
      return {
        ...rows,
        line_history: now ? now.line_history : rows.line_history,
        comments: index === 0 ? [...rows.comments, ...added] : rows.comments,
      };
    });
  }
}
