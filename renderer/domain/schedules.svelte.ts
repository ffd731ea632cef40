/** Due dates and notes of the projects and batches of a workspace. */
import type { ListedSchedule, Schedule, ScheduleChange } from "../../preload/contract/schedules";
import { api } from "../app/api";
import { coarseNow } from "../app/clock.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { query } from "../app/query.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";
import { dayOf } from "./days";

/** A project, or a batch of it. */
export interface Scheduled {
  projectId: string;
  /** Null for the project itself. */
  batchId: string | null;
}

const keyOf = ({ projectId, batchId }: Scheduled) => JSON.stringify([projectId, batchId]);

export class Schedules {
  #query: ReturnType<typeof query<Awaited<ReturnType<typeof api.schedules.list>>>>;
  #byKey = $derived.by((): Record<string, ListedSchedule | undefined> =>
    Object.fromEntries(this.all.map((schedule) => [keyOf(schedule), schedule])),
  );

  constructor(session: Session) {
    this.#query = query(["schedules", "projects", "batches"], () =>
      session.workspaceId === null
        ? null
        : api.schedules.list({ workspaceId: session.workspaceId }),
    );
  }

  get all(): readonly ListedSchedule[] {
    return this.#query.data?.schedules ?? [];
  }
  /** They are stored on this computer only. */
  get isStoredHere(): boolean {
    return this.#query.data?.isStoredHere ?? false;
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

/** Stores values, and shows a toast that can undo it. Returns whether they were stored. */
export function changeSchedule(
  session: Session,
  scheduled: Scheduled,
  change: ScheduleChange,
  before: Pick<Schedule, "dueOn" | "note">,
): Promise<boolean> {
  const workspaceId = session.workspaceId ?? "";
  const { projectId, batchId } = scheduled;
  const store = (values: ScheduleChange) =>
    runWithToast(() => api.schedules.change({ workspaceId, projectId, batchId, change: values }));
  const inverse: ScheduleChange = {
    ...(change.dueOn === undefined ? {} : { dueOn: before.dueOn }),
    ...(change.note === undefined ? {} : { note: before.note }),
  };
  const stored = last.then(async () => {
    const isStored = await store(change);
    if (isStored)
      toasts.show(t.schedules.changed, {
        action: { title: t.common.undo, run: () => void store(inverse) },
      });
    return isStored;
  });
  last = stored;
  return stored;
}

/** Which schedule is edited in the dialog; at most one. */
class ScheduleDialogState {
  open = $state.raw<(Scheduled & { name: string }) | null>(null);
}
export const scheduleDialog = new ScheduleDialogState();
