/* eslint-disable svelte/prefer-svelte-reactivity -- the set is not reactive */
import { untrack } from "svelte";
import { factsOfType } from "../../../../preload/facts/project-types";
import type { BulkDraft, BulkIssue, BulkRow, FoundFiles } from "../../../../preload/contract/bulk";
import type { OutboxEntry } from "../../../../preload/contract/outbox";
import type { BatchSettings, Project, ProjectType } from "../../../../preload/model/resources";
import type { BatchProject } from "../../../../preload/facts/rules";
import { api } from "../../../app/api";
import { runWithToast } from "../../../app/messages/run-with-toast";
import { track } from "../../../app/messages/track";
import { LanguageNames } from "../../../domain/language-names.svelte";
import { query } from "../../../app/query.svelte";
import { t } from "../../../app/strings";
import { toasts } from "../../../app/messages/toasts.svelte";
import type { GridColumn } from "../../../ui/grid/column";
import { GridControl } from "../../../ui/grid/grid-control.svelte";
import { textOf, type GridRow } from "../../../ui/grid/data/rows";
import { Sheet } from "../../../ui/grid/data/sheet.svelte";
import { batchName, isLocalPath, settingsOf, toGridRow } from "./bulk-rows";
import { DraftValidation } from "./validation.svelte";
import { draftColumns } from "./draft-columns";
import { Autosave } from "./autosave.svelte";
import { withNames } from "./language-options";

/** Matched files, to be reviewed before they become rows, and those that are left out. */
export type Matches = FoundFiles;
/** A spreadsheet that was read with problems. */
export type Imported = NonNullable<Awaited<ReturnType<typeof api.bulk.importRows>>>;
/** The local script of a row, and the options to read it. */
export interface OpenScript {
  path: string;
  languageCode: string;
  speakerSeparator: string;
}
export interface DraftEditorOptions {
  workspaceId: string;
  project: Project;
  type: ProjectType;
  draft: BulkDraft;
  rows: readonly BulkRow[];
}

/** The state of an open draft: its rows, the settings of all rows, and the operations on them. */
export class DraftEditor {
  readonly workspaceId: string;
  readonly project: Project;
  readonly type: ProjectType;
  readonly draftId: number;
  readonly sheet: Sheet;
  readonly control: GridControl;
  readonly validation: DraftValidation;
  readonly autosave: Autosave;
  readonly languages: LanguageNames;
  name = $state("");
  settings = $state.raw<BatchSettings>({});
  /** Setting columns that are shown. */
  shown = $state.raw<readonly string[]>([]);
  targetFolder = $state("");
  /** Open dialogs. */
  matches = $state.raw<Matches | null>(null);
  imported = $state.raw<Imported | null>(null);
  /** The script whose columns and encoding are shown. */
  openScript = $state.raw<OpenScript | null>(null);
  isStarting = $state(false);
  isRenaming = $state(false);
  /** A dry run of all rows is in progress. */
  isChecking = $state(false);
  #ownLanguages;
  #pendingRequest;
  readonly #marked = new Set<string>();
  /** Languages of the project first: they are the most likely choice. */
  languageOptions = $derived.by(() => {
    const own = (this.#ownLanguages.data?.languages ?? []).map(({ languageId }) => languageId);
    const options = withNames(this.languages.options);
    return [
      ...options.filter(({ value }) => own.includes(value)),
      ...options.filter(({ value }) => !own.includes(value)),
    ];
  });
  target: BatchProject = $derived.by(() => {
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
        factsOfType(this.type).video === "none" &&
        this.sheet.rows.some((row) => textOf(row, "video") !== ""),
    }),
  );

  /**
   * Call during the initialization of a component: queries and effects end when it is destroyed.
   */
  constructor({ workspaceId, project, type, draft, rows }: DraftEditorOptions) {
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
    this.#pendingRequest = query(["outbox", "uploads"], () =>
      api.bulk.waiting({ workspaceId, draftId: draft.id }),
    );
    this.sheet = new Sheet(rows.map(toGridRow));
    this.validation = new DraftValidation(
      () => this.sheet.rows,
      () => this.target,
    );
    this.control = new GridControl({
      sheet: this.sheet,
      columns: () => this.columns,
      problemsOf: this.validation.of,
    });
    this.autosave = new Autosave(workspaceId, draft.id, () => this.sheet.rows);
    $effect(() => {
      const { entry, issues } = this.#pendingRequest.data ?? { entry: null, issues: [] };
      if (entry) untrack(() => this.#mark(entry, issues));
    });
    $effect(() => {
      track(this.sheet.rows);
      untrack(() => this.autosave.touch());
    });
  }

  /**
   * The outbox entry of this draft that is waiting or was rejected; starting the draft again
   * replaces it.
   */
  get pendingRequest(): OutboxEntry | null {
    return this.#pendingRequest.data?.entry ?? null;
  }

  /** Marks each rejected cell once: a later dry run or edit is newer than the rejection. */
  #mark(entry: OutboxEntry, issues: readonly BulkIssue[]): void {
    const fresh = issues.filter(({ rowId, cell, rule }) => {
      const name = JSON.stringify([entry.id, rowId, cell, rule]);
      const isFresh = !this.#marked.has(name);
      this.#marked.add(name);
      return isFresh;
    });
    if (fresh.length > 0) this.validation.addIssues(fresh, this.autosave.savedRows);
  }

  /** Changes the settings of all rows, and schedules a save. */
  set(change: Partial<Pick<BulkDraft, "settings" | "columns" | "targetFolder">>): void {
    if (change.settings) this.settings = change.settings;
    if (change.columns) this.shown = change.columns;
    if (change.targetFolder !== undefined) this.targetFolder = change.targetFolder;
    this.autosave.touch(change);
  }

  /**
   * Appends rows and shows the setting columns they need. A toast reports how many were added and
   * how many did not fit.
   */
  add(cells: readonly GridRow["cells"][]): void {
    const usedSettings = settingsOf(this.type).filter(
      (name) => !this.shown.includes(name) && cells.some((row) => row[`settings.${name}`]),
    );
    if (usedSettings.length > 0) this.set({ columns: [...this.shown, ...usedSettings] });
    const added = this.control.rows.append(cells);
    const rejected = cells.length - added;
    if (added > 0) toasts.show(t.bulk.grid.added(added), { tone: "good" });
    if (rejected > 0) toasts.show(t.bulk.grid.noRoom(rejected), { tone: "bad" });
  }

  /** Appends videos of the gallery as rows, named after their files. */
  addVideos(paths: readonly string[]): void {
    this.add(paths.map((video) => ({ name: batchName(video), video })));
  }

  async fromFolder(): Promise<void> {
    const { workspaceId, project } = this;
    await runWithToast(async () => {
      this.#showMatches(await api.bulk.chooseAndMatch({ workspaceId, projectId: project.id }));
    });
  }
  /** Matches the files in dropped files and folders. */
  async fromPaths(paths: string[]): Promise<void> {
    const { workspaceId, project } = this;
    await runWithToast(async () => {
      this.#showMatches(await api.bulk.match({ workspaceId, projectId: project.id, paths }));
    });
  }
  #showMatches(found: Matches | null): void {
    if (!found) return;
    if (found.matches.length + found.failed.length === 0) toasts.show(t.bulk.grid.nothingFound);
    else this.matches = found;
  }

  async fromTable(): Promise<void> {
    const { workspaceId, project } = this;
    await runWithToast(async () => {
      const read = await api.bulk.importRows({ workspaceId, projectId: project.id });
      if (!read) return;
      if (read.problems.length > 0 || read.encoding) this.imported = read;
      else this.add(read.rows.map((row) => toGridRow(row).cells));
    });
  }
  /** Reads the table of the open dialog again, in another encoding. */
  async readTableAgain(path: string): Promise<void> {
    const { workspaceId, project } = this;
    this.imported = await api.bulk.importRows({ workspaceId, projectId: project.id, path });
  }
  async export(format: "xlsx" | "csv"): Promise<void> {
    const { workspaceId, draftId } = this;
    await runWithToast(async () => {
      if (!(await this.autosave.flush())) return;
      const saved = await api.bulk.exportRows({ workspaceId, draftId, format });
      if (saved) toasts.show(t.bulk.grid.exported(saved.path), { tone: "good" });
    });
  }
  /** The local script of the row that contains the cursor; null for none. */
  get scriptOfRow(): OpenScript | null {
    const row = this.sheet.rows[this.control.cursor.active.row];
    const path = row === undefined ? "" : textOf(row, "script").trim();
    if (row === undefined || !isLocalPath(path)) return null;
    const languageCode = textOf(row, "language").trim();
    const ownSeparator = textOf(row, "settings.sourceSpeakerSeparator");
    const speakerSeparator = ownSeparator || (this.settings.sourceSpeakerSeparator ?? "");
    return { path, languageCode, speakerSeparator };
  }
  /** Opens a file dialog and sets the script of the row that contains the cursor. */
  async chooseScript(): Promise<void> {
    const { row } = this.control.cursor.active;
    await runWithToast(async () => {
      const chosen = await api.scripts.choose();
      const column = this.columns.findIndex(({ id }) => id === "script");
      if (!chosen || column < 0) return;
      this.control.cursor.moveTo({ row, column });
      this.control.begin();
      this.control.type(chosen.path);
      this.control.commit();
    });
  }

  /**
   * Validates all rows in the main process, with the scripts' content. False if the check could not
   * be completed.
   */
  async dryRun(): Promise<boolean> {
    const { workspaceId, draftId, sheet } = this;
    this.isChecking = true;
    const isComplete = await runWithToast(async () => {
      this.control.commit();
      if (!(await this.autosave.flush())) throw new Error(t.bulk.grid.notSaved);
      const { rows } = sheet;
      const { issues, checkedScripts } = await api.bulk.dryRun({ workspaceId, draftId });
      this.validation.replaceIssues(issues, rows);
      this.control.announce(t.bulk.grid.checked(checkedScripts));
      if (!this.isStarting) toasts.show(t.bulk.grid.checked(checkedScripts));
    });
    this.isChecking = false;
    return isComplete;
  }
}
