/**
 * Reads lists again by itself: the service tells of nothing (interface §6), so that whoever wants to know has to
 * ask. What is on screen is asked for often while it changes and seldom while it does not; what nobody looks at, on
 * screen or not, is asked for only where work is under way whose end somebody waits for.
 */
import type { ResourceList } from "../../../preload/model/resources";
import type { Visibility } from "../ports";
import type { Timing } from "../timing";
import { dependentsOf, listKey } from "./list-definitions";
import type { Lists, ReadOutcome } from "./lists";

type FollowTiming = Pick<Timing, "followFirstMs" | "followSlowestMs" | "followOldMs">;

export interface FollowingDeps {
  lists: Pick<Lists, "refresh" | "age" | "isReading">;
  /** Whether there is a way to the workspace's service, as far as anybody knows. */
  isReachable: (workspaceId: string) => boolean;
  /** Whether a list may change without anybody here doing anything. */
  isUnderWay: (workspaceId: string, list: ResourceList) => boolean;
  /** Lists with work under way, on screen or not. */
  waitedFor: () => { workspaceId: string; list: ResourceList }[];
  visibility: Visibility;
  now: () => number;
  timing: FollowTiming;
  /** 0 to 1, for steps that do not meet. */
  random?: () => number;
}

/** One list, and when it is to be read again. */
interface Followed {
  workspaceId: string;
  list: ResourceList;
  isShown: boolean;
  isWaitedFor: boolean;
  step: number;
  dueAt: number;
  /** When it was read last while it was followed; 0 for never. */
  readAt: number;
}

/** Readings at the same time for one workspace. */
const mostReadings = 2;
/** A service that wants to be left alone without saying for how long. */
const restAfterRefusalMs = 30_000;
const growth = 1.6;
/** How much slower than the slowest step catalogues are read, which hardly change. */
const patience = 5;
const catalogues: readonly string[] = ["languages", "models", "voices", "styles"];

export type Following = ReturnType<typeof createFollowing>;

export function createFollowing(deps: FollowingDeps) {
  const { lists, now, timing, random = Math.random } = deps;
  const followed = new Map<string, Followed>();
  /** Our own readings under way, and when a workspace may be asked again. */
  const busy = new Map<string, number>();
  const notBefore = new Map<string, number>();
  let timer: NodeJS.Timeout | null = null;
  let isRunning = false;

  const nameOf = (workspaceId: string, list: ResourceList) =>
    JSON.stringify(listKey(workspaceId, list));
  const soon = (step: number) => now() + step * (0.85 + 0.3 * random());

  /** Whether somebody may be looking at it: what is on screen of a window that nobody sees is not looked at. */
  const isLookedAt = ({ isShown }: Followed) => isShown && deps.visibility.isSeen();

  function slowest(one: Followed): { least: number; most: number } {
    const { followFirstMs: first, followSlowestMs: slow } = timing;
    if (catalogues.includes(one.list.kind))
      return { least: slow * patience, most: slow * patience };
    const isLively = isLookedAt(one) && deps.isUnderWay(one.workspaceId, one.list);
    return { least: isLively ? first : slow, most: slow };
  }

  /** Somebody looks at it from now on: its steps begin anew. */
  function enliven(one: Followed): void {
    one.step = slowest(one).least;
    one.dueAt = Math.min(one.dueAt, soon(one.step));
  }

  function follow(workspaceId: string, list: ResourceList, isShown: boolean): Followed {
    const name = nameOf(workspaceId, list);
    const known = followed.get(name);
    if (known) {
      if (isShown && !known.isShown) {
        known.isShown = true;
        enliven(known);
      }
      return known;
    }
    const added: Followed = {
      workspaceId,
      list,
      isShown,
      isWaitedFor: false,
      step: 0,
      dueAt: 0,
      readAt: 0,
    };
    added.step = slowest(added).least;
    const age = lists.age(workspaceId, list);
    added.dueAt = age > added.step ? soon(0) : soon(added.step - age);
    followed.set(name, added);
    return added;
  }

  /** What is on screen and older than this, in milliseconds, is due now. */
  function hurry(workspaceId?: string, oldMs = timing.followOldMs): void {
    for (const one of followed.values()) {
      if (!one.isShown || (workspaceId !== undefined && one.workspaceId !== workspaceId)) continue;
      if (lists.age(one.workspaceId, one.list) > oldMs) one.dueAt = now();
    }
    tick();
  }

  /** Takes up what is waited for, and lets go of what is neither that nor on screen. */
  function lookAround(): void {
    const waited = deps
      .waitedFor()
      .map(({ workspaceId, list }) => follow(workspaceId, list, false));
    for (const one of followed.values()) one.isWaitedFor = false;
    for (const one of waited) one.isWaitedFor = true;
    for (const [name, { isShown, isWaitedFor }] of followed)
      if (!isShown && !isWaitedFor) followed.delete(name);
  }

  function mayRead(one: Followed): boolean {
    const isSeen = isLookedAt(one);
    if (!isSeen && !one.isWaitedFor) return false;
    // What nobody looks at never takes the last place.
    const places = isSeen ? mostReadings : mostReadings - 1;
    return (busy.get(one.workspaceId) ?? 0) < places && deps.isReachable(one.workspaceId);
  }
  const dueAt = (one: Followed) => Math.max(one.dueAt, notBefore.get(one.workspaceId) ?? 0);

  function tick(): void {
    if (!isRunning) return;
    lookAround();
    const inOrder = [...followed.values()].sort((a, b) => dueAt(a) - dueAt(b));
    for (const one of inOrder) {
      if (dueAt(one) > now()) break;
      if (mayRead(one)) read(one);
    }
    schedule();
  }

  function read(one: Followed): void {
    const { workspaceId, list } = one;
    // Where the reading tells nothing of its end, the next one is not due at once.
    one.dueAt = soon(Math.max(one.step, timing.followFirstMs));
    if (lists.isReading(workspaceId, list)) return;
    busy.set(workspaceId, (busy.get(workspaceId) ?? 0) + 1);
    lists
      .refresh(workspaceId, list)
      // What went wrong came by `wasRead`, and is kept with the list.
      .catch(() => undefined)
      .finally(() => {
        busy.set(workspaceId, (busy.get(workspaceId) ?? 1) - 1);
        tick();
      });
  }

  function schedule(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    // Those that may not be read now come up again when a place is free, or the way opens.
    const times = [...followed.values()].filter(mayRead).map(dueAt);
    if (!isRunning || times.length === 0) return;
    timer = setTimeout(tick, Math.max(1, Math.min(...times) - now()));
  }

  let stopWatching: () => void = () => undefined;
  return {
    start(): void {
      isRunning = true;
      stopWatching = deps.visibility.onChange(() => {
        if (deps.visibility.isSeen()) {
          for (const one of followed.values()) if (one.isShown) enliven(one);
          hurry();
        } else tick();
      });
      tick();
    },
    stop(): void {
      isRunning = false;
      stopWatching();
      if (timer) clearTimeout(timer);
    },
    /** These are on screen now, and no others. What is old of them is read at once. */
    show(workspaceId: string, shown: readonly ResourceList[]): void {
      const names = new Set(shown.map((list) => nameOf(workspaceId, list)));
      for (const [name, { isShown }] of followed)
        if (isShown && !names.has(name)) followed.delete(name);
      for (const list of shown) follow(workspaceId, list, true);
      hurry();
    },
    /** A reading is over, whoever asked for it. */
    wasRead(workspaceId: string, list: ResourceList, { isChanged, error }: ReadOutcome): void {
      if (error?.code === "rate-limited")
        notBefore.set(workspaceId, now() + (error.retryAfterMs ?? restAfterRefusalMs));
      const one = followed.get(nameOf(workspaceId, list));
      if (one) {
        const { least, most } = slowest(one);
        const next = isChanged ? least : Math.max(one.step, timing.followFirstMs) * growth;
        one.step = Math.min(Math.max(next, error ? timing.followFirstMs : least), most);
        one.dueAt = soon(one.step);
        one.readAt = now();
      }
      if (isChanged)
        for (const other of dependentsOf(list)) {
          const dependent = followed.get(nameOf(workspaceId, other));
          // Soon, and not with every step of a batch's way.
          const soonest = (dependent?.readAt ?? 0) + timing.followOldMs;
          if (dependent?.isShown)
            dependent.dueAt = Math.min(dependent.dueAt, Math.max(now(), soonest));
        }
      tick();
    },
    /** Something was written that shows in this list. */
    wrote(workspaceId: string, list: ResourceList): void {
      const one = followed.get(nameOf(workspaceId, list));
      if (one) one.step = 0;
    },
    /** The way to a workspace has opened, or the computer has woken up: what changed meanwhile is wanted now. */
    wake(workspaceId?: string): void {
      hurry(workspaceId, timing.followFirstMs);
    },
    /** A workspace is gone. */
    forget(workspaceId: string): void {
      for (const [name, one] of followed)
        if (one.workspaceId === workspaceId) followed.delete(name);
      busy.delete(workspaceId);
      notBefore.delete(workspaceId);
    },
  };
}
