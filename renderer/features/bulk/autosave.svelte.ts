/* eslint-disable svelte/prefer-svelte-reactivity -- the maps are made and read at once */
import type { BulkDraft } from "../../../preload/contract/bulk";
import type { Problem } from "../../../preload/model";
import { api, toProblem } from "../../app/api";
import type { Rows } from "../../ui/grid/rows";
import { toBulkRow } from "./bulk-rows";

/** What is typed is on disk this long after, in milliseconds. */
const keepAfter = 500;

type Change = Partial<Pick<BulkDraft, "name" | "settings" | "columns" | "targetFolder">>;

/** Keeps a grid on this computer while it is being worked on: what has changed, and no more than that. */
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

  /** Something was changed: the rows, or what holds for all of them. */
  touch(change: Change = {}): void {
    Object.assign(this.#change, change);
    if (this.state === "kept") {
      if (!this.#isDirty) return;
      this.state = "keeping";
    }
    this.#timer ??= setTimeout(() => void this.flush(), keepAfter);
  }

  /** Keeps everything now; true when it is on disk. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#running) await this.#running;
    if (!this.#isDirty) {
      // What was to be kept has been taken back meanwhile.
      this.state = "kept";
      this.problem = null;
      return true;
    }
    this.#running = this.#keep().finally(() => (this.#running = null));
    return this.#running;
  }

  /** The rows as they are on disk. */
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
      // What was not kept is still there, and goes with the next try.
      this.#change = { ...change, ...this.#change };
      this.problem = toProblem(error);
      this.state = "failed";
      return false;
    }
  }
}
