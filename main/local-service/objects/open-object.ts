/** Opens stored objects for reading, without following symbolic links. */
import { constants, lstat, open } from "node:fs/promises";
import path from "node:path";
import { systemCode } from "../../common/errors";
import type { OpenedObject } from "./port";

/** ELOOP: a link replaced the file after it was checked. */
const missingCodes = ["ENOENT", "ENOTDIR", "ELOOP"];

/**
 * Opens the object at a location, with "/" between its segments. Null if it is missing, or is not a
 * regular file below folders that are no links.
 */
export async function openObject(dataDir: string, location: string): Promise<OpenedObject | null> {
  try {
    return await openFile(dataDir, location.split("/"));
  } catch (error) {
    if (missingCodes.includes(systemCode(error))) return null;
    throw error;
  }
}

async function openFile(
  dataDir: string,
  segments: readonly string[],
): Promise<OpenedObject | null> {
  // SECURITY: another program can put links into the folder of the media, and no file outside of it
  // is sent.
  for (let depth = 1; depth < segments.length; depth += 1) {
    const folder = await lstat(path.join(dataDir, ...segments.slice(0, depth)));
    if (!folder.isDirectory()) return null;
  }
  const file = path.join(dataDir, ...segments);
  // Before it is opened: opening a device or a FIFO may have effects.
  if (!(await lstat(file)).isFile()) return null;
  // On Windows the flags are undefined, which counts as 0.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const found = await handle.stat();
    if (found.isFile())
      return {
        size: found.size,
        stream: (start, end) => handle.createReadStream({ start, end }),
        async read(first, length) {
          const bytes = Buffer.alloc(Math.max(0, Math.min(length, found.size - first)));
          const { bytesRead } = await handle.read(bytes, 0, bytes.length, first);
          return bytes.subarray(0, bytesRead);
        },
        close: () => handle.close(),
      };
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  return null;
}
