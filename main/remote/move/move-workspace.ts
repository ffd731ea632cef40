/**
 * Moves a workspace from one service to another: its rows by table, then its bytes. What was broken
 * off continues where the target ends. The source can only be read from the beginning on, and
 * stays.
 */
import { createHash } from "node:crypto";
import {
  maxListedObjects,
  movedFile,
  type MovedFile,
  type MovedObject,
  type MoveState,
} from "../../../preload/local-service/move";
import { AppError } from "../../common/errors";
import { forEachLimit } from "../../common/for-each-limit";
import { retryPolicies, transientDelay, withRetry } from "../../common/retry";
import type { MoveCalls } from "../extensions/move";
import { readForm } from "../extensions/read-form";

export interface MoveProgress {
  step: "rows" | "files" | "takes" | "comparing";
  done: number;
  total: number;
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
 * @throws AppError; the same call continues afterwards, unless the move is discarded.
 */
export async function moveWorkspace(options: MoveOptions): Promise<MoveResult> {
  const { source, target, names, signal } = options;
  const from = await source.beginSource(names.target);
  signal.throwIfAborted();
  if (from.isComplete) await requireTargetOf(from, target);
  const to = await target.beginTarget(from, names.source);
  const result: MoveResult = { rows: 0, files: 0, takes: 0, bytes: 0, problems: [] };
  const rows = new Map(from.tables.map((table) => [table.name, table.rows]));
  result.rows = [...rows.values()].reduce((sum, count) => sum + count, 0);
  result.files = rows.get("files") ?? 0;
  // It was complete before the source was informed.
  if (to.isComplete) {
    await source.finish();
    return result;
  }
  await moveRows(options, from.tables, to.tables);
  await moveFiles(options, result);
  await moveObjects(options, result);
  await compareTables(options, from.tables);
  signal.throwIfAborted();
  await target.finish();
  await source.finish();
  return result;
}

/** @throws AppError unless a workspace that was moved was moved to this target. */
async function requireTargetOf(from: MoveState, target: MoveCalls): Promise<void> {
  const { id, isComplete } = await target.state();
  if (id !== from.id || !isComplete)
    throw new AppError("invalid-input", `the workspace was moved to ${from.other} before`);
}

/**
 * Ends a move that is not complete: the target is emptied. A source whose move is complete can be
 * changed again.
 */
export async function discardMove(source: MoveCalls, target: MoveCalls | null): Promise<void> {
  const from = await source.state();
  const to = target && (await target.state());
  if (target && to?.role === "target" && !to.isComplete) {
    // The target loses its rows: the workspace of another move is not this one.
    if (from.role !== "source" || from.id !== to.id)
      throw new AppError("invalid-input", "the target receives another workspace");
    await target.discard();
  }
  if (from.role === "source") await source.discard();
}

interface Table {
  name: string;
  rows: number;
  last: string;
}

async function moveRows(
  { source, target, onProgress, signal }: MoveOptions,
  tables: readonly Table[],
  received: readonly Table[],
): Promise<void> {
  const copied = tables.filter(({ name }) => name !== "files");
  const total = copied.reduce((sum, { rows }) => sum + rows, 0);
  let done = 0;
  for (const { name, rows } of copied) {
    const before = received.find((table) => table.name === name);
    onProgress({ step: "rows", done, total });
    if (before?.rows !== rows) {
      let after = before?.last ?? "";
      do {
        const { lines, next } = await source.readRows(name, after, signal);
        if (lines.length > 0) await target.addRows(name, lines, signal);
        after = next;
      } while (after !== "");
    }
    done += rows;
  }
  onProgress({ step: "rows", done, total });
}

const fileRow = movedFile
  .omit({ contentType: true })
  .extend({ content_type: movedFile.shape.contentType })
  .transform(({ content_type: contentType, ...file }) => ({ ...file, contentType }));

/** @throws AppError for lines that are no rows of files: they are those of another person. */
function readFiles(lines: Buffer): MovedFile[] {
  return lines
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      let row: unknown;
      try {
        row = JSON.parse(line);
      } catch {
        // Reported by the form.
      }
      return readForm(fileRow, row);
    });
}

/** The rows of the gallery, in pages. */
async function* filePages({ source, signal }: MoveOptions): AsyncGenerator<MovedFile[]> {
  let after = "";
  do {
    const { lines, next } = await source.readRows("files", after, signal);
    const files = readFiles(lines);
    for (let at = 0; at < files.length; at += maxListedObjects)
      yield files.slice(at, at + maxListedObjects);
    after = next;
  } while (after !== "");
}

async function moveFiles(options: MoveOptions, result: MoveResult): Promise<void> {
  const { target, onProgress, signal } = options;
  let done = 0;
  for await (const files of filePages(options)) {
    const missing = new Set((await target.missing([], files, signal)).paths);
    for (const file of files) {
      onProgress({ step: "files", done, total: result.files });
      if (missing.has(file.path)) await moveFile(options, file, result);
      done += 1;
    }
  }
  onProgress({ step: "files", done, total: result.files });
}

/** Moves a file in parts, and compares its SHA-256 with that of what the target has stored. */
async function moveFile(
  { source, target, signal }: MoveOptions,
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
  }
  await target.uploads.complete(upload, { uploadId: begun, parts }, signal);
  const sha256 = hash.digest("hex");
  if (sha256 !== stored) throw new AppError("file-changed", `${path} changed while it was moved`);
  await target.storeFile(file, sha256, signal);
  result.bytes += size;
}

async function* objectPages({ source, signal }: MoveOptions): AsyncGenerator<MovedObject[]> {
  let after = "";
  for (;;) {
    const objects = await source.listObjects(after, signal);
    if (objects.length === 0) return;
    yield objects;
    const last = objects.at(-1)?.location ?? "";
    if (last === after)
      throw new AppError("unexpected-answer", "the source lists the same objects again");
    after = last;
  }
}

async function moveObjects(options: MoveOptions, result: MoveResult): Promise<void> {
  const { target, onProgress, signal } = options;
  const withProblems = new Set<string>();
  for await (const objects of objectPages(options)) {
    const missing = new Set((await target.missing(objects, [], signal)).locations);
    const waiting = objects.filter(({ location }) => missing.has(location));
    onProgress({ step: "takes", done: result.takes, total: 0 });
    await forEachLimit(parallelTakes, waiting, async (object) => {
      const problem = await moveObject(options, object, result);
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
  { source, target, onProgress, signal }: MoveOptions,
  tables: readonly Table[],
): Promise<void> {
  let done = 0;
  for (const { name } of tables) {
    onProgress({ step: "comparing", done, total: tables.length });
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
