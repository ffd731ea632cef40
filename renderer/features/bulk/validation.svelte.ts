/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are filled once and only read from then on */
import type { BulkIssue } from "../../../preload/contract/bulk";
import type { BatchPlace } from "../../../preload/facts/rules";
import { dependOn } from "../../app/track";
import { faultText } from "../../domain/outbox-messages";
import { t } from "../../app/strings";
import type { CellProblem, RowProblems } from "../../ui/grid/column";
import type { GridRow, Rows } from "../../ui/grid/rows";
import { checkRow, nameKey, type Found } from "./bulk-rows";

/** Rows looked at in one go: a grid of ten thousand must not keep a key waiting. */
const sliceSize = 500;

/** How many rows have something wrong with them. */
export interface Summary {
  errors: number;
  warnings: number;
}

/**
 * What is wrong with the rows of a grid: the rules at once and only for rows that have changed, names that are there
 * twice, and what the last dry run or refusal said of rows that are still as they were then.
 */
export class DraftCheck {
  summary = $state.raw<Summary>({ errors: 0, warnings: 0 });
  /** The summary is of the rows as they are. */
  isCurrent = $state(false);
  #rows: () => Rows;
  #place: () => BatchPlace;
  #dry = $state.raw<ReadonlyMap<GridRow, readonly BulkIssue[]>>(new Map());
  /** Anew for another place: with it other rules hold. */
  #known = $derived.by(() => {
    dependOn(this.#place());
    return new WeakMap<GridRow, Readonly<Record<string, Found>>>();
  });
  #keys = new WeakMap<GridRow, string>();
  /** The rows by number, and how many are called the same. */
  #present = $derived.by(() => {
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

  /** To be made by a component: it counts for as long as that lives. */
  constructor(rows: () => Rows, place: () => BatchPlace) {
    this.#rows = rows;
    this.#place = place;
    $effect(() => {
      dependOn(this.#known, this.#present, this.#dry);
      this.isCurrent = false;
      this.#count(rows(), 0, { errors: 0, warnings: 0 });
      return () => clearTimeout(this.#timer);
    });
  }

  /** What is wrong with a row, in words, by column. */
  of = (row: GridRow): RowProblems => {
    const problems: Record<string, CellProblem> = {};
    for (const [column, { rule, severity }] of Object.entries(this.#rulesOf(row)))
      problems[column] = { severity, text: t.bulk.issue(rule, "") };
    const key = this.#keyOf(row);
    // The row may be one that is being typed into: the kept one is not another.
    const kept = this.#present.byId.get(row.id);
    const own = kept && this.#keyOf(kept) === key ? 1 : 0;
    const others = (this.#present.counts.get(key) ?? 0) - own;
    if (key !== "" && others > 0)
      problems["name"] ??= { severity: "warning", text: t.bulk.issue("name-twice", "") };
    for (const { cell, severity, rule, message } of this.#dry.get(row) ?? [])
      if (problems[cell]?.severity !== "error")
        problems[cell] = { severity, text: t.bulk.issue(rule, message || faultText(rule)) };
    return problems;
  };

  hasErrors(row: GridRow): boolean {
    return Object.values(this.of(row)).some(({ severity }) => severity === "error");
  }

  /** Takes what a dry run has said of these rows, in the place of what was said before. */
  take(issues: readonly BulkIssue[], rows: Rows): void {
    this.#dry = new Map();
    this.add(issues, rows);
  }

  /** Takes what is to be said of these rows besides. */
  add(issues: readonly BulkIssue[], rows: Rows): void {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const dry = new Map(this.#dry);
    for (const issue of issues) {
      const row = byId.get(issue.rowId);
      if (row) dry.set(row, [...(dry.get(row) ?? []), issue]);
    }
    this.#dry = dry;
  }

  #rulesOf(row: GridRow): Readonly<Record<string, Found>> {
    let found = this.#known.get(row);
    if (!found) {
      found = checkRow(this.#place(), row);
      this.#known.set(row, found);
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
      else if (found.length > 0) summary.warnings++;
    }
    const next = from + sliceSize;
    if (next < rows.length) this.#timer = setTimeout(() => this.#count(rows, next, summary), 0);
    else {
      this.summary = summary;
      this.isCurrent = true;
    }
  }
}
