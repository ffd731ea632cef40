/**
 * Sends one pending request exactly once.
 *
 * Note: Exactly once. The interface has no idempotency key. So before a request is sent, this is
 * written to disk, together with the batches of its name that the project has. Where the response
 * is lost (the connection broke, the program was killed), the project's list is read again: a batch
 * of that name that did not exist before is the result. Only when none appears within a time limit
 * is the request sent again.
 */
import type { Problem } from "../../../../preload/model";
import type { Remote } from "../../../remote/remote";
import type { OutboxRow } from "../store/entry-rows";
import { PrepareError, SendError } from "./failures";
import { findBatchesByName, byAge, nameKey, type BatchesByName } from "./find-batches-by-name";
import type { Delivery, RequestKind } from "../requests/request-kind";
import type { ProjectId } from "./send-backoff";
import type { OutboxStore } from "../store/outbox-store";

export interface SendEntryDeps {
  store: OutboxStore;
  kinds: Record<OutboxRow["kind"], RequestKind>;
  remote: (workspaceId: string) => Remote;
  /** Called when an entry is on disk as being sent. */
  onSending: () => void;
  /** Called after an entry is marked as sent on disk. */
  onSent: (row: OutboxRow) => void;
  /** Never goes back, in milliseconds. */
  now: () => number;
  /** In milliseconds since 1970. */
  wallClock: () => number;
  backoffMs: number;
  /** Aborts reading lists when the outbox stops. */
  signal: () => AbortSignal;
  step: (step: string) => void;
}

/** Batches of a project that have one of `names`, when the list was read. */
interface BatchSnapshot {
  at: number;
  names: ReadonlySet<string>;
  found: BatchesByName;
}
/** The sequential sending of one project's requests. */
export interface ProjectRun extends ProjectId {
  snapshot: BatchSnapshot | null;
}

/** How long a project's list is reused while its requests are sent, in milliseconds. */
const snapshotMaxAgeMs = 5_000;
/** The longest time between two reads of the list for a lost request, in milliseconds. */
const maxReconcileIntervalMs = 30_000;
/** The longest time before a lost request is sent again, in milliseconds. */
const maxResendDelayMs = 60_000;

export function createSendEntry(deps: SendEntryDeps) {
  const { store, now, step } = deps;

  /** The project's batches of these names: a snapshot of a few seconds ago, unless `mustRead`. */
  async function readBatches(
    run: ProjectRun,
    wantedNames: readonly string[],
    mustRead: boolean,
  ): Promise<BatchSnapshot> {
    const last = run.snapshot;
    const keys = wantedNames.map(nameKey);
    const isUsable =
      !mustRead &&
      last !== null &&
      now() - last.at < snapshotMaxAgeMs &&
      keys.every((key) => last.names.has(key));
    if (isUsable) return last;
    const { workspaceId, projectId } = run;
    const names = new Set([...store.unsentNames(workspaceId, projectId).map(nameKey), ...keys]);
    const at = now();
    const remote = deps.remote(workspaceId);
    const found = await findBatchesByName(remote, projectId, names, deps.signal());
    run.snapshot = { at, names, found };
    return run.snapshot;
  }
  const batchesIn = (snapshot: BatchSnapshot, names: readonly string[]) =>
    names.flatMap((name) => snapshot.found.get(nameKey(name)) ?? []);

  function markSent(row: OutboxRow, delivery: Delivery): void {
    store.markSent(
      row.id,
      delivery.resultId,
      deps.wallClock(),
      delivery.problem ?? null,
      delivery.persist,
    );
    step("stored");
    delivery.onPersisted?.();
    deps.onSent(row);
  }

  /**
   * The minimum time between two attempts to send a request that may have been delivered, in
   * milliseconds.
   */
  const resendDelay = ({ attempts }: OutboxRow) =>
    Math.min(maxResendDelayMs, deps.backoffMs * 2 ** attempts);

  /** The id of the result that has appeared since a request was sent; null where none has. */
  async function resultOf(
    row: OutboxRow,
    run: ProjectRun,
    before: ReadonlySet<string>,
  ): Promise<string | null> {
    const kind = deps.kinds[row.kind];
    const names = kind.names(row);
    if (kind.present) {
      const present = new Set(await kind.present(row));
      const added = names.filter((name) => !before.has(name));
      return added.length > 0 && added.every((name) => present.has(name)) ? row.resultId : null;
    }
    const created = batchesIn(await readBatches(run, names, true), names)
      .sort(byAge)
      .find(({ id }) => !before.has(id) && !store.isClaimed(row.workspaceId, id));
    return created?.id ?? null;
  }

  /**
   * Looks up the result of a request whose response was lost. Resolves to whether it has to be sent
   * again.
   */
  async function reconcile(row: OutboxRow, run: ProjectRun, attemptedAt: number): Promise<boolean> {
    const kind = deps.kinds[row.kind];
    const seenBefore = JSON.parse(row.seenBefore ?? "[]") as string[];
    const resultId = await resultOf(row, run, new Set(seenBefore));
    if (resultId !== null) {
      markSent(row, kind.recovered(row, resultId, seenBefore));
      return false;
    }
    const until = attemptedAt + Math.max(kind.reconcileMs, kind.isResent ? resendDelay(row) : 0);
    if (now() >= until && kind.isResent) return true;
    const problem: Problem = {
      code: "unconfirmed",
      message: "the response was lost, and the project does not have the batch",
    };
    if (now() >= until) {
      store.markRefused(row.id, row.revision, { problem, fields: [] });
      return false;
    }
    // The longer the result is missing, the less often the list is read.
    const missingMs = Math.max(now() - attemptedAt, deps.backoffMs);
    const at = Math.min(until, now() + Math.min(missingMs, maxReconcileIntervalMs));
    store.postpone(row.id, row.revision, { problem, at, attemptedAt, isAttempt: false });
    return false;
  }

  /**
   * Sends one request, or waits for the result of its last attempt. Rejects with PrepareError or
   * SendError.
   */
  return async function sendEntry(row: OutboxRow, run: ProjectRun): Promise<void> {
    const kind = deps.kinds[row.kind];
    if (row.attemptedAt !== null && !(await reconcile(row, run, row.attemptedAt))) return;
    step("reconciled");
    const prepared = await kind.prepare(row).catch((error: unknown) => {
      throw new PrepareError(error);
    });
    if (!prepared) return;
    step("prepared");
    const names = kind.names(row);
    const snapshot = kind.present ? null : await readBatches(run, names, false);
    const existing = snapshot
      ? batchesIn(snapshot, names).map(({ id }) => id)
      : ((await kind.present?.(row)) ?? []);
    step("listed");
    // A request that is sent again keeps the list of its first attempt, whose result may appear
    // late.
    const before =
      row.attemptedAt === null || row.seenBefore === null
        ? existing
        : (JSON.parse(row.seenBefore) as string[]);
    if (!store.markSending(row.id, row.revision, before, now())) return;
    deps.onSending();
    step("attempted");
    const delivery = await prepared.send().catch((error: unknown) => {
      run.snapshot = null;
      throw new SendError(error);
    });
    step("responded");
    markSent(row, delivery);
    if (row.kind === "batch" && snapshot) {
      const key = nameKey(row.name);
      const sameName = snapshot.found.get(key) ?? [];
      const created = { id: delivery.resultId, status: "", createdAt: deps.wallClock() };
      snapshot.found.set(key, [...sameName, created]);
    }
  };
}
