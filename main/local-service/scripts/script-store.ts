/**
 * The script store of the local workspace: stores script files, and provides URLs for `scriptPath`.
 * A script's URL contains its random id, which cannot be guessed.
 */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { AppError } from "../../common/errors";
import { truncate } from "../../common/printable";
import { maxScriptBytes } from "../sources/sources";
import { HttpError, invalid } from "../common/http-error";
import type { ObjectStore } from "../objects/port";
import type { ScriptRow, ScriptRows } from "../rows/batches/script-port";
import type { RemovalRows } from "../rows/file-port";
import type { Locks } from "../rows/lock-port";
import { scriptLocation } from "../objects/script-location";

export interface ScriptStoreDeps {
  store: ScriptRows & RemovalRows & Locks;
  objects: ObjectStore;
  now: () => number;
}

export interface ScriptStore {
  /** Stores a file under a name; names need not be unique. 400 for an empty file. */
  put(name: string, bytes: Uint8Array): Promise<ScriptRow>;
  list(): Promise<ScriptRow[]>;
  /** 404 for an unknown id. */
  read(id: string): Promise<{ script: ScriptRow; bytes: Uint8Array }>;
  /** 404 for an unknown id. Batches created from the script keep their lines. */
  remove(id: string): Promise<void>;
}

export { maxScriptBytes };

/** Name of the lock for changes to scripts: a script's row and bytes change together. */
export const scriptsLock = "scripts";

export function createScriptStore({ store, objects, now }: ScriptStoreDeps): ScriptStore {
  const missing = (id: string) =>
    new HttpError(404, `scriptId: there is no script "${truncate(id)}"`);
  return {
    async put(name, bytes) {
      if (bytes.length === 0) throw invalid("body", "must contain the bytes of a script");
      const id = randomBytes(16).toString("hex");
      const staged = await objects.receive({ stream: Readable.from([bytes]), size: bytes.length });
      const location = scriptLocation(id);
      const script = { id, name, size: bytes.length, location, createdAt: now() };
      return store.exclusively(scriptsLock, async () => {
        // If the process is killed in between, a later start sets the bytes without a row aside.
        await objects.publish(staged.staged, location);
        try {
          await store.addScript(script);
        } catch (error) {
          // After another error the row may be stored, so the bytes stay.
          if (error instanceof AppError && error.code === "disk-full")
            await objects.remove([location]);
          throw error;
        }
        return script;
      });
    },
    list: () => store.listScripts(),
    async read(id) {
      const script = await store.findScript(id);
      const bytes = script && (await objects.read(script.location));
      if (!script || !bytes) throw missing(id);
      return { script, bytes };
    },
    remove: (id) =>
      store.exclusively(scriptsLock, async () => {
        const location = await store.removeScript(id);
        if (location === null) throw missing(id);
        if (objects.keepRemovedMs > 0) return;
        await objects.remove([location]);
        await store.finishRemoval([location]);
      }),
  };
}
