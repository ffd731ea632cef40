/* eslint-disable svelte/prefer-svelte-reactivity -- the set is asked, and never shown */
import { untrack } from "svelte";
import type { BulkDraft, BulkIssue, BulkMatch, BulkRow } from "../../../preload/contract/bulk";
import type { OutboxEntry } from "../../../preload/contract/outbox";
import type { ScriptProblem } from "../../../preload/contract/scripts";
import type { BatchSettings, Project, ProjectType } from "../../../preload/model/resources";
import type { BatchPlace } from "../../../preload/facts/rules";
import { api } from "../../app/api";
import { attempt } from "../../app/run-with-toast";
import { dependOn } from "../../app/track";
import { LanguageNames } from "../../domain/language-names.svelte";
import { query } from "../../app/query.svelte";
import { t } from "../../app/strings";
import { toasts } from "../../app/toasts.svelte";
import type { GridColumn } from "../../ui/grid/column";
import { GridControl } from "../../ui/grid/grid-control.svelte";
import { textOf, type GridRow } from "../../ui/grid/rows";
import { Sheet } from "../../ui/grid/sheet.svelte";
import { batchName, settingsOf, toGridRow } from "./bulk-rows";
import { DraftCheck } from "./validation.svelte";
import { draftColumns } from "./draft-columns";
import { DraftKeeper } from "./autosave.svelte";
import { withNames } from "./language-options";

/** What matching found, to be looked through before it becomes rows. */
export interface Matches {
  matches: readonly BulkMatch[];
  ignored: readonly string[];
}
/** A table that was read with problems. */
export interface Imported {
  rows: readonly BulkRow[];
  problems: readonly ScriptProblem[];
}
export interface DeskOptions {
  workspaceId: string;
  project: Project;
  type: ProjectType;
  draft: BulkDraft;
  rows: readonly BulkRow[];
}

/** A table of batches while it is open: its rows, what holds for all of them, and what can be done with them. */
export class DraftDesk {
  readonly workspaceId: string;
  readonly project: Project;
  readonly type: ProjectType;
  readonly draftId: number;
  readonly sheet: Sheet;
  readonly control: GridControl;
  readonly check: DraftCheck;
  readonly keeper: DraftKeeper;
  readonly languages: LanguageNames;
  name = $state("");
  settings = $state.raw<BatchSettings>({});
  /** Setting columns that are shown. */
  shown = $state.raw<readonly string[]>([]);
  targetFolder = $state("");
  /** Open dialogs. */
  matches = $state.raw<Matches | null>(null);
  imported = $state.raw<Imported | null>(null);
  isStarting = $state(false);
  isRenaming = $state(false);
  /** Everything is being checked. */
  isChecking = $state(false);
  #ownLanguages;
  #order;
  readonly #marked = new Set<string>();
  /** Languages of the project first, for they are what is mostly meant. */
  languageOptions = $derived.by(() => {
    const own = (this.#ownLanguages.data?.languages ?? []).map(({ languageId }) => languageId);
    const options = withNames(this.languages.options);
    return [
      ...options.filter(({ value }) => own.includes(value)),
      ...options.filter(({ value }) => !own.includes(value)),
    ];
  });
  place: BatchPlace = $derived.by(() => {
    const ids = this.languages.all.map(({ id }) => id);
    return { type: this.type, catalogueLanguages: ids.length > 0 ? ids : undefined };
  });
  columns: readonly GridColumn[] = $derived.by(() =>
    draftColumns({
      workspaceId: this.workspaceId,
      type: this.type,
      languages: this.languageOptions,
      settings: this.settings,
      shown: this.shown,
      hasVideos:
        this.type === "line-dubbing" && this.sheet.rows.some((row) => textOf(row, "video") !== ""),
    }),
  );

  /** To be made by a component: it counts for as long as that lives. */
  constructor({ workspaceId, project, type, draft, rows }: DeskOptions) {
    this.workspaceId = workspaceId;
    this.project = project;
    this.type = type;
    this.draftId = draft.id;
    this.name = draft.name;
    this.settings = draft.settings;
    this.shown = draft.columns;
    this.targetFolder = draft.targetFolder;
    this.languages = new LanguageNames(workspaceId);
    this.#ownLanguages = query(["projects", "batches"], () =>
      api.projects.languages({ workspaceId, projectId: project.id }),
    );
    this.#order = query(["outbox", "uploads"], () =>
      api.bulk.waiting({ workspaceId, draftId: draft.id }),
    );
    this.sheet = new Sheet(rows.map(toGridRow));
    this.check = new DraftCheck(
      () => this.sheet.rows,
      () => this.place,
    );
    this.control = new GridControl({
      sheet: this.sheet,
      columns: () => this.columns,
      problemsOf: this.check.of,
    });
    this.keeper = new DraftKeeper(workspaceId, draft.id, () => this.sheet.rows);
    $effect(() => {
      const { entry, issues } = this.#order.data ?? { entry: null, issues: [] };
      if (entry) untrack(() => this.#mark(entry, issues));
    });
    $effect(() => {
      dependOn(this.sheet.rows);
      untrack(() => this.keeper.touch());
    });
  }

  /** The order of this table that waits in the outbox or was refused: a start takes its place. */
  get order(): OutboxEntry | null {
    return this.#order.data?.entry ?? null;
  }

  /** A refusal marks each of its cells once: what is checked or typed afterwards is newer. */
  #mark(entry: OutboxEntry, issues: readonly BulkIssue[]): void {
    const fresh = issues.filter(({ rowId, cell, rule }) => {
      const name = JSON.stringify([entry.id, rowId, cell, rule]);
      const isFresh = !this.#marked.has(name);
      this.#marked.add(name);
      return isFresh;
    });
    if (fresh.length > 0) this.check.add(fresh, this.keeper.kept);
  }

  /** Changes what holds for all rows. */
  set(change: Partial<Pick<BulkDraft, "settings" | "columns" | "targetFolder">>): void {
    if (change.settings) this.settings = change.settings;
    if (change.columns) this.shown = change.columns;
    if (change.targetFolder !== undefined) this.targetFolder = change.targetFolder;
    this.keeper.touch(change);
  }

  /** Puts rows at the end, with the columns they need; says how many came in. */
  add(cells: readonly GridRow["cells"][]): void {
    const used = settingsOf(this.type).filter(
      (name) => !this.shown.includes(name) && cells.some((row) => row[`settings.${name}`]),
    );
    if (used.length > 0) this.set({ columns: [...this.shown, ...used] });
    const added = this.control.append(cells);
    const left = cells.length - added;
    if (added > 0) toasts.show(t.bulk.grid.added(added), { tone: "good" });
    if (left > 0) toasts.show(t.bulk.grid.noRoom(left), { tone: "bad" });
  }

  /** Videos of the gallery as rows, named after their files. */
  addVideos(paths: readonly string[]): void {
    this.add(paths.map((video) => ({ name: batchName(video), video })));
  }

  async fromFolder(): Promise<void> {
    const { workspaceId, project } = this;
    await attempt(async () => {
      this.#found(await api.bulk.chooseAndMatch({ workspaceId, projectId: project.id }));
    });
  }
  /** Files and folders of this computer that were dropped. */
  async fromPaths(paths: string[]): Promise<void> {
    const { workspaceId, project } = this;
    await attempt(async () => {
      this.#found(await api.bulk.match({ workspaceId, projectId: project.id, paths }));
    });
  }
  #found(found: Matches | null): void {
    if (!found) return;
    if (found.matches.length === 0) toasts.show(t.bulk.grid.nothingFound);
    else this.matches = found;
  }

  async fromTable(): Promise<void> {
    const { workspaceId, project } = this;
    await attempt(async () => {
      const read = await api.bulk.importRows({ workspaceId, projectId: project.id });
      if (!read) return;
      if (read.problems.length > 0) this.imported = read;
      else this.add(read.rows.map((row) => toGridRow(row).cells));
    });
  }
  async export(format: "xlsx" | "csv"): Promise<void> {
    const { workspaceId, draftId } = this;
    await attempt(async () => {
      if (!(await this.keeper.flush())) return;
      const saved = await api.bulk.exportRows({ workspaceId, draftId, format });
      if (saved) toasts.show(t.bulk.grid.exported(saved.path), { tone: "good" });
    });
  }
  /** Asks for the script of the row that the cursor is in. */
  async chooseScript(): Promise<void> {
    const { row } = this.control.cursor.active;
    await attempt(async () => {
      const chosen = await api.scripts.choose();
      const column = this.columns.findIndex(({ id }) => id === "script");
      if (!chosen || column < 0) return;
      this.control.cursor.moveTo({ row, column });
      this.control.begin();
      this.control.type(chosen.path);
      this.control.commit();
    });
  }

  /** Asks main what the service would say of every row; false when that could not be told. */
  async dryRun(): Promise<boolean> {
    const { workspaceId, draftId, sheet } = this;
    this.isChecking = true;
    const isTold = await attempt(async () => {
      this.control.commit();
      if (!(await this.keeper.flush())) throw new Error(t.bulk.grid.notKept);
      const { rows } = sheet;
      const { issues, checkedScripts } = await api.bulk.dryRun({ workspaceId, draftId });
      this.check.take(issues, rows);
      this.control.say(t.bulk.grid.checked(checkedScripts));
      if (!this.isStarting) toasts.show(t.bulk.grid.checked(checkedScripts));
    });
    this.isChecking = false;
    return isTold;
  }
}
