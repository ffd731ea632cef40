/**
 * The move of this workspace to another service, or from one. While it is the source it can only be
 * read, and while it is the target nothing but the move is possible.
 */
import { randomUUID } from "node:crypto";
import { AppError } from "../../common/errors";
import type { Log } from "../../common/log";
import type { Mover } from "../../../preload/local-service/move";
import { HttpError } from "../common/http-error";
import type { Gallery } from "../media/gallery";
import type { OpenedDatabase } from "../rows/database-port";
import type { Locks } from "../rows/lock-port";
import { movedTables } from "../rows/moved-tables";
import { readMoveState, type MoveState } from "./move-state";
import { createMovedContents, type MovedContentsDeps } from "./moved-contents";
import { keyText } from "./row-lines";

export interface MovingDeps extends MovedContentsDeps {
  store: MovedContentsDeps["store"] & Locks & Pick<OpenedDatabase, "isAlone">;
  gallery: Pick<Gallery, "recover" | "open" | "removeRecorded">;
  /** Of the schema of the rows, which both services must have. */
  schemaVersion: number;
  /** Stops all background work; or starts it, as after a restore. */
  holdWork: (isHeld: boolean) => Promise<void>;
  log: Log;
  now: () => number;
}

/** How long a move counts as running after the last report of its program, in milliseconds. */
const runningMs = 2 * 60_000;

const retryLater = { "Retry-After": "30" };
export type Moving = Awaited<ReturnType<typeof createMoving>>;

async function openState(store: MovingDeps["store"]): Promise<MoveState | null> {
  const state = await readMoveState(store);
  if (state && state.endedAt === null && !(await store.isAlone()))
    throw new AppError(
      "local-service-failed",
      "the workspace is being moved, and another service uses its database",
    );
  return state;
}

/** The reports of the program that moves this workspace to another one. */
function createReports(now: () => number) {
  let last: { at: number; mover?: Mover | undefined } | null = null;
  /** The last report; null if it is too old. */
  const current = () => (last !== null && now() - last.at < runningMs ? last : null);
  return {
    current,
    forget: () => void (last = null),
    set(isRunning: boolean, mover: Mover | undefined): void {
      const known = current();
      const isOther = known !== null && known.mover?.id !== mover?.id;
      if (isOther && isRunning) throw new HttpError(409, "another program moves this workspace");
      // Otherwise it is the end of a program whose move another one continues.
      if (!isOther) last = isRunning ? { at: now(), mover } : null;
    },
  };
}

async function describeMove(
  { store, schemaVersion }: Pick<MovingDeps, "store" | "schemaVersion">,
  state: MoveState | null,
  running: { mover?: Mover | undefined } | null,
) {
  const tables = [];
  for (const name of movedTables) {
    const { rows, last } = await store.measureTable(name);
    tables.push({ name, rows, last: keyText(last) });
  }
  return {
    role: state?.role ?? ("none" as const),
    id: state?.id ?? "",
    other: state?.other ?? "",
    isComplete: state !== null && state.endedAt !== null,
    isRunning: running !== null,
    mover: running?.mover,
    schemaVersion,
    tables,
  };
}

/**
 * @throws AppError "local-service-failed" beside another service while a move is not complete: each
 * has the state of the move that it found when it started
 */
export async function createMoving(deps: MovingDeps) {
  const { store, gallery, uploads, log, now } = deps;
  let state = await openState(store);
  const reports = createReports(now);
  /** Calls that change the workspace now. */
  const changes = new Set<Promise<unknown>>();

  const isSource = () => state?.role === "source";
  const isReceiving = () => state?.role === "target" && state.endedAt === null;
  async function setState(next: MoveState | null): Promise<void> {
    await store.storeMoveState(next && JSON.stringify(next));
    state = next;
    reports.forget();
  }
  /** @throws HttpError 409 unless this workspace receives another one. */
  function requireReceiving(): void {
    if (!isReceiving()) throw new HttpError(409, "no move to this workspace is going on");
  }
  function requireSource(): void {
    if (!isSource()) throw new HttpError(409, "no move of this workspace is going on");
  }

  /** @throws HttpError for a workspace that can only be read, or receives another one. */
  function requireChangeable(): void {
    if (state?.role === "source" && state.endedAt !== null)
      throw new HttpError(409, `this workspace was moved to ${state.other}: it can only be read`);
    if (state?.role === "source")
      throw new HttpError(503, "this workspace is being moved: it can only be read", retryLater);
    requireReadable();
  }
  /** @throws HttpError 503 for a workspace that receives another one. */
  function requireReadable(): void {
    if (isReceiving())
      throw new HttpError(503, "another workspace is being moved here", retryLater);
  }

  /** Tracked: a move waits for the end. */
  async function whileRunning<T>(work: () => Promise<T>): Promise<T> {
    const running = work();
    changes.add(running);
    try {
      return await running;
    } finally {
      changes.delete(running);
    }
  }

  async function whileChanging<T>(work: () => Promise<T>): Promise<T> {
    requireChangeable();
    return whileRunning(work);
  }

  /** Other services would go on changing the rows. */
  async function requireAlone(): Promise<void> {
    if (await store.isAlone()) return;
    throw new HttpError(409, "other services use the database: stop them while it is moved");
  }

  /** A service that starts later finds the state; one that started before is found here. */
  async function setStateAlone(next: MoveState, former: MoveState | null): Promise<void> {
    await setState(next);
    try {
      await requireAlone();
    } catch (error) {
      await setState(former);
      throw error;
    }
  }

  async function beginSource(other: string): Promise<void> {
    if (isReceiving()) throw new HttpError(409, "another workspace is being moved here");
    // A repeated call, also after the end.
    if (state?.role === "source" && state.endedAt !== null) return;
    await requireAlone();
    if (state?.role !== "source")
      await setStateAlone(
        { role: "source", id: randomUUID(), other, startedAt: now(), endedAt: null },
        state,
      );
    await Promise.allSettled([...changes]);
    await deps.holdWork(true);
    // Whole files that arrived in the store of objects, and that no call has listed since.
    await uploads.settle();
    // What was recorded before becomes visible, or is undone.
    await gallery.recover();
  }

  async function beginTarget(id: string, other: string): Promise<void> {
    // A repeated call, also after the end.
    if (state?.role === "target" && state.id === id) return;
    if (isReceiving()) throw new HttpError(409, "another workspace is being moved here");
    if (isSource()) throw new HttpError(409, "this workspace is being moved, or was moved");
    await requireAlone();
    const former = state;
    const started = { role: "target", id, other, startedAt: now(), endedAt: null } as const;
    // In memory first: no change begins from now on.
    state = started;
    try {
      await Promise.allSettled([...changes]);
      await deps.holdWork(true);
      const table = await store.findContents();
      if (table !== null)
        throw new HttpError(409, `the workspace is not empty: it has rows in the table ${table}`);
      await setStateAlone(started, former);
    } catch (error) {
      state = former;
      await deps.holdWork(false);
      throw error;
    }
  }

  return {
    /** Whether background work stays stopped. */
    isHeld: () => isSource() || isReceiving(),
    requireReadable,
    requireChangeable,
    requireReceiving,
    /** Runs a call that changes the workspace: a move waits for its end. */
    whileChanging,
    /**
     * Runs the receipt of bytes by a signed URL. It is part of a move to this workspace, or a
     * change.
     */
    whileReceiving: <T>(work: () => Promise<T>): Promise<T> =>
      isReceiving() ? work() : whileChanging(work),
    /** Publishes arrived files, unless the workspace can only be read. */
    async whileSettling(work: () => Promise<void>): Promise<void> {
      if (!isSource()) await whileRunning(work);
    },
    describe: () => describeMove(deps, state, reports.current()),
    /**
     * Stores that a program moves this workspace to another one, or does so no longer.
     * @throws HttpError 409 while another program moves it
     */
    setRunning(isRunning: boolean, mover?: Mover): void {
      requireSource();
      reports.set(isRunning && state?.endedAt === null, mover);
    },
    /** The part of the state that all clients may read. */
    announced() {
      if (state === null) return {};
      const { role, id, other, endedAt } = state;
      return { move: { role, id, other, isComplete: endedAt !== null } };
    },
    beginSource: (other: string) => store.exclusively("move", () => beginSource(other)),
    beginTarget(id: string, other: string, schemaVersion: number): Promise<void> {
      if (schemaVersion !== deps.schemaVersion)
        throw new HttpError(
          409,
          `the two services have different versions of Dubyard (schema ${schemaVersion} and ${deps.schemaVersion})`,
        );
      return store.exclusively("move", () => beginTarget(id, other));
    },

    ...createMovedContents(deps, requireReceiving),

    /** Completes the move: the source stays, and the target can be used. May be repeated. */
    async finish(): Promise<void> {
      await store.exclusively("move", async () => {
        if (state === null) throw new HttpError(409, "no move is going on");
        if (state.endedAt !== null) return;
        const ended = { ...state, endedAt: now() };
        if (state.role === "source") {
          await setState(ended);
          return;
        }
        await store.finishMovedRows();
        await setState(ended);
        await deps.holdWork(false);
        log.info("move: the workspace is complete");
      });
    },
    /** Ends a move: the source can be changed again, and a target is emptied. */
    async discard(): Promise<void> {
      await store.exclusively("move", async () => {
        if (isReceiving()) {
          await store.deleteMovedRows();
          await gallery.removeRecorded();
        } else requireSource();
        await setState(null);
        await deps.holdWork(false);
      });
    },
  };
}
