/**
 * Moves a workspace from one service to another: its rows by table, then its bytes. What was broken
 * off continues where the target ends. The source can only be read from the beginning on, and
 * stays.
 */
import { createHash } from "node:crypto";
import type { MovedFile, MovedObject, Mover, MoveState } from "../../../preload/local-service/move";
import { AppError } from "../../common/errors";
import { forEachLimit } from "../../common/for-each-limit";
import { retryPolicies, transientDelay, withRetry } from "../../common/retry";
import type { MoveStep } from "../../../preload/facts/move";
import type { MoveCalls } from "../extensions/move";
import { filePages, measureMove, objectPages } from "./measure-move";
import { requireNoOtherMover, thisMover, whileMoving } from "./movers";

export interface MoveProgress {
  step: MoveStep;
  /** The table whose rows are copied or compared; "" in the other steps. */
  table: string;
  /** Rows, files, scripts and takes, or tables. */
  done: number;
  total: number;
  /** The bytes of the files, scripts and takes that the target has now. */
  bytes: number;
  totalBytes: number;
  /** The part of `bytes` that this run has sent. */
  sentBytes: number;
}

/** A file or take that is not in the target as its row says. */
export interface MoveProblem {
  /** The path of the file in the gallery, or the location of the take. */
  name: string;
  /** "missing": the source does not have its bytes. "differs": they are not those of its row. */
  problem: "missing" | "differs";
}

export interface MoveResult {
  rows: number;
  files: number;
  takes: number;
  bytes: number;
  problems: MoveProblem[];
}

export interface MoveOptions {
  source: MoveCalls;
  target: MoveCalls;
  /** What people call the two workspaces. */
  names: { source: string; target: string };
  onProgress: (progress: MoveProgress) => void;
  signal: AbortSignal;
  /** Default: this process. */
  mover?: Mover;
}

const mebibyte = 1024 ** 2;
/** All parts of an upload but the last have at least 5 MiB, and there are at most 10,000. */
const minPartBytes = 32 * mebibyte;
const maxParts = 10_000;
/** A part is in memory as a whole. */
const maxPartBytes = 1024 * mebibyte;
/** Takes that are moved at the same time. */
const parallelTakes = 4;

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Resolves when the target is complete, and compared with the source.
 * @throws AppError "move-runs" while another program moves the workspace; others, after which the
 * same call continues, unless the move is discarded.
 */
export async function moveWorkspace(options: MoveOptions): Promise<MoveResult> {
  const { source, target, names, signal, mover = thisMover() } = options;
  const before = await source.state(signal);
  // Before anything changes: both would send the same files.
  requireNoOtherMover(before, mover);
  const from = await source.beginSource(names.target, signal);
  signal.throwIfAborted();
  if (from.isComplete) await requireTargetOf(from, target);
  const to = await target.beginTarget(from, names.source, signal).catch(async (error: unknown) => {
    // Nothing was moved: a source that was not being moved before can be changed again.
    if (before.role !== "source" && isRefusal(error)) await source.discard();
    throw error;
  });
  const rows = new Map(from.tables.map((table) => [table.name, table.rows]));
  const result: MoveResult = {
    rows: [...rows.values()].reduce((sum, count) => sum + count, 0),
    files: rows.get("files") ?? 0,
    takes: 0,
    bytes: 0,
    problems: [],
  };
  // It was complete before the source was informed.
  if (to.isComplete) await source.finish();
  else
    await whileMoving(source, mover, signal, (either) =>
      moveContents({ ...options, signal: either }, { from, to }, result),
    );
  return result;
}

async function moveContents(
  options: MoveOptions,
  { from, to }: { from: MoveState; to: MoveState },
  result: MoveResult,
): Promise<void> {
  const { source, target, signal } = options;
  const size = await measureMove(source, signal);
  const counted = createReports(options.onProgress, size.bytes);
  await moveRows(options, counted, from.tables, to.tables);
  await moveFiles(options, counted, result);
  await moveObjects(options, counted, result, size.objects);
  await compareTables(options, counted, from.tables);
  signal.throwIfAborted();
  // Both or none: with one of them, both workspaces could be changed later.
  await target.finish();
  await source.finish();
}

/** Whether the target has responded that it does not receive the workspace. */
const isRefusal = (error: unknown) => error instanceof AppError && error.code === "invalid-input";

/** Adds the bytes of the whole move to the progress of its steps. */
function createReports(onProgress: (progress: MoveProgress) => void, totalBytes: number) {
  let step: Pick<MoveProgress, "step" | "table" | "done" | "total"> | null = null;
  let bytes = 0;
  let sentBytes = 0;
  const report = () => step && onProgress({ ...step, bytes, totalBytes, sentBytes });
  return {
    set(next: NonNullable<typeof step>): void {
      step = next;
      report();
    },
    /** Adds bytes that the target had before. The next `set` reports them. */
    addPresent(size: number): void {
      bytes += size;
    },
    /** Adds bytes that were sent now. */
    addSent(size: number): void {
      bytes += size;
      sentBytes += size;
    },
    /** Reports what was added. */
    report,
  };
}
type Reports = ReturnType<typeof createReports>;

/** @throws AppError unless a workspace that was moved was moved to this target. */
async function requireTargetOf(from: MoveState, target: MoveCalls): Promise<void> {
  const { id, isComplete } = await target.state();
  if (id !== from.id || !isComplete)
    throw new AppError("invalid-input", `the workspace was moved to ${from.other} before`);
}

/**
 * Ends a move that is not complete: the target is emptied. A source whose move is complete can be
 * changed again.
 * @throws AppError "move-runs" while another program moves the workspace; "invalid-input" if only
 * the source is not informed of its end
 */
export async function discardMove(source: MoveCalls, target: MoveCalls | null): Promise<void> {
  const from = await source.state();
  requireNoOtherMover(from);
  const to = target && (await target.state());
  if (to && isUninformed(from, to))
    throw new AppError("invalid-input", "the target is complete: continue the move to end it");
  if (target && to?.role === "target" && !to.isComplete) {
    // The target loses its rows: the workspace of another move is not this one.
    if (from.role !== "source" || from.id !== to.id)
      throw new AppError("invalid-input", "the target receives another workspace");
    await target.discard();
  }
  if (from.role === "source") await source.discard();
}

/** Whether the target is complete, and the source does not know it yet. */
const isUninformed = (from: MoveState, to: MoveState) =>
  from.role === "source" &&
  !from.isComplete &&
  to.role === "target" &&
  to.isComplete &&
  to.id === from.id;

interface Table {
  name: string;
  rows: number;
  last: string;
}

async function moveRows(
  { source, target, signal }: MoveOptions,
  reports: Reports,
  tables: readonly Table[],
  received: readonly Table[],
): Promise<void> {
  const copied = tables.filter(({ name }) => name !== "files");
  const total = copied.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name, rows } of copied) {
    const before = received.find((table) => table.name === name);
    let copiedRows = before?.rows ?? 0;
    reports.set({ step: "rows", table: name, done: done + copiedRows, total });
    if (before?.rows !== rows) {
      let after = before?.last ?? "";
      do {
        const { lines, next } = await source.readRows(name, after, signal);
        if (lines.length > 0) await target.addRows(name, lines, signal);
        copiedRows = Math.min(rows, copiedRows + countLines(lines));
        reports.set({ step: "rows", table: name, done: done + copiedRows, total });
        after = next;
      } while (after !== "");
    }
    done += rows;
  }
}

function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf("\n"); at >= 0; at = lines.indexOf("\n", at + 1)) count += 1;
  return count;
}

async function moveFiles(
  options: MoveOptions,
  reports: Reports,
  result: MoveResult,
): Promise<void> {
  const { source, target, signal } = options;
  let done = 0;
  const report = () => reports.set({ step: "files", table: "", done, total: result.files });
  report();
  for await (const files of filePages(source, signal)) {
    const missing = new Set((await target.missing([], files, signal)).paths);
    for (const file of files) {
      if (missing.has(file.path)) await moveFile(options, reports, file, result);
      else reports.addPresent(file.size);
      done += 1;
      report();
    }
  }
}

/** Moves a file in parts, and compares its SHA-256 with that of what the target has stored. */
async function moveFile(
  { source, target, signal }: MoveOptions,
  reports: Reports,
  file: MovedFile,
  result: MoveResult,
): Promise<void> {
  const { path, size } = file;
  const stored = await source.hashFile(path, signal).catch(nullIfNotFound);
  if (stored === null) {
    result.problems.push({ name: path, problem: "missing" });
    await target.storeFile(file, null, signal);
    return;
  }
  // The gallery accepts no others; the row has its own value at the end.
  const isAccepted = /^(audio|video)\//.test(file.contentType);
  const upload = { fileName: path, contentType: isAccepted ? file.contentType : "video/mp4" };
  const partBytes = Math.max(minPartBytes, Math.ceil(size / maxParts));
  if (partBytes > maxPartBytes)
    throw new AppError("unexpected-answer", `${path} is larger than a file can be: ${size} bytes`);
  const hash = createHash("sha256");
  const parts: { partNumber: number; etag: string }[] = [];
  let begun = "";
  for (let first = 0; first < size || first === 0; first += partBytes) {
    const last = Math.min(size, first + partBytes) - 1;
    const bytes = size === 0 ? Buffer.alloc(0) : await source.readFile(path, first, last, signal);
    hash.update(bytes);
    const partNumber = parts.length + 1;
    const etag: string = await withRetry(
      async () => {
        // Part 1 begins an upload, also when it is repeated.
        const part = { partNumber, uploadId: partNumber === 1 ? null : begun };
        const signed = await target.uploads.presignPart(upload, part, signal);
        begun = signed.uploadId;
        return target.put(signed.uploadUrl, { bytes, contentType: upload.contentType }, signal);
      },
      { policy: retryPolicies.serviceRequest, minDelayOf: transientDelay, signal },
    );
    parts.push({ partNumber, etag });
    reports.addSent(bytes.length);
    reports.report();
  }
  await target.uploads.complete(upload, { uploadId: begun, parts }, signal);
  const sha256 = hash.digest("hex");
  if (sha256 !== stored) throw new AppError("file-changed", `${path} changed while it was moved`);
  await target.storeFile(file, sha256, signal);
  result.bytes += size;
}

async function moveObjects(
  options: MoveOptions,
  reports: Reports,
  result: MoveResult,
  total: number,
): Promise<void> {
  const { source, target, signal } = options;
  const withProblems = new Set<string>();
  let done = 0;
  const report = () => reports.set({ step: "takes", table: "", done, total });
  report();
  for await (const objects of objectPages(source, signal)) {
    const missing = new Set((await target.missing(objects, [], signal)).locations);
    const waiting = objects.filter(({ location }) => missing.has(location));
    for (const { location, size } of objects)
      if (!missing.has(location)) reports.addPresent(size ?? 0);
    done += objects.length - waiting.length;
    report();
    await forEachLimit(parallelTakes, waiting, async (object) => {
      const problem = await moveObject(options, object, result);
      done += 1;
      reports.addSent(object.size ?? 0);
      report();
      if (problem === null) return;
      withProblems.add(object.location);
      // No row contains the size of speech, which is made again.
      if (problem === "missing" && object.size === null) return;
      result.problems.push({ name: object.location, problem });
    });
    result.takes += objects.length;
    const left = (await target.missing(objects, [], signal)).locations;
    const lost = left.find((location) => !withProblems.has(location));
    if (lost !== undefined)
      throw new AppError("service-error", `the target does not have ${lost}: repeat the move`);
  }
}

/** Resolves with what is wrong with the bytes of the source, or with null. */
async function moveObject(
  { source, target, signal }: MoveOptions,
  { location, size, sha256 }: MovedObject,
  result: MoveResult,
): Promise<MoveProblem["problem"] | null> {
  const bytes = await source.readObject(location, signal).catch(nullIfNotFound);
  if (bytes === null) return "missing";
  const found = sha256Of(bytes);
  await target.storeObject(location, found, bytes, signal);
  result.bytes += bytes.length;
  const isAsStored = (size === null || size === bytes.length) && (sha256 ?? found) === found;
  return isAsStored ? null : "differs";
}

/** @throws AppError for a table whose rows are not equal. */
async function compareTables(
  { source, target, signal }: MoveOptions,
  reports: Reports,
  tables: readonly Table[],
): Promise<void> {
  let done = 0;
  for (const { name } of tables) {
    reports.set({ step: "comparing", table: name, done, total: tables.length });
    const [from, to] = await Promise.all([
      source.hashTable(name, signal),
      target.hashTable(name, signal),
    ]);
    if (from.rows !== to.rows || from.sha256 !== to.sha256)
      throw new AppError(
        "copy-differs",
        `the table ${name} of the target differs (${to.rows} of ${from.rows} rows): discard the move, and repeat it`,
      );
    done += 1;
  }
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
