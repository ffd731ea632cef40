/**
 * Suspends requests to a workspace after a failure of its connection, its service or its
 * credentials. What each error code means is in preload/facts/errors.ts. All times are of the clock
 * `now`, which may not be the wall clock.
 */
import type { Problem } from "../../../preload/model";
import { backoffDelay } from "../../common/retry";

interface Suspension {
  problem: Problem;
  /** When the next attempt is made, or null until the user acts. */
  until: number | null;
  /**
   * The service requested this pause (Retry-After): a success of another request does not shorten
   * it.
   */
  isRequested: boolean;
  attempts: number;
}

export type Suspensions = ReturnType<typeof createSuspensions>;

export function createSuspensions({ now, backoffMs }: { now: () => number; backoffMs: number }) {
  const suspensions = new Map<string, Suspension>();
  let releases = 0;
  const isOver = ({ until }: Suspension) => until !== null && until <= now();

  return {
    /** Suspends until the user acts. */
    untilUserActs(workspaceId: string, problem: Problem): void {
      suspensions.set(workspaceId, { problem, until: null, isRequested: false, attempts: 0 });
    },
    /**
     * Suspends for a time that grows with each consecutive failure, and for at least the service's
     * Retry-After.
     */
    backOff(workspaceId: string, problem: Problem, retryAfterMs: number | undefined): void {
      const attempts = (suspensions.get(workspaceId)?.attempts ?? 0) + 1;
      const wait = Math.max(retryAfterMs ?? 0, backoffDelay(attempts, backoffMs));
      const isRequested = retryAfterMs !== undefined;
      suspensions.set(workspaceId, { problem, until: now() + wait, isRequested, attempts });
    },
    /**
     * A request succeeded: ends the suspension unless the service requested a pause that is not
     * over.
     */
    succeeded(workspaceId: string): void {
      const found = suspensions.get(workspaceId);
      if (found && !(found.isRequested && !isOver(found))) suspensions.delete(workspaceId);
    },
    /** The credentials or the network changed, or the user retries: ends one suspension, or all. */
    release(workspaceId?: string): void {
      releases += 1;
      if (workspaceId === undefined) suspensions.clear();
      else suspensions.delete(workspaceId);
    },
    /**
     * Number of releases. A failure of a request that was sent before the last release does not
     * apply any more.
     */
    releases: () => releases,
    /** The workspace is being removed. */
    remove: (workspaceId: string) => void suspensions.delete(workspaceId),
    /** Why requests to a workspace are suspended, or null. */
    of(workspaceId: string): (Problem & { until: number | null }) | null {
      const found = suspensions.get(workspaceId);
      return found && !isOver(found) ? { ...found.problem, until: found.until } : null;
    },
    /** The times at which suspensions end without the user. */
    endTimes: (): number[] => [...suspensions.values()].flatMap(({ until }) => until ?? []),
  };
}
