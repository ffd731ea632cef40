/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are not changed after they are filled */
import type { BulkIssue } from "../../../../preload/contract/bulk";
import type { BatchProject } from "../../../../preload/facts/rules";
import { track } from "../../../app/messages/track";
import { fieldProblemText } from "../../../domain/outbox-messages";
import { t } from "../../../app/strings";
import type { CellProblem, RowProblems } from "../../../ui/grid/column";
import type { GridRow, Rows } from "../../../ui/grid/data/rows";
import { checkRow, nameKey, type CellViolation } from "./bulk-rows";

/** Rows validated per time slice: validating ten thousand rows must not delay key presses. */
const sliceSize = 500;

/** The number of rows with errors, and of rows with only warnings. */
export interface Summary {
  errors: number;
  warnings: number;
}

/**
 * Validation of the rows of a grid: the rules, checked synchronously for changed rows only;
 * duplicate names; and the issues of the last dry run or rejection, for rows that have not changed
 * since.
 */
export class DraftValidation {
  summary = $state.raw<Summary>({ errors: 0, warnings: 0 });
  /** The summary covers the current rows. */
  isCurrent = $state(false);
  #rows: () => Rows;
  #target: () => BatchProject;
  #issues = $state.raw<ReadonlyMap<GridRow, readonly BulkIssue[]>>(new Map());
  /**
   * Cached results of the rules. Replaced when the target changes, because other rules apply then.
   */
  #cache = $derived.by(() => {
    track(this.#target());
    return new WeakMap<GridRow, Readonly<Record<string, CellViolation>>>();
  });
  #keys = new WeakMap<GridRow, string>();
  /** The rows by id, and the number of rows per name. */
  #index = $derived.by(() => {
    const counts = new Map<string, number>();
    const byId = new Map<number, GridRow>();
    for (const row of this.#rows()) {
      byId.set(row.id, row);
      const key = this.#keyOf(row);
      if (key !== "") counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return { counts, byId };
  });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Call during the initialization of a component: the effect ends when it is destroyed. */
  constructor(rows: () => Rows, target: () => BatchProject) {
    this.#rows = rows;
    this.#target = target;
    $effect(() => {
      track(this.#cache, this.#index, this.#issues);
      this.isCurrent = false;
      this.#count(rows(), 0, { errors: 0, warnings: 0 });
      return () => clearTimeout(this.#timer);
    });
  }

  /** The problems of a row as text, by column. */
  of = (row: GridRow): RowProblems => {
    const problems: Record<string, CellProblem> = {};
    for (const [column, { rule, severity }] of Object.entries(this.#rulesOf(row)))
      problems[column] = { severity, text: t.bulk.issue(rule, "") };
    const key = this.#keyOf(row);
    // The row may be in editing: its committed version is not a duplicate.
    const committed = this.#index.byId.get(row.id);
    const own = committed && this.#keyOf(committed) === key ? 1 : 0;
    const others = (this.#index.counts.get(key) ?? 0) - own;
    if (key !== "" && others > 0)
      problems["name"] ??= { severity: "warning", text: t.bulk.issue("name-twice", "") };
    for (const { cell, severity, rule, message } of this.#issues.get(row) ?? [])
      if (problems[cell]?.severity !== "error")
        problems[cell] = { severity, text: t.bulk.issue(rule, message || fieldProblemText(rule)) };
    return problems;
  };

  hasErrors(row: GridRow): boolean {
    return Object.values(this.of(row)).some(({ severity }) => severity === "error");
  }

  /** Replaces all issues with those of a dry run of these rows. */
  replaceIssues(issues: readonly BulkIssue[], rows: Rows): void {
    this.#issues = new Map();
    this.addIssues(issues, rows);
  }

  /** Adds issues of these rows. */
  addIssues(issues: readonly BulkIssue[], rows: Rows): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const byRow = new Map(this.#issues);
    for (const issue of issues) {
      const row = byId.get(issue.rowId);
      if (row) byRow.set(row, [...(byRow.get(row) ?? []), issue]);
    }
    this.#issues = byRow;
  }

  #rulesOf(row: GridRow): Readonly<Record<string, CellViolation>> {
    let found = this.#cache.get(row);
    if (!found) {
      found = checkRow(this.#target(), row);
      this.#cache.set(row, found);
    }
    return found;
  }
  #keyOf(row: GridRow): string {
    let key = this.#keys.get(row);
    if (key === undefined) {
      key = nameKey(row);
      this.#keys.set(row, key);
    }
    return key;
  }

  #count(rows: Rows, from: number, before: Summary): void {
    const summary = { ...before };
    for (const row of rows.slice(from, from + sliceSize)) {
      const found = Object.values(this.of(row));
      if (found.some(({ severity }) => severity === "error")) summary.errors++;
      else if (found.some(({ severity }) => severity === "warning")) summary.warnings++;
    }
    const next = from + sliceSize;
    if (next < rows.length) this.#timer = setTimeout(() => this.#count(rows, next, summary), 0);
    else {
      this.summary = summary;
      this.isCurrent = true;
    }
  }
}
