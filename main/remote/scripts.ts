/** The script store of a workspace's service: the extension "scripts", below "/local/scripts". */
import { storedScript } from "../../preload/local-service/scripts";
import { AppError } from "../common/errors";
import type { Http } from "./http/http";
import { createReader, local, readForm } from "./extensions/read-form";
import { readRows } from "./http/tolerant-parse";
import {
  attemptAll,
  maxListed,
  newestFirst,
  type ScriptStore,
  type StoredScript,
} from "./script-store";

const path = `${local}/scripts`;
const maxConcurrentDeletions = 4;
/** Timeout for the transfer of one script, in milliseconds. */
const putTimeoutMs = 120_000;

export function createScripts(http: Http): Omit<ScriptStore, "close"> {
  const read = createReader(http);
  return {
    urlLifetime: null,
    async put(name, bytes, signal) {
      const { id, url } = await read(storedScript, {
        method: "PUT",
        path: `${path}/${encodeURIComponent(name)}`,
        bytes,
        // A retry could store the script twice.
        isRepeatable: false,
        timeoutMs: putTimeoutMs,
        signal,
      });
      await http.requireSecure(url);
      return { id, url, expiresAt: null };
    },
    async list(signal) {
      const scripts: StoredScript[] = [];
      for await (const { rows } of readRows(http, { path, signal }, toScript)) {
        scripts.push(...rows);
        // Protects against an implausibly long list; no service stores this many scripts of one
        // workspace.
        if (scripts.length > 10 * maxListed) break;
      }
      return newestFirst(scripts, false);
    },
    delete: (ids, signal) =>
      attemptAll(ids, maxConcurrentDeletions, async (id) => {
        const one = `${path}/${encodeURIComponent(id)}`;
        await http
          .json({ method: "DELETE", path: one, isRepeatable: true, signal })
          .catch((error: unknown) => {
            if (!(error instanceof AppError && error.code === "not-found")) throw error;
          });
      }),
  };
}

function toScript(response: unknown): StoredScript {
  const { id, name, size, createdAt } = readForm(storedScript, response);
  return { id, name, size, storedAt: Date.parse(createdAt) };
}
