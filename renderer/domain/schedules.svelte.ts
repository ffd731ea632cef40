/** Due dates and notes of the projects and batches of a workspace. */
import type { ListedSchedule, Schedule, ScheduleChange } from "../../preload/contract/schedules";
import type { Problem } from "../../preload/model";
import { api } from "../app/api";
import { coarseNow } from "../app/clock.svelte";
import { TypedText } from "../app/forms/typed-text.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { query, type Query } from "../app/query.svelte";
import { t } from "../app/strings";
import { dayOf } from "./days";

/** A project, or a batch of it. */
export interface Scheduled {
  projectId: string;
  /** Null for the project itself. */
  batchId: string | null;
}

const keyOf = ({ projectId, batchId }: Scheduled) => JSON.stringify([projectId, batchId]);

async function readSchedules(workspaceId: string) {
  return { ...(await api.schedules.list({ workspaceId })), workspaceId };
}

export class Schedules {
  #workspace: { readonly workspaceId: string | null };
  #query: Query<Awaited<ReturnType<typeof readSchedules>>>;
  /** Not those of another workspace, which the query has until it has read this one. */
  #data = $derived.by(() => {
    const { data } = this.#query;
    return data?.workspaceId === this.#workspace.workspaceId ? data : undefined;
  });
  #byKey = $derived.by((): Record<string, ListedSchedule | undefined> =>
    Object.fromEntries(this.all.map((schedule) => [keyOf(schedule), schedule])),
  );

  /** `workspace`: the session for those of its current workspace. */
  constructor(workspace: { readonly workspaceId: string | null }) {
    this.#workspace = workspace;
    this.#query = query(["schedules", "projects", "batches"], () =>
      workspace.workspaceId === null ? null : readSchedules(workspace.workspaceId),
    );
  }

  get all(): readonly ListedSchedule[] {
    return this.#data?.schedules ?? [];
  }
  /** Whether the stored values are known. */
  get isRead(): boolean {
    return this.#data !== undefined;
  }
  /** Why they could not be read. */
  get problem(): Problem | null {
    return this.#query.error;
  }
  /** They are stored on this computer only. */
  get isStoredHere(): boolean {
    return this.#data?.isStoredHere ?? false;
  }
  /** Reads them again, if the workspace is still the same one. A failure leaves what was read. */
  async reread(): Promise<void> {
    const { workspaceId } = this.#workspace;
    if (workspaceId === null) return;
    const data = await readSchedules(workspaceId).catch(() => null);
    if (data && workspaceId === this.#workspace.workspaceId) this.#query.put(data);
  }
  /** Undefined without a due date and a note. */
  of(scheduled: Scheduled): ListedSchedule | undefined {
    return this.#byKey[keyOf(scheduled)];
  }
}

/** Whether something is not done on the day after which it is late; reactive. */
export const isOverdue = ({ dueOn, isDone }: Pick<ListedSchedule, "dueOn" | "isDone">): boolean =>
  dueOn !== null && !isDone && dueOn < dayOf(coarseNow());

/** Changes are stored one after another, so that the undo of the last one is offered last. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Stores values, and shows a toast that can undo it. Resolves with the stored values, or with null
 * if they were not stored.
 */
export function changeSchedule(
  workspaceId: string,
  { projectId, batchId }: Scheduled,
  change: ScheduleChange,
): Promise<Schedule | null> {
  type Stored = Awaited<ReturnType<typeof api.schedules.change>>;
  const store = async (values: ScheduleChange) => {
    const result: { stored: Stored | null } = { stored: null };
    await runWithToast(async () => {
      result.stored = await api.schedules.change({
        workspaceId,
        projectId,
        batchId,
        change: values,
      });
    });
    return result.stored;
  };
  const result = last.then(async () => {
    const stored = await store(change);
    if (!stored) return null;
    const inverse: ScheduleChange = {
      ...(change.dueOn === undefined ? {} : { dueOn: stored.before.dueOn }),
      ...(change.note === undefined ? {} : { note: stored.before.note }),
    };
    toasts.show(t.schedules.changed, {
      action: { title: t.common.undo, run: () => void store(inverse) },
    });
    return stored;
  });
  last = result;
  return result;
}

/**
 * A value that is edited in place. What is typed stays until it is stored, also while an earlier
 * text of the field is being stored. Create it while a component is created; it ends with the
 * component.
 */
export class EditedValue {
  /** What is being stored: until the values are read again, those that were read are older. */
  #sent = $state.raw<{ text: string } | null>(null);
  /**
   * The same, for the end of the component: its field is left then too, and state that changes
   * meanwhile still has its earlier value.
   */
  #sending: { text: string } | null = null;
  #read: () => string;
  #typed: TypedText;

  /** `read`: the value that was read last. */
  constructor(read: () => string) {
    this.#read = read;
    this.#typed = new TypedText(() => this.stored);
  }

  /** The value that is stored, or is being stored. */
  get stored(): string {
    return this.#sent ? this.#sent.text : this.#read();
  }
  get value(): string {
    return this.#typed.value;
  }
  set value(text: string) {
    this.#typed.value = text;
  }

  /**
   * Stores `text`, as which the shown value is stored. `store` resolves when the stored values were
   * read again, with whether it succeeded; if not, the field still has what was typed.
   */
  async store(text: string, store: () => Promise<boolean>): Promise<void> {
    if (this.#sending?.text === text) return;
    const typed = this.value;
    const sent = { text };
    this.#sent = this.#sending = sent;
    const isStored = await store();
    if (isStored) this.#typed.saved(typed, text);
    const shown = this.value;
    // A later text is being stored otherwise.
    if (this.#sending === sent) this.#sent = this.#sending = null;
    if (!isStored) this.value = shown;
  }
}

/** Which schedule is edited in the dialog; at most one. */
class ScheduleDialogState {
  open = $state.raw<(Scheduled & { name: string }) | null>(null);
}
export const scheduleDialog = new ScheduleDialogState();
