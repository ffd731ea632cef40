/** Due dates and notes of the projects and batches of a workspace. */
import type { ListedSchedule, Schedule, ScheduleChange } from "../../preload/contract/schedules";
import { api } from "../app/api";
import { coarseNow } from "../app/clock.svelte";
import { runWithToast } from "../app/messages/run-with-toast";
import { toasts } from "../app/messages/toasts.svelte";
import { query } from "../app/query.svelte";
import type { Session } from "../app/session.svelte";
import { t } from "../app/strings";

/** A project, or a batch of it. */
export interface Scheduled {
  projectId: string;
  /** Null for the project itself. */
  batchId: string | null;
}

const keyOf = ({ projectId, batchId }: Scheduled) => JSON.stringify([projectId, batchId]);
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** The day of a time on this computer: "2027-03-31". */
export function dayOf(time: number): string {
  const date = new Date(time);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
/** Noon of a day on this computer, in milliseconds since 1970: its date in every time format. */
export const timeOf = (day: string): number => new Date(`${day}T12:00:00`).getTime();

export class Schedules {
  #query: ReturnType<typeof query<Awaited<ReturnType<typeof api.schedules.list>>>>;
  #byKey = $derived.by(
    () => new Map(this.all.map((schedule) => [keyOf(schedule), schedule] as const)),
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
    return this.#byKey.get(keyOf(scheduled));
  }
}

/** Whether something is not done on the day after which it is late; reactive. */
export const isOverdue = ({ dueOn, isDone }: Pick<ListedSchedule, "dueOn" | "isDone">): boolean =>
  dueOn !== null && !isDone && dueOn < dayOf(coarseNow());

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
  return store(change).then((isStored) => {
    if (isStored)
      toasts.show(t.schedules.changed, {
        action: { title: t.common.undo, run: () => void store(inverse) },
      });
    return isStored;
  });
}

/** Which schedule is edited in the dialog; at most one. */
class ScheduleDialogState {
  open = $state.raw<(Scheduled & { name: string }) | null>(null);
}
export const scheduleDialog = new ScheduleDialogState();
