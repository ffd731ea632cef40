/**
 * The script store of the local workspace: keeps script files, and gives out URLs that `scriptPath` takes. Nobody
 * can ask for a script without its id, which nobody can guess.
 */
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { shortened } from "../catalogue/lookup";
import { maxScriptBytes } from "../ingest/sources";
import { HttpProblem, invalid } from "../problem";
import type { ObjectStore } from "../objects/port";
import type { LocalStore, ScriptRow } from "../rows/port";

export interface ScriptStoreDeps {
  store: LocalStore;
  objects: ObjectStore;
  now: () => number;
}

export interface ScriptStore {
  /** Keeps a file under a name; the same name again is another script. 400 for an empty file. */
  put(name: string, bytes: Uint8Array): Promise<ScriptRow>;
  list(): Promise<ScriptRow[]>;
  /** 404 for an unknown id. */
  read(id: string): Promise<{ script: ScriptRow; bytes: Uint8Array }>;
  /** 404 for an unknown id. Batches that were made of it keep their lines. */
  remove(id: string): Promise<void>;
}

export { maxScriptBytes };

/** Changes to the scripts take their turn under this name: a script's row and its bytes belong together. */
export const scriptsTurn = "scripts";

export const scriptId = /^[0-9a-f]{32}$/;
/** Where the bytes of a script are. */
export const placeOfScript = (id: string): string => `scripts/${id}`;

export function createScriptStore({ store, objects, now }: ScriptStoreDeps): ScriptStore {
  const missing = (id: string) =>
    new HttpProblem(404, `scriptId: there is no script "${shortened(id)}"`);
  return {
    async put(name, bytes) {
      if (bytes.length === 0) throw invalid("body", "must hold the bytes of a script");
      const id = randomBytes(16).toString("hex");
      const staged = await objects.receive({ stream: Readable.from([bytes]), size: bytes.length });
      const location = placeOfScript(id);
      const script = { id, name, size: bytes.length, location, createdAt: now() };
      return store.exclusively(scriptsTurn, async () => {
        // A kill between the two leaves bytes without a row, which the next start drops.
        await objects.publish(staged.staged, location);
        try {
          await store.addScript(script);
        } catch (error) {
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
      store.exclusively(scriptsTurn, async () => {
        const location = await store.removeScript(id);
        if (location === null) throw missing(id);
        await objects.remove([location]);
        await store.finishRemoval([location]);
      }),
  };
}
