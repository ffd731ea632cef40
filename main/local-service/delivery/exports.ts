/** Exports: the delivery of batches to folders or as objects. Each continues after a restart. */
import { randomUUID } from "node:crypto";
import { withRequiredParts } from "../../../preload/facts/delivery";
import { nameFieldNames, parseNameTemplate } from "../../../preload/facts/name-template";
import { BlockedError } from "../engine/engine";
import { messageText } from "../../../preload/facts/service-messages";
import { HttpError, invalid } from "../common/http-error";
import type { ExportRequest } from "../../../preload/local-service/exports";
import type { Confirmations } from "../common/confirmations";
import type { ExportKind, ExportRow, ExportRows, NewExport } from "../rows/exports/export-port";
import {
  freeSpaceOf,
  neededSpace,
  requireSpace,
  requireStoreSpace,
  type FreeSpace,
} from "./disk-space";
import { removeWork } from "./export-job";
import type { ExportQueue } from "./export-queue";
import { isComplete } from "./missing";
import { deliveredName } from "./names";
import { createVersion, removeFiles, requireOutside, requireTarget } from "./output-folder";
import { planExport, type ExportPlan } from "./plan";
import { isConfirmedExport, isOwnExport, signExport } from "./signature";
import { readSnapshot, takeSnapshot, type Snapshot, type SnapshotDeps } from "./snapshot";

export type ExportsDeps = SnapshotDeps & {
  store: ExportRows;
  /** The kind of the exports of this service. */
  kind: ExportKind;
  confirmations: Confirmations;
  /** Deletes the objects whose removal is recorded. */
  removeFiles: () => Promise<void>;
  /** Milliseconds since 1970. */
  now: () => number;
  dataDir: string;
  /** Of the disk of a folder. Default: as the operating system reports it. */
  freeSpace?: (folder: string) => Promise<FreeSpace>;
};

export interface Exports {
  /** Starts due exports. Call after any change that may have added some. */
  wake(): void;
  /**
   * Writes nothing, and downloads nothing.
   * @throws HttpError 400 for a template of names; 409 for a batch that cannot be delivered.
   */
  plan(batchId: string, request: ExportRequest): Promise<ExportPlan>;
  /**
   * Begins an export to a new folder below `folder`, or of objects if it is null.
   * @throws HttpError 400 for the folder or a template of names, 409 for errors and lines that are
   * not approved, 507 for a disk that is too small.
   */
  start(batchId: string, request: ExportRequest, folder: string | null): Promise<NewExport>;
  /**
   * Makes what failed, is missing or was changed, and confirms an export in the state
   * "unconfirmed". One that was not begun on this computer changes to that state instead.
   * @throws HttpError 404; 409 for one that cannot be continued.
   */
  resume(id: string): Promise<void>;
  /**
   * Stops an export and removes what it has written on this computer, or its objects.
   * @throws HttpError 404; 409 for one that is made.
   */
  cancel(id: string): Promise<void>;
  /** Stops; unfinished exports continue after the next start. */
  close(): Promise<void>;
}

/**
 * The parts in the order in which they are made, with those that they reference: a video uses the
 * mix.
 */
const inOrder = (request: ExportRequest): ExportRequest => ({
  ...request,
  languages: [...new Set(request.languages)],
  parts: withRequiredParts(request.parts),
});

/** @throws HttpError 400 */
function requireTemplate({ naming, nameTemplate = "" }: ExportRequest): void {
  if (naming !== "template") return;
  const { invalid: part } = parseNameTemplate(nameTemplate);
  if (part === null) return;
  throw invalid(
    "nameTemplate",
    part === ""
      ? "needs {number} or {id}"
      : `${part} is not valid; the fields are ${nameFieldNames.join(", ")}`,
  );
}

/** An export that has no row and no folder yet. */
interface Beginning {
  row: Omit<NewExport, "folder" | "version" | "signature" | "kind">;
  name: string;
  snapshot: string;
  plan: ExportPlan;
}

async function beginInFolder(
  { store, confirmations }: Pick<ExportsDeps, "store" | "confirmations">,
  { row, name, snapshot, plan }: Beginning,
  target: string,
): Promise<NewExport> {
  const unsigned = { ...row, kind: "folder" as const, ...(await createVersion(target, name)) };
  const added = { ...unsigned, signature: signExport(confirmations, unsigned, snapshot) };
  try {
    if (!(await store.addExport(added, snapshot, plan.files))) throw wasDeleted();
  } catch (error) {
    await removeFiles(added.folder, []);
    throw error;
  }
  return added;
}

async function beginAsObjects(
  { store }: Pick<ExportsDeps, "store">,
  { row, name, snapshot, plan }: Beginning,
): Promise<NewExport> {
  const unsigned = { ...row, kind: "objects", signature: "" } as const;
  const added = await store.addObjectExport(unsigned, name, snapshot, plan.files);
  if (!added) throw wasDeleted();
  return added;
}

const wasDeleted = () => new HttpError(404, "batchId: unknown");

const wasCancelled = () => new HttpError(409, `exportId: ${messageText("delivery-cancelled", {})}`);

/** `queue`: what makes them, or `createQueueElsewhere` where other processes do. */
export function createExports(deps: ExportsDeps, queue: ExportQueue): Exports {
  const { store, kind, confirmations, now } = deps;

  async function snapshotOf(batchId: string, request: ExportRequest): Promise<Snapshot> {
    try {
      return await takeSnapshot(deps, batchId, request, queue.signal);
    } catch (error) {
      if (error instanceof BlockedError) throw new HttpError(409, error.message);
      throw error;
    }
  }

  async function requireExport(id: string): Promise<ExportRow> {
    const row = await store.findExport(id);
    if (row?.kind !== kind) throw new HttpError(404, "exportId: unknown");
    return row;
  }

  return {
    async plan(batchId, request) {
      requireTemplate(request);
      const ordered = inOrder(request);
      return planExport(await snapshotOf(batchId, ordered), ordered);
    },
    async start(batchId, request, folder) {
      requireTemplate(request);
      if (folder === null && kind === "folder") throw invalid("folder", "must be an absolute path");
      if (folder !== null && kind === "objects")
        throw invalid("folder", "this service writes to no folder; download the files instead");
      const target = folder === null ? null : await requireTarget(folder, deps.dataDir);
      const ordered = inOrder(request);
      const snapshot = await snapshotOf(batchId, ordered);
      const plan = planExport(snapshot, ordered);
      if (!ordered.includeUnapproved && !isComplete(plan.missing))
        throw new HttpError(409, `includeUnapproved: ${messageText("delivery-incomplete", {})}`);
      const needed = neededSpace(snapshot, plan, ordered);
      if (target === null) await requireStoreSpace(needed, deps.objects);
      else
        await requireSpace(
          needed,
          { target, dataDir: deps.dataDir },
          deps.freeSpace ?? freeSpaceOf,
        );
      const beginning: Beginning = {
        row: { id: randomUUID(), batchId, request: ordered, createdAt: now() },
        name: deliveredName(snapshot.languages[0]?.timeline.batch ?? "", 80),
        snapshot: JSON.stringify(snapshot),
        plan,
      };
      // Before the row exists: the loop may find it at once.
      deps.outside.forget(batchId);
      const added = await (target === null
        ? beginAsObjects(deps, beginning)
        : beginInFolder(deps, beginning, target));
      queue.add(added.id);
      return added;
    },
    async resume(id) {
      const row = await requireExport(id);
      const { state } = row;
      if (state === "making") return;
      if (state === "cancelled") throw wasCancelled();
      const stored = await store.findSnapshot(id);
      if (stored === null)
        throw new HttpError(409, `exportId: ${messageText("delivery-superseded", {})}`);
      const snapshot = readSnapshot(stored);
      if (!snapshot)
        throw new HttpError(409, `exportId: ${messageText("delivery-unreadable", {})}`);
      if (kind === "objects") {
        // Objects that have expired may be removed during a download: they are made again.
        if (row.expiresAt !== null && row.expiresAt <= now()) await store.expireExport(id, now());
      } else if (state === "unconfirmed") await requireOutside(row.folder, deps.dataDir);
      else if (!isConfirmedExport(confirmations, row, stored)) {
        await store.holdExport(null, row, planExport(snapshot, row.request).files);
        return;
      }
      deps.outside.forget(row.batchId);
      const signature = kind === "objects" ? "" : signExport(confirmations, row, stored);
      if (!(await store.continueExport(id, signature))) throw wasCancelled();
      queue.add(id);
    },
    async cancel(id) {
      const row = await requireExport(id);
      const isMade = () => new HttpError(409, "exportId: the export is complete");
      if (row.state === "made") throw isMade();
      await store.cancelExport(id);
      await queue.remove(id);
      if (kind === "objects") {
        // It may have been made before it was cancelled.
        if ((await store.findExport(id))?.state === "made") throw isMade();
        await removeWork(deps, row);
        await deps.removeFiles();
        return;
      }
      // SECURITY: of an export of another computer, nothing was written here.
      if (!isOwnExport(confirmations, row)) return;
      // The last file may have been finished meanwhile.
      await store.cancelExport(id);
      const files = await store.listExportFiles(id);
      await removeFiles(
        row.folder,
        files.map(({ path }) => path),
      );
      await removeWork(deps, row);
    },
    wake: queue.wake,
    close: queue.close,
  };
}
