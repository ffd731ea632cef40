/** Bounds the open PUT requests of all files. A slot serves one request at a time. */
export interface Slot {
  /** Frees the slot. Call it only when the request has settled. */
  release(): void;
}

export interface Slots {
  /**
   * Waits for a slot for the file `owner`. The workspace with the fewest slots comes first, of its
   * files the one with the fewest, and of several the one that waits longest: a small file waits
   * for one part of a large file, not for all. A workspace with less than its share does not wait
   * for the requests of another one, which may be without a response: there are more requests than
   * slots then.
   */
  acquire(owner: number, signal: AbortSignal): Promise<Slot>;
  /**
   * A slot that no other request needs now; null if all are in use, the files of the workspace get
   * none, or the service was overloaded recently.
   */
  acquireSpare(owner: number): Slot | null;
  /** Whether the file has a slot. */
  isServing(owner: number): boolean;
  /** Whether the file waits for a slot and has none. */
  isWaiting(owner: number): boolean;
  /** Whether requests of the workspace wait for others; not while it is suspended. */
  isSaturated(workspace: string): boolean;
  /**
   * Serves requests that wait. Call it when the result of an option has changed. Active requests
   * are not interrupted.
   */
  serve(): void;
}

interface Waiter {
  owner: number;
  workspace: string;
  resolve(): void;
}

export interface SlotsOptions {
  /** The number of slots. */
  count: () => number;
  /** The number of slots of a workspace at most, at least 1. Default: `count`. */
  countOf?: (workspace: string) => number;
  /** The workspace of a file. */
  workspaceOf?: (owner: number) => string;
  /** Whether files of a workspace get no slots now. */
  isSuspended?: (workspace: string) => boolean;
  /** Whether the service of a workspace was overloaded recently. */
  isOverloaded?: (workspace: string) => boolean;
}

export function createSlots({
  count,
  countOf = count,
  workspaceOf = () => "",
  isSuspended = () => false,
  isOverloaded = () => false,
}: SlotsOptions): Slots {
  let busy = 0;
  const waiting = new Set<Waiter>();
  /** The number of slots of each file and workspace that has one. */
  const busyOf = new Map<number, number>();
  const busyOfWorkspace = new Map<string, number>();
  /** When each workspace was served last, as a number of served requests. */
  const lastServed = new Map<string, number>();
  let served = 0;

  function changeBusy(owner: number, workspace: string, change: number): void {
    busy += change;
    add(busyOf, owner, change);
    add(busyOfWorkspace, workspace, change);
  }

  function occupy(owner: number, workspace: string): Slot {
    changeBusy(owner, workspace, 1);
    let isReleased = false;
    return {
      release() {
        if (isReleased) return;
        isReleased = true;
        changeBusy(owner, workspace, -1);
        serveWaiters();
      },
    };
  }

  function nextWaiter(): Waiter | undefined {
    let best: Waiter | undefined;
    let fewest: Precedence = [Infinity, Infinity, Infinity];
    for (const waiter of waiting) {
      if (isSuspended(waiter.workspace) || !hasRoom(waiter.workspace)) continue;
      const precedence: Precedence = [
        busyOfWorkspace.get(waiter.workspace) ?? 0,
        lastServed.get(waiter.workspace) ?? 0,
        busyOf.get(waiter.owner) ?? 0,
      ];
      if (!isBefore(precedence, fewest)) continue;
      best = waiter;
      fewest = precedence;
    }
    return best;
  }
  /** The slots of a workspace while others have or want some. */
  function share(): number {
    const workspaces = new Set(busyOfWorkspace.keys());
    for (const { workspace } of waiting) workspaces.add(workspace);
    return Math.max(1, Math.floor(count() / workspaces.size));
  }
  function hasRoom(workspace: string): boolean {
    const used = busyOfWorkspace.get(workspace) ?? 0;
    return used < countOf(workspace) && (busy < count() || used < share());
  }

  function serveWaiters(): void {
    for (;;) {
      const next = nextWaiter();
      if (!next) return;
      waiting.delete(next);
      served += 1;
      lastServed.set(next.workspace, served);
      next.resolve();
    }
  }

  return {
    acquire(owner, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const onAbort = () => {
          waiting.delete(entry);
          reject(signal.reason as Error);
        };
        const workspace = workspaceOf(owner);
        const entry: Waiter = {
          owner,
          workspace,
          resolve() {
            signal.removeEventListener("abort", onAbort);
            resolve(occupy(owner, workspace));
          },
        };
        signal.addEventListener("abort", onAbort, { once: true });
        waiting.add(entry);
        serveWaiters();
      });
    },
    acquireSpare(owner) {
      const workspace = workspaceOf(owner);
      const isFree = busy < count() && (busyOfWorkspace.get(workspace) ?? 0) < countOf(workspace);
      // Requests of other workspaces wait only while all slots are in use.
      return !isFree || isSuspended(workspace) || isOverloaded(workspace)
        ? null
        : occupy(owner, workspace);
    },
    isServing: (owner) => busyOf.has(owner),
    isWaiting: (owner) =>
      !busyOf.has(owner) && [...waiting].some((waiter) => waiter.owner === owner),
    isSaturated: (workspace) =>
      !isSuspended(workspace) && [...waiting].some((waiter) => waiter.workspace === workspace),
    serve: serveWaiters,
  };
}

/**
 * Slots of the workspace, when it was served last, slots of the file: the smaller one comes first.
 */
type Precedence = readonly [number, number, number];
const isBefore = (a: Precedence, b: Precedence): boolean => {
  const [first, second, third] = a;
  if (first !== b[0]) return first < b[0];
  return second === b[1] ? third < b[2] : second < b[1];
};

/** Adds to a number of a map, without entries for 0. */
function add<Key>(map: Map<Key, number>, key: Key, change: number): void {
  const next = (map.get(key) ?? 0) + change;
  if (next > 0) map.set(key, next);
  else map.delete(key);
}
