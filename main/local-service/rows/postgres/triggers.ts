/**
 * Triggers of PostgreSQL: which checks are due, and which lines have changed. They have the effect
 * of those of SQLite, with one pass for all rows of a statement.
 *
 * - A trigger with transition tables cannot name columns: it compares the former and the new rows.
 *   The triggers of SQLite also fire for columns that are set to their former value.
 * - A trigger that changes a row of its own table does it before, by row. Otherwise it would fire
 *   itself for ever, which SQLite prevents.
 * - Times are those of the transaction: those of `clock_timestamp()` would differ in one statement.
 * - Rows are changed in the order of their keys, so that statements wait for each other instead of
 *   ending in a deadlock.
 */

/** What a trigger selects of the changed rows, by the kind of statement. */
type Event = "INSERT" | "UPDATE" | "DELETE";
const transitions: Readonly<Record<Event, string>> = {
  INSERT: "REFERENCING NEW TABLE AS present",
  UPDATE: "REFERENCING OLD TABLE AS former NEW TABLE AS present",
  DELETE: "REFERENCING OLD TABLE AS former",
};

/** A trigger of a table, whose function runs `body` once after a statement. */
const afterStatement = (name: string, event: Event, table: string, body: string): string => `
CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${body.trim()}
  RETURN NULL;
END $$;
CREATE TRIGGER ${name} AFTER ${event} ON ${table} ${transitions[event]}
  FOR EACH STATEMENT EXECUTE FUNCTION ${name}();
`;

/** The rows of a table whose values in these columns are new. */
const changed = (key: string, columns: string) =>
  `(SELECT ${key}, ${columns} FROM present EXCEPT SELECT ${key}, ${columns} FROM former) AS changed`;

/** The findings of the dubs of these languages, or of these batches, are due. */
const findingsDue = (key: "batch_id" | "batch_id, language_id", rows: string) => `
  UPDATE dubs SET findings_state = 1 FROM (
    SELECT d.batch_id AS batch, d.language_id AS language FROM dubs d
    WHERE d.findings_state <> 1 AND (${key
      .split(", ")
      .map((column) => `d.${column}`)
      .join(", ")}) IN (SELECT ${key} FROM ${rows})
    ORDER BY d.batch_id, d.language_id FOR UPDATE) AS due
  WHERE batch_id = due.batch AND language_id = due.language;`;

/** The lines of these rows have changed. */
const linesChanged = (rows: string) => `
  INSERT INTO review_revisions AS r (batch_id, language_id, first, revision)
    SELECT DISTINCT c.batch_id, c.language_id, floor(extract(epoch FROM now()))::BIGINT,
      floor(extract(epoch FROM now()))::BIGINT
    FROM ${rows} AS c WHERE EXISTS (SELECT 1 FROM batches b WHERE b.id = c.batch_id) ORDER BY 1, 2
    ON CONFLICT (batch_id, language_id) DO UPDATE SET revision = r.revision + 1;
  INSERT INTO line_changes (batch_id, language_id, number, revision)
    SELECT DISTINCT c.batch_id, c.language_id, c.number, r.revision
    FROM ${rows} AS c JOIN review_revisions r ON r.batch_id = c.batch_id AND r.language_id = c.language_id
      JOIN batches b ON b.id = c.batch_id
    ORDER BY 1, 2, 3
    ON CONFLICT (batch_id, language_id, number) DO UPDATE SET revision = excluded.revision;`;

const language = "batch_id, language_id";

export const triggers = [
  afterStatement("findings_due_by_new_take", "INSERT", "takes", findingsDue(language, "present")),
  afterStatement(
    "findings_due_by_take",
    "UPDATE",
    "takes",
    findingsDue(language, changed(`${language}, id`, "state, sha256")),
  ),
  afterStatement(
    "findings_due_by_removed_take",
    "DELETE",
    "takes",
    findingsDue(language, "former"),
  ),
  afterStatement(
    "findings_due_by_new_text",
    "INSERT",
    "line_texts",
    findingsDue("batch_id", "present"),
  ),
  afterStatement(
    "findings_due_by_text",
    "UPDATE",
    "line_texts",
    findingsDue("batch_id", changed("batch_id, number, language_id", "text")),
  ),
  afterStatement(
    "findings_due_by_text_set",
    "UPDATE",
    "translations",
    findingsDue("batch_id", changed(language, "text_set")),
  ),
  afterStatement(
    "findings_due_by_new_review",
    "INSERT",
    "line_reviews",
    findingsDue(language, "present WHERE offset_ms <> 0 OR chosen_variant IS NOT NULL"),
  ),
  afterStatement(
    "findings_due_by_review",
    "UPDATE",
    "line_reviews",
    findingsDue(language, changed(`${language}, number`, "offset_ms, chosen_variant")),
  ),
  afterStatement(
    "findings_due_by_line",
    "UPDATE",
    "lines",
    findingsDue("batch_id", changed("batch_id, number", "start_ms, end_ms, slot_ms, character_id")),
  ),
  `
CREATE FUNCTION findings_due_by_check() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.is_check_due = 1 THEN NEW.findings_state := 1; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER findings_due_by_check BEFORE UPDATE OF is_check_due ON dubs
  FOR EACH ROW EXECUTE FUNCTION findings_due_by_check();
`,
  afterStatement("line_changed_by_new_take", "INSERT", "takes", linesChanged("present")),
  afterStatement(
    "line_changed_by_take",
    "UPDATE",
    "takes",
    linesChanged(
      "(SELECT batch_id, language_id, number, id, state, sha256 FROM present EXCEPT SELECT batch_id, language_id, number, id, state, sha256 FROM former)",
    ),
  ),
  afterStatement("line_changed_by_removed_take", "DELETE", "takes", linesChanged("former")),
  ...(
    [
      ["review", "line_reviews", false],
      ["comment", "comments", true],
      ["ignored_check", "ignored_checks", true],
    ] as const
  ).flatMap(([name, table, isRemoved]) => [
    afterStatement(`line_changed_by_new_${name}`, "INSERT", table, linesChanged("present")),
    afterStatement(`line_changed_by_${name}`, "UPDATE", table, linesChanged("present")),
    ...(isRemoved
      ? [afterStatement(`line_changed_by_removed_${name}`, "DELETE", table, linesChanged("former"))]
      : []),
  ]),
  afterStatement("line_changed_by_finding", "INSERT", "line_findings", linesChanged("present")),
  afterStatement(
    "line_changed_by_removed_finding",
    "DELETE",
    "line_findings",
    linesChanged("former"),
  ),
  // The values of a line are those of all languages.
  afterStatement(
    "line_changed_by_line",
    "UPDATE",
    "lines",
    linesChanged(
      `(SELECT l.batch_id, t.language_id, l.number FROM
        (SELECT batch_id, number, revision FROM present EXCEPT SELECT batch_id, number, revision FROM former) AS l
        JOIN translations t ON t.batch_id = l.batch_id)`,
    ),
  ),
].join("");
