/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are not reactive */
import type { BulkDraft } from "../../../../preload/contract/bulk";
import type { Problem } from "../../../../preload/model";
import { api, toProblem } from "../../../app/api";
import type { Rows } from "../../../ui/grid/data/rows";
import { toBulkRow } from "./bulk-rows";

/** Delay between a change and its save, in milliseconds. */
const saveDelayMs = 500;

type Change = Partial<Pick<BulkDraft, "name" | "settings" | "columns" | "targetFolder">>;

/** Saves a draft to disk while it is edited; only changed rows are written. */
export class Autosave {
  state = $state<"saved" | "saving" | "failed">("saved");
  problem = $state.raw<Problem | null>(null);
  #workspaceId: string;
  #draftId: number;
  #rows: () => Rows;
  #savedRows: Rows;
  #change: Change = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;

  constructor(workspaceId: string, draftId: number, rows: () => Rows) {
    this.#workspaceId = workspaceId;
    this.#draftId = draftId;
    this.#rows = rows;
    this.#savedRows = rows();
  }

  /** Schedules a save after a change of the rows or of the draft's properties. */
  touch(change: Change = {}): void {
    Object.assign(this.#change, change);
    if (this.state === "saved") {
      if (!this.#isDirty) return;
      this.state = "saving";
    }
    this.#timer ??= setTimeout(() => void this.flush(), saveDelayMs);
  }

  /** Saves all changes now. True once they are on disk. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#running) await this.#running;
    if (!this.#isDirty) {
      // The changes were undone before they were saved.
      this.state = "saved";
      this.problem = null;
      return true;
    }
    this.#running = this.#save().finally(() => (this.#running = null));
    return this.#running;
  }

  /** The rows as last saved. */
  get savedRows(): Rows {
    return this.#savedRows;
  }

  get #isDirty(): boolean {
    return this.#rows() !== this.#savedRows || Object.keys(this.#change).length > 0;
  }

  async #save(): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const draftId = this.#draftId;
    const change = this.#change;
    this.#change = {};
    const rows = this.#rows();
    try {
      if (Object.keys(change).length > 0)
        await api.bulk.changeDraft({ workspaceId, draftId, ...change });
      if (rows !== this.#savedRows) {
        const before = new Map(this.#savedRows.map((row) => [row.id, row]));
        const isSameOrder =
          rows.length === this.#savedRows.length &&
          rows.every(({ id }, index) => id === this.#savedRows[index]?.id);
        await api.bulk.saveRows({
          workspaceId,
          draftId,
          rows: rows.filter((row) => before.get(row.id) !== row).map(toBulkRow),
          order: isSameOrder ? null : rows.map(({ id }) => id),
        });
        this.#savedRows = rows;
      }
      this.problem = null;
      this.state = this.#isDirty ? "saving" : "saved";
      if (this.#isDirty) this.touch();
      return true;
    } catch (error) {
      // The unsaved changes are saved with the next attempt.
      this.#change = { ...change, ...this.#change };
      this.problem = toProblem(error);
      this.state = "failed";
      return false;
    }
  }
}
