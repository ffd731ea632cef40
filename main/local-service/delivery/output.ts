/** Where the files of an export are stored: in its folder, or as objects of the store. */
import { randomBytes } from "node:crypto";
import type { FileHasher } from "../../common/file-hasher";
import type { ObjectStore } from "../objects/port";
import { deliveredBelow } from "../rows/exports/delivered-location";
import type { ExportFile, ExportRow } from "../rows/exports/export-port";
import { prepareFile } from "./output-folder";

/** The part of the names of the working files of an export. */
export const exportWork = (exportId: string): string => `export-${exportId}`;
/** The working file that becomes an object. */
export const objectWorkFile = "delivered";

export interface ExportOutput {
  /** The absolute file to which the file at a path of the delivery is written. */
  prepare(path: string): Promise<string>;
  /**
   * Stores what was written to the prepared file. Resolves with the location of the object; null
   * for a file in a folder.
   */
  store(file: string, position: number, bytes: number): Promise<string | null>;
  /** Calls `work` with the absolute file of a file that was made. */
  withMade<T>(
    file: ExportFile,
    work: (file: string) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T>;
  /** Whether a file that was made is as it was then. Rejects if it cannot be read. */
  isThere(file: ExportFile, signal: AbortSignal): Promise<boolean>;
}

export function createOutput(
  { id, kind, folder }: Pick<ExportRow, "id" | "kind" | "folder">,
  objects: ObjectStore,
  hasher: FileHasher,
): ExportOutput {
  if (kind === "folder")
    return {
      prepare: (path) => prepareFile(folder, path),
      store: () => Promise.resolve(null),
      withMade: async ({ path }, work) => work(await prepareFile(folder, path)),
      async isThere({ path, bytes, sha256 }, signal) {
        const file = await prepareFile(folder, path);
        return (await hasher.hash(file, bytes ?? 0, { signal })).sha256 === sha256;
      },
    };
  return {
    prepare: () => objects.workFile(`${exportWork(id)}/${objectWorkFile}`),
    async store(file, position, bytes) {
      // Each attempt has its own location: another process may have taken the work over.
      const location = `${deliveredBelow(id)}${position}-${randomBytes(4).toString("hex")}`;
      await objects.putFile(file, location, { bytes, contentType: "application/octet-stream" });
      return location;
    },
    withMade: ({ location }, work, signal) => objects.withFile(location ?? "", work, signal),
    // An object is never changed. Its bytes were compared by the store when it was sent.
    isThere: async ({ location, bytes }) =>
      location !== null && (await objects.sizeAt(location)) === bytes,
  };
}
