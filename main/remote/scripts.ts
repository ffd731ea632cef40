/** The script store of a workspace's service: the extension "scripts", below "/local/scripts". */
import { AppError } from "../common/errors";
import type { Http } from "./http/http";
import type { Fields } from "./http/fields";
import { idOf, timestamp, number, readRow, readRows, text } from "./http/tolerant-parse";
import {
  attemptAll,
  maxListed,
  newestFirst,
  type ScriptStore,
  type StoredScript,
} from "./script-store";

const path = "/local/scripts";
const maxConcurrentDeletions = 4;
/** Timeout for the transfer of one script, in milliseconds. */
const putTimeoutMs = 120_000;

export function createScripts(http: Http): Omit<ScriptStore, "close"> {
  return {
    urlLifetime: null,
    async put(name, bytes, signal) {
      const response = await http.json({
        method: "PUT",
        path: `${path}/${encodeURIComponent(name)}`,
        bytes,
        // A retry could store the script twice.
        isRepeatable: false,
        timeoutMs: putTimeoutMs,
        signal,
      });
      const stored = readRow(response, (fields) => {
        const id = idOf(fields["id"]);
        const url = text(fields["url"]);
        return id === null || !URL.canParse(url) ? null : { id, url, expiresAt: null };
      });
      await http.requireSecure(stored.url);
      return stored;
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

function toScript(fields: Fields): StoredScript | null {
  const id = idOf(fields["id"]);
  if (id === null) return null;
  return {
    id,
    name: text(fields["name"]),
    size: Math.max(0, number(fields["size"], 0)),
    storedAt: timestamp(fields["createdAt"]),
  };
}
