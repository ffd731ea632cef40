/** Exports: the delivery of batches to folders. One is made at a time; each continues after a restart. */
import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { createFileHasher } from "../../common/file-hasher";
import type { Log } from "../../common/log";
import { withRequiredParts } from "../../../preload/facts/delivery";
import { BlockedError } from "../dubbing/deps";
import { HttpError, isDiskFull } from "../http-error";
import { EngineError } from "../engine/ports";
import type { ExportFile, ExportRequest, ExportRow } from "../rows/exports/export-port";
import { exportWork, makeFile, type DeliveryDeps, type MakeInput } from "./make-file";
import { deliveredName } from "./names";
import { createVersion, prepareFile, removeFiles, requireTarget } from "./output-folder";
import { isComplete } from "./missing";
import { planExport, type ExportPlan } from "./plan";
import { takeSnapshot, type Snapshot } from "./snapshot";

export interface ExportsDeps extends DeliveryDeps {
  dataDir: string;
  log: Log;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface Exports {
  /** Writes nothing. @throws HttpError 409 for a batch that cannot be delivered. */
  plan(batchId: string, request: ExportRequest): Promise<ExportPlan>;
  /**
   * Begins an export to a new folder below `folder`. @throws HttpError 400 for the folder, 409 for errors and lines that
   * are not approved, 507 for a disk that is too small.
   */
  start(batchId: string, request: ExportRequest, folder: string): Promise<ExportRow>;
  /** Makes what is missing or was changed. @throws HttpError 404; 409 for one that was cancelled. */
  resume(id: string): Promise<void>;
  /** Stops an export and removes what it has written. @throws HttpError 404; 409 for one that is made. */
  cancel(id: string): Promise<void>;
  /** Stops; unfinished exports continue after the next start. */
  close(): Promise<void>;
}

/** Space that stays free. */
const reserveBytes = 50_000_000;
const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

/** The parts in the order in which they are made, with those that they reference: a video uses the mix. */
const inOrder = (request: ExportRequest): ExportRequest => ({
  ...request,
  languages: [...new Set(request.languages)],
  parts: withRequiredParts(request.parts),
});

export function createExports(deps: ExportsDeps): Exports {
  const { store, objects, log, now } = deps;
  const closing = new AbortController();
  const queue: string[] = [];
  let active: { id: string; end: AbortController; work: Promise<void> } | null = null;

  async function snapshotOf(batchId: string, request: ExportRequest): Promise<Snapshot> {
    try {
      return await takeSnapshot(deps, batchId, request, closing.signal);
    } catch (error) {
      if (error instanceof BlockedError) throw new HttpError(409, error.message);
      throw error;
    }
  }

  async function requireSpace(target: string, plan: ExportPlan): Promise<void> {
    const needed = plan.files.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0) + reserveBytes;
    const { bavail, bsize } = await statfs(target);
    const free = bavail * bsize;
    if (needed > free)
      throw new HttpError(
        507,
        `folder: the disk has ${megabytes(free)} of free space, and the files need ${megabytes(needed)}`,
      );
  }

  async function requireExport(id: string): Promise<ExportRow> {
    const row = await store.findExport(id);
    if (!row) throw new HttpError(404, "exportId: unknown");
    return row;
  }

  function enqueue(id: string): void {
    if (active?.id !== id && !queue.includes(id)) queue.push(id);
    startNext();
  }

  function startNext(): void {
    if (active || closing.signal.aborted) return;
    const id = queue.shift();
    if (id === undefined) return;
    const end = new AbortController();
    const signal = AbortSignal.any([end.signal, closing.signal]);
    const work = make(id, signal)
      .catch((error: unknown) => log.error("an export could not be stored", error))
      .finally(() => {
        active = null;
        startNext();
      });
    active = { id, end, work };
  }

  async function make(id: string, signal: AbortSignal): Promise<void> {
    const row = await store.findExport(id);
    const stored = await store.findSnapshot(id);
    if (row?.state !== "making" || stored === null) return;
    const snapshot = JSON.parse(stored) as Snapshot;
    const plan = planExport(snapshot, row.request);
    const hasher = createFileHasher();
    try {
      const files = () => store.listExportFiles(id);
      await makeFiles({ row, snapshot, plan, files, hasher, signal });
    } finally {
      hasher.close();
    }
  }

  async function makeFiles(input: MakeInput): Promise<void> {
    const { row, plan } = input;
    const before = new Map((await input.files()).map((file) => [file.path, file]));
    let problem = "";
    for (const planned of plan.files) {
      const known = before.get(planned.path);
      if (known && (await isStillThere(input, known))) continue;
      const outcome = await makeOne(input, planned);
      if (outcome === null) return;
      await store.setExportFile(row.id, { path: planned.path, ...outcome });
      problem ||= outcome.problem === "" ? "" : `${planned.path}: ${outcome.problem}`;
      // The others would fail for the same reason; the manifest must not list a part.
      if (problem !== "") break;
    }
    await store.setExportState(row.id, problem === "" ? "made" : "failed", problem);
    await removeWork(row.id);
  }

  /** Null if the signal was aborted. */
  async function makeOne(
    input: MakeInput,
    planned: ExportPlan["files"][number],
  ): Promise<Omit<ExportFile, "path"> | null> {
    try {
      const { bytes, sha256 } = await makeFile(deps, input, planned);
      return { state: "made", bytes, sha256, problem: "" };
    } catch (error) {
      if (input.signal.aborted) return null;
      log.warn("a file of an export could not be made", error);
      return { state: "failed", bytes: planned.bytes, sha256: null, problem: reasonOf(error) };
    }
  }

  /** Whether a file that was made has the same bytes as then. */
  async function isStillThere(
    { row, hasher, signal }: MakeInput,
    { path, state, bytes, sha256 }: ExportFile,
  ): Promise<boolean> {
    if (state !== "made" || bytes === null) return false;
    try {
      const found = await hasher.hash(await prepareFile(row.folder, path), bytes, { signal });
      return found.sha256 === sha256;
    } catch (error) {
      if (signal.aborted) throw error;
      return false;
    }
  }

  const removeWork = (id: string) =>
    objects.remove(
      ["mix.wav", "original.wav", "master.wav"].map((name) => `${exportWork(id)}/${name}`),
    );

  void store
    .listUnfinishedExports()
    .then((ids) => ids.forEach(enqueue))
    .catch((error: unknown) => log.error("unfinished exports could not be read", error));

  return {
    async plan(batchId, request) {
      const ordered = inOrder(request);
      return planExport(await snapshotOf(batchId, ordered), ordered);
    },
    async start(batchId, request, folder) {
      const target = await requireTarget(folder, deps.dataDir);
      const ordered = inOrder(request);
      const snapshot = await snapshotOf(batchId, ordered);
      const plan = planExport(snapshot, ordered);
      if (!ordered.includeUnapproved && !isComplete(plan.missing))
        throw new HttpError(
          409,
          "includeUnapproved: lines have no text, no take, no approval, or errors; see the plan",
        );
      await requireSpace(target, plan);
      const name = deliveredName(snapshot.languages[0]?.timeline.batch ?? "", 80);
      const row: ExportRow = {
        ...(await createVersion(target, name)),
        ...{ id: randomUUID(), batchId, request: ordered, state: "making", problem: "" },
        createdAt: now(),
      };
      await store.addExport(row, JSON.stringify(snapshot), plan.files);
      enqueue(row.id);
      return row;
    },
    async resume(id) {
      const { state } = await requireExport(id);
      if (state === "cancelled") throw new HttpError(409, "exportId: the export was cancelled");
      await store.setExportState(id, "making", "");
      enqueue(id);
    },
    async cancel(id) {
      const { state, folder } = await requireExport(id);
      if (state === "made") throw new HttpError(409, "exportId: the export is complete");
      await store.setExportState(id, "cancelled", "");
      const waiting = queue.indexOf(id);
      if (waiting >= 0) queue.splice(waiting, 1);
      if (active?.id === id) {
        active.end.abort(new Error("the export was cancelled"));
        await active.work;
      }
      // The last file may have been finished meanwhile.
      await store.setExportState(id, "cancelled", "");
      const files = await store.listExportFiles(id);
      await removeFiles(
        folder,
        files.map(({ path }) => path),
      );
      await removeWork(id);
    },
    async close() {
      closing.abort(new Error("the service stops"));
      await active?.work;
    },
  };
}

/** Why a file could not be made, for users. */
function reasonOf(error: unknown): string {
  if (error instanceof EngineError || error instanceof BlockedError) return error.message;
  if (isDiskFull(error)) return "the disk is full";
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return "cannot be written";
  if (code === "ENOENT" || code === "ENOTDIR") return "a file or the folder is missing";
  return "could not be made";
}
