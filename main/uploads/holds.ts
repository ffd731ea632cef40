/** Workspaces to which nothing is sent for a time, and what each kind of failure means. */
import type { ErrorCode, Problem } from "../../preload/model";
import { backoffDelay } from "../backoff";

/** Of the way to the service: holds the whole queue of a workspace and counts against no file. */
const ofTheWay: readonly ErrorCode[] = [
  "offline",
  "unreachable",
  "rate-limited",
  "service-full",
  "local-service-failed",
];
/** The same, but waiting is no use: the user has to do something. */
const forTheUser: readonly ErrorCode[] = [
  "token-refused",
  "certificate",
  "folder-in-use",
  "database-damaged",
  "database-missing",
];
/** Of one file, and may pass by themselves. */
const passing: readonly ErrorCode[] = ["timeout", "service-error", "unexpected-answer", "internal"];
/** The service dropped the upload or cannot put it together: all of it has to be sent again. */
const lost: readonly ErrorCode[] = ["upload-lost", "complete-refused"];

export type FailureKind = "way" | "user" | "passing" | "lost" | "file";

/** What a failure is about. Whatever is not known to pass is the file's own. */
export function kindOf(code: ErrorCode): FailureKind {
  if (forTheUser.includes(code)) return "user";
  if (ofTheWay.includes(code)) return "way";
  if (passing.includes(code)) return "passing";
  return lost.includes(code) ? "lost" : "file";
}

interface Hold {
  problem: Problem;
  /** When it is tried again by itself, or null when it needs the user. Milliseconds since 1970. */
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
