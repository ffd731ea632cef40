/**
 * The one guard of all paths that are made from rows: maps a location to an absolute file of the
 * data folder.
 */
import { lstatSync } from "node:fs";
import path from "node:path";
import { systemCode } from "../../common/errors";
import { isPortableName } from "../../common/portable-names";
import { HttpError } from "../common/http-error";

/**
 * The folders in which objects are stored. Other entries of the data folder, such as the key, are
 * no objects.
 */
const objectFolders: ReadonlySet<string> = new Set([
  "media",
  "renamed",
  "scripts",
  "staging",
  "uploads",
  "takes",
  "deliveries",
  "work",
  "samples",
  "peaks",
  "previews",
  "restoring",
]);

/** A row names a file that is no object: outside of the folders of objects, or behind a link. */
export class ForbiddenLocation extends HttpError {
  constructor() {
    super(409, "a stored row names a file outside of the workspace");
    this.name = "ForbiddenLocation";
  }
}

/**
 * Whether a text has the form of a location: a folder of objects, and names below it, without "."
 * and "..".
 */
export function isLocation(location: string): boolean {
  const [top = "", ...names] = location.split("/");
  const isPlain = names.every((name) => name !== "" && name !== "." && name !== "..");
  return objectFolders.has(top) && names.length > 0 && isPlain && !/[\\\0]/.test(location);
}

/**
 * Whether a location is that of a file. SECURITY: on Windows "media/con" is a device, and
 * "media/a.mp4:b" and "media/a.mp4." are other names of "media/a.mp4". The service itself stores
 * portable names only.
 */
export const isFileLocation = (location: string, platform = process.platform): boolean =>
  isLocation(location) && (platform !== "win32" || location.split("/").every(isPortableName));

export interface ObjectPaths {
  /** The file of a location, also if it is missing. @throws ForbiddenLocation */
  fileAt(location: string): string;
  /**
   * As `fileAt`, for operations on the name itself: the file may be a link, which is not followed.
   */
  nameAt(location: string): string;
}

/**
 * SECURITY: rows may come from a restored backup or from a workspace of another person. None of
 * them may make the service read, write or remove a file outside of the folders of objects, also
 * not through a link in these folders.
 */
export function createObjectPaths(dataDir: string): ObjectPaths {
  const root = path.resolve(dataDir);
  function nameAt(location: string): string {
    if (!isFileLocation(location)) throw new ForbiddenLocation();
    const names = location.split("/");
    for (let depth = 1; depth < names.length; depth += 1)
      if (isLink(path.join(root, ...names.slice(0, depth)))) throw new ForbiddenLocation();
    return path.join(root, ...names);
  }
  return {
    nameAt,
    fileAt(location) {
      const file = nameAt(location);
      if (isLink(file)) throw new ForbiddenLocation();
      return file;
    },
  };
}

/**
 * Synchronous, as the database in the same folder is. Errors other than a link are left to the
 * operation.
 */
function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    if (systemCode(error) === "") throw error;
    return false;
  }
}
