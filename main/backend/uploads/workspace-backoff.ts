/** Workspaces to which nothing is sent for a time; what each failure means is in preload/facts/errors.ts. Moments are of `now`. */
import type { Problem } from "../../../preload/model";
import { backoffDelay } from "../../common/retry";

interface Hold {
  problem: Problem;
  /** When it is tried again by itself, or null when it needs the user. */
  until: number | null;
  /** The service asked for this time: success elsewhere does not shorten it. */
  isOrdered: boolean;
  attempts: number;
}

export type Holds = ReturnType<typeof createHolds>;

export function createHolds({ now, backoffMs }: { now: () => number; backoffMs: number }) {
  const holds = new Map<string, Hold>();
  let releases = 0;
  const isOver = (hold: Hold) => hold.until !== null && hold.until <= now();

  return {
    /** Until the user has done something. */
    forUser(workspaceId: string, problem: Problem): void {
      holds.set(workspaceId, { problem, until: null, isOrdered: false, attempts: 0 });
    },
    /** For a while that grows with each failure in a row, or as long as the service asks for if that is more. */
    forWhile(workspaceId: string, problem: Problem, retryAfterMs: number | undefined): void {
      const attempts = (holds.get(workspaceId)?.attempts ?? 0) + 1;
      const wait = Math.max(retryAfterMs ?? 0, backoffDelay(attempts, backoffMs));
      const isOrdered = retryAfterMs !== undefined;
      holds.set(workspaceId, { problem, until: now() + wait, isOrdered, attempts });
    },
    /** Something confirmed shows that the way is open; a wait the service asked for stands all the same. */
    wayIsOpen(workspaceId: string): void {
      const hold = holds.get(workspaceId);
      if (hold && !(hold.isOrdered && !isOver(hold))) holds.delete(workspaceId);
    },
    /** Something changed outside (credentials, network, the user's wish): tries at once. */
    release(workspaceId?: string): void {
      releases += 1;
      if (workspaceId === undefined) holds.clear();
      else holds.delete(workspaceId);
    },
    /** How often something was released: a failure that began before the last one says nothing of the way now. */
    releases: () => releases,
    forget: (workspaceId: string) => void holds.delete(workspaceId),
    /** Why nothing goes to a workspace, or null. */
    of(workspaceId: string): (Problem & { until: number | null }) | null {
      const hold = holds.get(workspaceId);
      return hold && !isOver(hold) ? { ...hold.problem, until: hold.until } : null;
    },
    /** When the holds end that end by themselves. */
    ends: (): number[] => [...holds.values()].flatMap(({ until }) => until ?? []),
  };
}
