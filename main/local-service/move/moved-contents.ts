/** The rows and bytes of a workspace, as a move reads and stores them. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { sqliteCode, systemCode } from "../../common/errors";
import { HttpError, invalid } from "../common/http-error";
import type { Gallery } from "../media/gallery";
import { safeLocation } from "../media/locations";
import type { Uploads } from "../media/uploads";
import { isLocation } from "../objects/object-path";
import type { ObjectStore, OpenedObject } from "../objects/port";
import { explainInvalidRow, findProblem } from "../rows/check-rows";
import type { FileRows } from "../rows/file-port";
import type { ListedObjects } from "../../../preload/local-service/move";
import type { MovedObject, MoveRows } from "../rows/move-port";
import { movedTable } from "../rows/moved-tables";
import { rowSchemas } from "../rows/row-schemas";
import {
  hashTable,
  keyOf,
  keyText,
  linesOf,
  readKey,
  readLines,
  readObjectPosition,
} from "./row-lines";

export interface MovedContentsDeps {
  store: MoveRows & FileRows;
  objects: ObjectStore;
  gallery: Pick<Gallery, "open">;
  uploads: Pick<Uploads, "presignPart" | "complete" | "settle">;
}

/** A file of the gallery that is moved. */
export interface MovedFile {
  path: string;
  size: number;
  etag: string;
  contentType: string;
}

const isMovedLocation = (location: string) =>
  /^(scripts|takes)\//.test(location) && isLocation(location);
/** @throws HttpError 400 */
function requireMovedLocation(location: string): void {
  if (!isMovedLocation(location)) throw invalid("location", "is that of no script and no take");
}
/** Objects that are looked for at the same time. */
const parallelLooks = 16;

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

/** `requireReceiving`: throws unless another workspace is being moved here. */
export function createMovedContents(
  { store, objects, gallery, uploads }: MovedContentsDeps,
  requireReceiving: () => void,
) {
  async function openObject(location: string): Promise<OpenedObject> {
    const opened = isMovedLocation(location) ? await objects.open(location) : null;
    if (!opened) throw new HttpError(404, "location: the object is missing");
    return opened;
  }

  async function isMissing({ location, size }: Pick<MovedObject, "location" | "size">) {
    requireMovedLocation(location);
    const found = await objects.sizeAt(location);
    return found === null || (size !== null && found !== size);
  }

  async function isFileMissing({ path, size, etag, contentType }: MovedFile): Promise<boolean> {
    const found = await store.findFile(path);
    if (found?.size !== size || found.etag !== etag || found.contentType !== contentType)
      return true;
    // The row of a file whose bytes the source does not have is there: it is reported again.
    return (await objects.sizeAt(found.location)) !== size;
  }

  return {
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

    measure: () => store.measureMoved(),
    async listObjects(after: string, limit: number): Promise<ListedObjects> {
      const { objects, next } = await store.listMovedObjects(readObjectPosition(after), limit);
      return { objects, next: keyText(next) };
    },
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
      requireMovedLocation(location);
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
      return uploads.presignPart(...request);
    },
    completeUpload(...request: Parameters<Uploads["complete"]>) {
      requireReceiving();
      return uploads.complete(...request);
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
      if (problem) throw invalid("body", explainInvalidRow(problem));
      if (sha256 !== null) {
        const opened = await objects.open(location);
        if (!opened) throw invalid("path", "the bytes of the file have not arrived");
        if ((await sha256Of(opened)) !== sha256)
          throw invalid("sha256", "is not that of the stored bytes");
      }
      await store.putFile({ ...moved, location, folded });
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
  const sqliteConstraint = 19;
  const code = sqliteCode(error);
  return code === null ? systemCode(error).startsWith("23") : code === sqliteConstraint;
}
