/**
 * The move of this workspace to another service, or from one. While it is the source it can only be
 * read, and while it is the target nothing but the move is possible.
 */
import { createHash, randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import type { Log } from "../../common/log";
import { HttpError, invalid } from "../common/http-error";
import type { Gallery } from "../media/gallery";
import { safeLocation } from "../media/locations";
import type { Uploads } from "../media/uploads";
import { isLocation } from "../objects/object-path";
import type { ObjectStore, OpenedObject } from "../objects/port";
import { describeInvalidRow, findProblem } from "../rows/check-rows";
import type { FileRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import type { MovedObject, MoveRows } from "../rows/move-port";
import { movedTable, movedTables } from "../rows/moved-tables";
import { rowSchemas } from "../rows/row-schemas";
import { createMoveStateFile, type MoveState } from "./move-state";
import { hashTable, keyOf, keyText, linesOf, readKey, readLines } from "./row-lines";

export interface MovingDeps {
  store: MoveRows & FileRows & Locks;
  objects: ObjectStore;
  gallery: Pick<Gallery, "recover" | "open" | "removeRecorded">;
  uploads: Pick<Uploads, "presignPart" | "complete">;
  dataDir: string;
  /** Of the schema of the rows, which both services must have. */
  schemaVersion: number;
  /** Stops all background work; or starts it, as after a restore. */
  holdWork: (isHeld: boolean) => Promise<void>;
  log: Log;
  now: () => number;
}

/** A file of the gallery that is moved. */
export interface MovedFile {
  path: string;
  size: number;
  etag: string;
  contentType: string;
}

const retryLater = { "Retry-After": "30" };
const isMovedLocation = (location: string) =>
  /^(scripts|takes)\//.test(location) && isLocation(location);
/** Objects that are looked for at the same time. */
const parallelLooks = 16;

export type Moving = Awaited<ReturnType<typeof createMoving>>;

export async function createMoving(deps: MovingDeps) {
  const { store, objects, gallery, log, now } = deps;
  const file = createMoveStateFile(deps.dataDir);
  let state = await file.read();
  /** Calls that change the workspace now. */
  const changes = new Set<Promise<unknown>>();

  const isSource = () => state?.role === "source";
  const isReceiving = () => state?.role === "target" && state.endedAt === null;
  async function setState(next: MoveState | null): Promise<void> {
    await file.write(next);
    state = next;
  }
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

  async function beginSource(other: string): Promise<void> {
    if (isReceiving()) throw new HttpError(409, "another workspace is being moved here");
    // A repeated call, also after the end.
    if (state?.role === "source" && state.endedAt !== null) return;
    if (state?.role !== "source")
      await setState({ role: "source", id: randomUUID(), other, startedAt: now(), endedAt: null });
    await Promise.allSettled([...changes]);
    await deps.holdWork(true);
    // What was recorded before becomes visible, or is undone.
    await gallery.recover();
  }

  async function beginTarget(id: string, other: string): Promise<void> {
    // A repeated call, also after the end.
    if (state?.role === "target" && state.id === id) return;
    if (isReceiving()) throw new HttpError(409, "another workspace is being moved here");
    if (isSource()) throw new HttpError(409, "this workspace is being moved, or was moved");
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
      await setState(started);
    } catch (error) {
      state = former;
      await deps.holdWork(false);
      throw error;
    }
  }

  async function describe() {
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
      schemaVersion: deps.schemaVersion,
      tables,
    };
  }

  async function openObject(location: string): Promise<OpenedObject> {
    const opened = isMovedLocation(location) ? await objects.open(location) : null;
    if (!opened) throw new HttpError(404, "location: the object is missing");
    return opened;
  }

  async function isMissing({ location, size }: Pick<MovedObject, "location" | "size">) {
    if (!isMovedLocation(location)) throw invalid("location", "is that of no script and no take");
    const found = await objects.sizeAt(location);
    return found === null || (size !== null && found !== size);
  }

  async function isFileMissing({ path, size, etag, contentType }: MovedFile): Promise<boolean> {
    const found = await store.findFile(path);
    return found?.size !== size || found.etag !== etag || found.contentType !== contentType;
  }

  async function sha256Of(opened: OpenedObject): Promise<string> {
    const hash = createHash("sha256");
    try {
      if (opened.size > 0)
        for await (const chunk of opened.stream(0, opened.size - 1)) hash.update(chunk as Buffer);
    } finally {
      await opened.close();
    }
    return hash.digest("hex");
  }

  return {
    /** Whether background work stays stopped. */
    isHeld: () => isSource() || isReceiving(),
    requireReadable,
    requireChangeable,
    /** Runs a call that changes the workspace: a move waits for its end. */
    async whileChanging<T>(work: () => Promise<T>): Promise<T> {
      requireChangeable();
      const running = work();
      changes.add(running);
      try {
        return await running;
      } finally {
        changes.delete(running);
      }
    },
    /**
     * Runs the receipt of bytes by a signed URL. It is part of a move to this workspace, or a change.
     */
    async whileReceiving<T>(work: () => Promise<T>): Promise<T> {
      return isReceiving() ? work() : this.whileChanging(work);
    },
    /** Publishes arrived files, unless the workspace can only be read. */
    settled: (settle: () => Promise<void>) => () => (isSource() ? Promise.resolve() : settle()),
    describe,
    beginSource: (other: string) => store.exclusively("move", () => beginSource(other)),
    beginTarget(id: string, other: string, schemaVersion: number): Promise<void> {
      if (schemaVersion !== deps.schemaVersion)
        throw new HttpError(
          409,
          `the two services have different versions of Dubyard (schema ${schemaVersion} and ${deps.schemaVersion})`,
        );
      return store.exclusively("move", () => beginTarget(id, other));
    },

    async readRows(name: string, after: string): Promise<{ lines: string; next: string }> {
      const table = movedTable(name);
      const rows = await store.readRows(name, readKey(table, after), table.rowsPerCall);
      const last = rows.at(-1);
      const isEnd = !last || rows.length < table.rowsPerCall;
      return { lines: linesOf(rows), next: isEnd ? "" : keyText(keyOf(table, last)) };
    },
    hashTable: (name: string) => hashTable(store, movedTable(name)),
    async addRows(name: string, bytes: Uint8Array): Promise<void> {
      requireReceiving();
      const table = movedTable(name);
      if (name === "files") throw invalid("table", "files are moved with their bytes");
      try {
        await store.addRows(name, readLines(table, textOf(bytes)));
      } catch (error) {
        if (isConstraint(error))
          throw new HttpError(400, `body: rows of ${name} name rows that do not exist`);
        throw error;
      }
    },

    listObjects: (after: string, limit: number) => store.listMovedObjects(after, limit),
    openObject,
    /** The SHA-256 of the bytes that are stored; 404 for none. */
    async hashObject(location: string, path: string | undefined): Promise<string> {
      if (path === undefined) return sha256Of(await openObject(location));
      const found = await gallery.open(path);
      if (!found) throw new HttpError(404, "path: the file is missing");
      return sha256Of(found.object);
    },
    /** Those of which this workspace does not have the bytes, or has others. */
    async findMissing(
      listed: readonly Pick<MovedObject, "location" | "size">[],
      files: readonly MovedFile[],
    ) {
      const locations: string[] = [];
      for (let at = 0; at < listed.length; at += parallelLooks) {
        const some = listed.slice(at, at + parallelLooks);
        const missing = await Promise.all(some.map(isMissing));
        locations.push(...some.filter((_, index) => missing[index]).map((one) => one.location));
      }
      const paths: string[] = [];
      for (const one of files) if (await isFileMissing(one)) paths.push(one.path);
      return { locations, paths };
    },
    async storeObject(location: string, sha256: string, bytes: Uint8Array): Promise<void> {
      requireReceiving();
      if (!isMovedLocation(location)) throw invalid("location", "is that of no script and no take");
      if (createHash("sha256").update(bytes).digest("hex") !== sha256)
        throw invalid("sha256", "is not that of the bytes");
      const { staged } = await objects.receive({
        stream: Readable.from([bytes]),
        size: bytes.length,
      });
      await objects.publish(staged, location);
    },

    presignPart(...request: Parameters<Uploads["presignPart"]>) {
      requireReceiving();
      return deps.uploads.presignPart(...request);
    },
    completeUpload(...request: Parameters<Uploads["complete"]>) {
      requireReceiving();
      return deps.uploads.complete(...request);
    },
    /**
     * Gives a file whose bytes have arrived the values of its row in the source. `sha256`: of the
     * bytes that were sent; null for a file whose bytes the source does not have.
     */
    async storeFile(moved: MovedFile, sha256: string | null): Promise<void> {
      requireReceiving();
      const { path, size, etag, contentType } = moved;
      const place = (await store.findFile(path)) ?? safeLocation(path);
      const { location, folded } = place;
      const row = { path, location, folded, size, etag, content_type: contentType };
      const problem = findProblem("files", ["path"], row, rowSchemas.files);
      if (problem) throw invalid("body", describeInvalidRow(problem));
      if (sha256 !== null) {
        const opened = await objects.open(location);
        if (!opened) throw invalid("path", "the bytes of the file have not arrived");
        if ((await sha256Of(opened)) !== sha256)
          throw invalid("sha256", "is not that of the stored bytes");
      }
      await store.putFile({ ...moved, location, folded });
    },

    /** Completes the move: the source stays readable, the target becomes usable. May be repeated. */
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

/** @throws HttpError 400 */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalid("body", "must be UTF-8");
  }
}

/** Whether a row names another one that does not exist, on SQLite or PostgreSQL. */
function isConstraint(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: unknown; code?: unknown };
  const sqliteConstraint = 19;
  if (typeof errcode === "number") return (errcode & 0xff) === sqliteConstraint;
  return typeof code === "string" && code.startsWith("23");
}
