/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are not reactive */
import type { BulkDraft } from "../../../preload/contract/bulk";
import type { Problem } from "../../../preload/model";
import { api, toProblem } from "../../app/api";
import type { Rows } from "../../ui/grid/rows";
import { toBulkRow } from "./bulk-rows";

/** Delay between a change and its save, in milliseconds. */
const keepAfter = 500;

type Change = Partial<Pick<BulkDraft, "name" | "settings" | "columns" | "targetFolder">>;

/** Saves a draft to disk while it is edited; only changed rows are written. */
export class DraftKeeper {
  state = $state<"kept" | "keeping" | "failed">("kept");
  problem = $state.raw<Problem | null>(null);
  #workspaceId: string;
  #draftId: number;
  #rows: () => Rows;
  #kept: Rows;
  #change: Change = {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<boolean> | null = null;

  constructor(workspaceId: string, draftId: number, rows: () => Rows) {
    this.#workspaceId = workspaceId;
    this.#draftId = draftId;
    this.#rows = rows;
    this.#kept = rows();
  }

  /** Schedules a save after a change of the rows or of the draft's properties. */
  touch(change: Change = {}): void {
    Object.assign(this.#change, change);
    if (this.state === "kept") {
      if (!this.#isDirty) return;
      this.state = "keeping";
    }
    this.#timer ??= setTimeout(() => void this.flush(), keepAfter);
  }

  /** Saves all changes now. True once they are on disk. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#running) await this.#running;
    if (!this.#isDirty) {
      // The changes were undone before they were saved.
      this.state = "kept";
      this.problem = null;
      return true;
    }
    this.#running = this.#keep().finally(() => (this.#running = null));
    return this.#running;
  }

  /** The rows as last saved. */
  get kept(): Rows {
    return this.#kept;
  }

  get #isDirty(): boolean {
    return this.#rows() !== this.#kept || Object.keys(this.#change).length > 0;
  }

  async #keep(): Promise<boolean> {
    const workspaceId = this.#workspaceId;
    const draftId = this.#draftId;
    const change = this.#change;
    this.#change = {};
    const rows = this.#rows();
    try {
      if (Object.keys(change).length > 0)
        await api.bulk.changeDraft({ workspaceId, draftId, ...change });
      if (rows !== this.#kept) {
        const before = new Map(this.#kept.map((row) => [row.id, row]));
        const isSameOrder =
          rows.length === this.#kept.length &&
          rows.every(({ id }, index) => id === this.#kept[index]?.id);
        await api.bulk.saveRows({
          workspaceId,
          draftId,
          rows: rows.filter((row) => before.get(row.id) !== row).map(toBulkRow),
          order: isSameOrder ? null : rows.map(({ id }) => id),
        });
        this.#kept = rows;
      }
      this.problem = null;
      this.state = this.#isDirty ? "keeping" : "kept";
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
