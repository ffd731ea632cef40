/** The move of a workspace (extension "move"). */
import type { z } from "zod";
import {
  maxObjectBytes,
  maxRowsBytes,
  missingForMove,
  movedObjects,
  movedSize,
  moveState,
  objectHash,
  tableHash,
  type MovedFile,
  type ListedObjects,
  type MovedObject,
  type Mover,
  type MoveState,
} from "../../../preload/local-service/move";
import { AppError } from "../../common/errors";
import type { Http } from "../http/http";
import { readWhole } from "../http/read-whole";
import { createPartCalls, type PartCalls } from "../media";
import { createReader, local } from "./read-form";

/** Rows of a table as lines of JSON, and the key for the next call; "" at the end. */
export interface MovedRows {
  lines: Buffer;
  next: string;
}

export interface MoveCalls {
  state(signal?: AbortSignal): Promise<MoveState>;
  beginSource(other: string, signal?: AbortSignal): Promise<MoveState>;
  beginTarget(
    source: Pick<MoveState, "id" | "schemaVersion">,
    other: string,
    signal?: AbortSignal,
  ): Promise<MoveState>;
  /** The source can be changed again; a target is emptied. */
  discard(): Promise<void>;
  finish(): Promise<void>;
  readRows(table: string, after: string, signal: AbortSignal): Promise<MovedRows>;
  addRows(table: string, lines: Uint8Array, signal: AbortSignal): Promise<void>;
  hashTable(table: string, signal: AbortSignal): Promise<z.infer<typeof tableHash>>;
  /** Rejects with "not-found" at an older service. */
  size(signal: AbortSignal): Promise<z.infer<typeof movedSize>>;
  /**
   * Reports to the source whether a program is moving it now. The call is not repeated. Rejects
   * with "invalid-input" while another one does.
   */
  setRunning(isRunning: boolean, mover: Mover): Promise<void>;
  /** `after`: the value `next` of the former call; "" at first, and at the end. */
  listObjects(after: string, signal: AbortSignal): Promise<ListedObjects>;
  /** Rejects with "not-found" for an object without bytes. */
  readObject(location: string, signal: AbortSignal): Promise<Buffer>;
  storeObject(
    location: string,
    sha256: string,
    bytes: Uint8Array,
    signal: AbortSignal,
  ): Promise<void>;
  /** Bytes of a file of the gallery, both ends included. Rejects with "not-found" for none. */
  readFile(path: string, first: number, last: number, signal: AbortSignal): Promise<Buffer>;
  /** Rejects with "not-found" for a file without bytes. */
  hashFile(path: string, signal: AbortSignal): Promise<string>;
  missing(
    objects: readonly MovedObject[],
    files: readonly MovedFile[],
    signal: AbortSignal,
  ): Promise<z.infer<typeof missingForMove>>;
  uploads: PartCalls;
  /** Sends bytes to a URL of `uploads`; resolves with their ETag. */
  put: Http["put"];
  storeFile(file: MovedFile, sha256: string | null, signal: AbortSignal): Promise<void>;
}

/** @throws AppError for a text that is no key, or that of the call: it would never end. */
function readNext(header: unknown, after: string): string {
  try {
    const next = typeof header === "string" ? decodeURIComponent(header) : null;
    if (next !== null && (next === "" || next !== after)) return next;
  } catch {
    // Reported below.
  }
  throw new AppError("unexpected-answer", "the rows have no key of the next ones");
}

/** The time limit of a call that nothing depends on, in milliseconds. */
const shortMs = 5_000;
/** The time limit of calls that read a whole table or a whole file, in milliseconds. */
const longMs = 12 * 3_600_000;

const given = (signal: AbortSignal | undefined) => (signal ? { signal } : {});

export function createMoveCalls(http: Http): MoveCalls {
  const read = createReader(http);
  const base = `${local}/move`;
  const begin = (body: unknown, signal: AbortSignal | undefined) =>
    read(moveState, { method: "POST", path: base, body, timeoutMs: longMs, ...given(signal) });
  const send = async (method: "POST" | "PUT" | "DELETE", path: string, rest: object = {}) => {
    await http.json({ method, path, isRepeatable: true, ...rest });
  };
  const tablePath = (list: "rows" | "tables", table: string) =>
    `${base}/${list}/${encodeURIComponent(table)}`;
  const objectPath = (location: string) => `${base}/objects/${encodeURIComponent(location)}`;
  return {
    state: (signal) => read(moveState, { path: base, ...given(signal) }),
    beginSource: (other, signal) => begin({ role: "source", other }, signal),
    beginTarget: ({ id, schemaVersion }, other, signal) =>
      begin({ role: "target", id, schemaVersion, other }, signal),
    discard: () => send("DELETE", base, { timeoutMs: longMs }),
    finish: () => send("POST", `${base}/finish`, { timeoutMs: longMs }),
    async readRows(table, after, signal) {
      const { headers, body } = await http.response({
        method: "GET",
        path: tablePath("rows", table),
        query: { after },
        isRepeatable: true,
        signal,
      });
      const lines = await readWhole(body, maxRowsBytes);
      return { lines, next: readNext(headers["x-next"], after) };
    },
    addRows: (table, bytes, signal) => send("POST", tablePath("rows", table), { bytes, signal }),
    hashTable: (table, signal) =>
      read(tableHash, { path: tablePath("tables", table), timeoutMs: longMs, signal }),
    size: (signal) => read(movedSize, { path: `${base}/size`, timeoutMs: longMs, signal }),
    async setRunning(isRunning, mover) {
      const body = { isRunning, mover };
      const call = { method: "POST", path: `${base}/running`, isRepeatable: false } as const;
      await http.json({ ...call, body, timeoutMs: shortMs });
    },
    listObjects: (after, signal) =>
      read(movedObjects, { path: `${base}/objects`, query: { after }, signal }),
    async readObject(location, signal) {
      const path = objectPath(location);
      const options = { method: "GET", path, isRepeatable: true, mayBeInStorage: true } as const;
      return readWhole(await http.stream({ ...options, signal }), maxObjectBytes);
    },
    storeObject: (location, sha256, bytes, signal) =>
      send("PUT", objectPath(location), { query: { sha256 }, bytes, signal }),
    async readFile(path, first, last, signal) {
      const { body } = await http.response({
        method: "GET",
        path: `${local}/files/${encodeURIComponent(path)}`,
        headers: { accept: "*/*", range: `bytes=${first}-${last}` },
        isRepeatable: true,
        mayBeInStorage: true,
        signal,
      });
      const bytes = await readWhole(body, last - first + 1);
      if (bytes.length === last - first + 1) return bytes;
      throw new AppError("unexpected-answer", `fewer bytes of ${path} than announced`);
    },
    hashFile: async (path, signal) =>
      (await read(objectHash, { path: `${base}/hash`, query: { path }, timeoutMs: longMs, signal }))
        .sha256,
    missing: (objects, files, signal) =>
      read(missingForMove, {
        method: "POST",
        path: `${base}/missing`,
        body: { objects: objects.map(({ location, size }) => ({ location, size })), files },
        signal,
      }),
    uploads: createPartCalls(http, `${base}/uploads`),
    put: http.put,
    storeFile: (file, sha256, signal) =>
      send("POST", `${base}/files`, { body: { ...file, sha256 }, timeoutMs: longMs, signal }),
  };
}
